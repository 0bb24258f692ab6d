'use strict';
(() => {
  const CHARTS = 24;
  const BARS = 30;
  const advice = JSON.parse(document.getElementById('advice').textContent);
  const byId = id => document.getElementById(id);
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const codecColour = codec => colour(codec.toLowerCase().replace('lz4_raw', 'lz4').replace('lzo', 'lz4'));
    const number = (value, digits = 1) => value === undefined ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const size = bytes => {
    for (const [unit, of] of [['GB', 1e9], ['MB', 1e6], ['kB', 1e3]]) {
      if (bytes >= of) return number(bytes / of) + ' ' + unit;
    }
    return bytes + ' bytes';
  };
  const percent = share => number(share * 100) + ' %';
  // a name may contain characters that reverse the text after them; newlines come from lines to copy
  const shown = text => String(text).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    mark => '\\u{' + mark.codePointAt(0).toString(16) + '}');
  const element = (tag, text, parent) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = shown(text);
    if (parent) parent.append(made);
    return made;
  };
  const now = column => column.candidates.find(one => one.now);
  const isDrawn = one => one.codec !== 'UNCOMPRESSED';

  function head() {
    byId('reason').textContent = shown(advice.reason);
    advice.columns.filter(column => column.ownChoice).forEach(column => element('li', column.reason, byId('own')));
    Object.entries(advice.dictionaries).forEach(([column, text]) => element('li', 'Column ' + column + ' ' + text, byId('own')));
    const per = advice.perTerabyte;
    const table = advice.table;
    const figure = (value, label) => {
      const box = element('div', undefined, byId('figures'));
      element('strong', value, box);
      element('span', label, box);
    };
    const hours = (before, after) => before === undefined ? number(after) : number(before) + ' → ' + number(after);
    figure(size(now(table).bytes) + ' → ' + size(table.choice.bytes), 'pages of ' + advice.columns.length + ' columns');
    figure(number(Math.abs(per.savedGigabytes), 0) + ' GB', (per.savedGigabytes < 0 ? 'more' : 'saved') + ' for each TB');
    figure(hours(per.writeCoreHoursNow, per.writeCoreHours), 'core-hours to compress a TB');
    figure(hours(per.scanCoreHoursNow, per.scanCoreHours), 'core-hours to decompress a TB');
    figure(number(per.convertCoreHours), 'core-hours to convert a TB, once');
    const error = advice.savedShareError;
    byId('sure').textContent = error === undefined
      ? 'Only one file of many was measured, so the error is unknown.'
      : 'Saved: ' + percent(1 - table.choice.bytes / now(table).bytes) + (error ? ' ± ' + percent(error) : '') + '.';
  }

  function candidates(column) {
    const scroll = element('div');
    scroll.className = 'scroll';
    scroll.tabIndex = 0;
    const table = element('table', undefined, scroll);
    const heads = element('tr', undefined, element('thead', undefined, table));
    ['codec', 'size', 'of now', 'ratio', 'write MB/s', 'read MB/s', 'front'].forEach(text => element('th', text, heads));
    const body = element('tbody', undefined, table);
    const before = now(column).bytes;
    column.candidates.forEach(one => {
      const row = element('tr', undefined, body);
      if (one.chosen) row.className = 'chosen';
      element('td', (one.now ? 'now: ' : '') + one.name, row);
      element('td', size(one.bytes), row);
      element('td', percent(before ? one.bytes / before : 1), row);
      element('td', number(one.ratio, 2), row);
      element('td', isDrawn(one) ? number(one.compressMBps, 0) : '–', row);
      element('td', isDrawn(one) ? number(one.decompressMBps, 0) : '–', row);
      element('td', one.front ? '●' : '', row);
    });
    return scroll;
  }

  function scatter(canvas, column, axis, title, large) {
    const before = now(column).bytes;
    const groups = new Map();
    column.candidates.filter(one => isDrawn(one) && one[axis] !== undefined).forEach(one => {
      if (!groups.has(one.codec)) groups.set(one.codec, []);
      groups.get(one.codec).push({ x: before ? one.bytes / before * 100 : 100, y: one[axis], one });
    });
    const style = pick => context => context.raw ? pick(context.raw.one) : undefined;
    const labels = {
      id: 'labels',
      afterDatasetsDraw(chart) {
        if (!large) return;
        const context = chart.ctx;
        context.font = '12px system-ui, sans-serif';
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        const points = chart.data.datasets.flatMap((dataset, index) => chart.getDatasetMeta(index).data.map((point, i) =>
          ({ x: point.x, y: point.y, one: dataset.data[i].one })));
        const rank = one => one.chosen ? 0 : one.now ? 1 : one.front ? 2 : 3;
        points.sort((one, other) => rank(one.one) - rank(other.one));
        const taken = points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
        const area = chart.chartArea;
        // a label without free space is left out; the table has all of them
        points.forEach(({ x, y, one }, index) => {
          const text = one.now ? 'now' : one.level === undefined ? '' : String(one.level);
          const width = context.measureText(text).width;
          const place = [[11, -9], [11, 0], [11, 9], [-11 - width, -9], [-11 - width, 0], [-11 - width, 9]]
            .map(([dx, dy]) => ({ left: x + dx, right: x + dx + width, top: y + dy - 7, bottom: y + dy + 7 }))
            .find(box => box.left > area.left && box.right < area.right && box.top > area.top && box.bottom < area.bottom
              && taken.every((other, i) => i === index || box.right < other.left || box.left > other.right
                || box.bottom < other.top || box.top > other.bottom));
          if (text && place) {
            taken.push(place);
            context.fillStyle = codecColour(one.codec);
            context.fillText(text, place.left, (place.top + place.bottom) / 2);
          }
        });
      }
    };
    const axisStyle = text => ({
      title: { display: true, text, color: colour('muted') },
      ticks: { color: colour('muted'), maxTicksLimit: large ? 9 : 6 },
      grid: { color: colour('grid') },
      border: { color: colour('line') }
    });
    return new Chart(canvas, {
      type: 'scatter',
      data: {
        datasets: [...groups].map(([codec, points]) => ({
          label: codec,
          data: points,
          borderColor: codecColour(codec),
          borderWidth: 2,
          backgroundColor: style(one => one.front || one.chosen ? codecColour(codec) : 'transparent'),
          pointStyle: style(one => one.chosen ? 'star' : one.now ? 'triangle' : 'circle'),
          radius: style(one => (one.chosen ? 9 : one.now ? 7 : 4) * (large ? 1 : .8)),
          hoverRadius: 9
        }))
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        plugins: {
          title: { display: large, text: title, color: colour('ink'), font: { size: 15 } },
          legend: { display: large, labels: { color: colour('ink'), usePointStyle: true, pointStyle: 'circle', boxWidth: 8, boxHeight: 8 } },
          tooltip: {
            callbacks: {
              label: item => (item.raw.one.now ? 'now: ' : '') + item.raw.one.name + ': ' + size(item.raw.one.bytes) + ', '
                + number(item.raw.x) + ' % of now, ' + number(item.raw.y, 0) + ' MB/s'
            }
          }
        },
        scales: {
          x: axisStyle('size, % of now'),
          y: axis === 'compressMBps' ? { ...axisStyle('MB/s, logarithmic'), type: 'logarithmic' } : { ...axisStyle('MB/s'), beginAtZero: true }
        }
      },
      plugins: [labels]
    });
  }

  function bars() {
    const largest = advice.columns.slice(0, BARS);
    byId('bytes-box').style.height = 70 + 30 * largest.length + 'px';
    const dataset = (label, values, fill) => ({
      label, data: values, backgroundColor: colour(fill), barPercentage: .9, categoryPercentage: .75
    });
    return new Chart(byId('bytes'), {
      type: 'bar',
      data: {
        labels: largest.map(column => shown(column.path.length > 40 ? '…' + column.path.slice(-39) : column.path)),
        datasets: [
          dataset('before', largest.map(column => now(column).bytes / 1e6), 'before'),
          dataset('after', largest.map(column => column.choice.bytes / 1e6), 'after')
        ]
      },
      options: {
        indexAxis: 'y',
        animation: false,
        maintainAspectRatio: false,
        plugins: {
          legend: { labels: { color: colour('ink') } },
          tooltip: {
            callbacks: {
              label: item => {
                const column = largest[item.dataIndex];
                const one = item.datasetIndex ? column.choice : now(column);
                return one.name + ': ' + size(one.bytes);
              }
            }
          }
        },
        scales: {
          x: { title: { display: true, text: 'MB', color: colour('muted') }, ticks: { color: colour('muted') }, grid: { color: colour('grid') } },
          y: { ticks: { color: colour('ink'), autoSkip: false }, grid: { display: false } }
        }
      }
    });
  }

  const columnCanvases = [];

  function columns() {
    advice.columns.forEach((column, index) => {
      const article = element('article', undefined, index < CHARTS ? byId('columns') : byId('rest'));
      element('h3', column.path, article);
      const why = element('p', column.ownChoice ? column.reason : percent(column.share) + ' of the bytes; ' + column.reason, article);
      why.className = 'muted';
      if (index < CHARTS) {
        const figure = element('figure', undefined, article);
        const box = element('div', undefined, figure);
        box.className = 'canvas';
        const canvas = element('canvas', undefined, box);
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', 'Size against speed of each candidate for ' + column.path);
        columnCanvases.push([canvas, column]);
      }
      const details = element('details', undefined, article);
      element('summary', 'All candidates', details);
      details.append(candidates(column));
    });
  }

  function closing() {
    Object.entries(advice.lines).forEach(([title, text]) => {
      element('h3', title, byId('lines'));
      element('pre', text, byId('lines'));
    });
    advice.notes.forEach(note => {
      element('p', note, byId('lines')).className = 'muted';
    });
    const fact = (term, text) => {
      element('dt', term, byId('basis'));
      element('dd', text, byId('basis'));
    };
    fact('Goal', advice.goal + ', with storage of ' + number(advice.storageBytesPerSecond / 1e6, 0) + ' MB/s for each core');
    fact('Files', advice.files.join(', '));
    fact('Sample', size(advice.sampledBytes) + ' of ' + size(advice.plainBytes) + ' decompressed, '
      + number(advice.sampledPages, 0) + ' of ' + number(advice.pages, 0) + ' pages, seed ' + advice.seed);
    fact('Pages without a checksum', number(advice.pages - advice.checksummedPages, 0));
    fact('Plan', JSON.stringify(advice.plan));
    for (const [term, left] of [['File left out', advice.leftOutFiles], ['Column left out', advice.leftOutColumns],
      ['Not measured', advice.leftOutCandidates]]) {
      Object.entries(left).forEach(([which, why]) => fact(term, which + ': ' + why));
    }
  }

  let drawn = [];

  function draw() {
    drawn.forEach(chart => chart.destroy());
    const axis = byId('axis').value;
    drawn = [
      scatter(byId('table-read'), advice.table, 'decompressMBps', 'Size and read speed', true),
      scatter(byId('table-write'), advice.table, 'compressMBps', 'Size and write speed', true),
      bars(),
      ...columnCanvases.map(([canvas, column]) => scatter(canvas, column, axis, column.path, false))
    ];
  }

  head();
  byId('table').append(candidates(advice.table));
  if (advice.goal === 'write') byId('axis').value = 'compressMBps';
  columns();
  closing();
  draw();
  byId('axis').addEventListener('change', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
