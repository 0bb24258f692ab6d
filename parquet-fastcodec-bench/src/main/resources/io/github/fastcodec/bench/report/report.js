'use strict';
(() => {
  const SERIES = ['write lineitem', 'read lineitem', 'write text', 'read text'];
  const report = JSON.parse(document.getElementById('report').textContent);
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const element = (tag, text, parent, name = '') => {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = name;
    parent.append(made);
    return made;
  };

  function show(table, section) {
    if (table.tooBusy) {
      element('p', table.complaint, section, 'notice');
      return;
    }
    const scroll = element('div', '', section, 'scroll');
    scroll.tabIndex = 0;
    const shown = element('table', '', scroll);
    element('caption', table.caption, shown);
    const row = (cells, parent, isHead) => {
      const line = element('tr', '', parent);
      cells.forEach((cell, i) => element(isHead || i < table.labels ? 'th' : 'td', cell, line, i < table.labels ? 'label' : ''));
    };
    row(table.header, element('thead', '', shown), true);
    const body = element('tbody', '', shown);
    table.rows.forEach(cells => row(cells, body, false));
  }

  // returns the number of a cell such as 1.52x; null, for no bar, if the cell has none
  const times = cell => Number.isNaN(parseFloat(cell)) ? null : parseFloat(cell);

  const lineAtOne = {
    id: 'lineAtOne',
    afterDatasetsDraw({ ctx, scales: { x }, chartArea }) {
      ctx.save();
      ctx.strokeStyle = colour('line');
      ctx.setLineDash([4, 3]);
      ctx.beginPath();
      ctx.moveTo(x.getPixelForValue(1), chartArea.top);
      ctx.lineTo(x.getPixelForValue(1), chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    }
  };

  let drawn;

  function draw(rows) {
    if (drawn) drawn.destroy();
    const section = document.getElementById('headline');
    section.hidden = false;
    section.querySelector('figure').style.height = 70 + 62 * rows.length + 'px';
    drawn = new Chart(section.querySelector('canvas'), {
      type: 'bar',
      data: {
        labels: rows.map(row => row[0]),
        datasets: SERIES
          .map((label, i) => ({ label, data: rows.map(row => times(row[i + 1])), backgroundColor: colour('bar' + i) }))
          .filter(({ data }) => data.some(value => value !== null))
      },
      options: {
        indexAxis: 'y',
        animation: false,
        maintainAspectRatio: false,
        plugins: { legend: { labels: { color: colour('ink') } } },
        scales: {
          x: { ticks: { color: colour('muted'), callback: value => value + 'x' }, grid: { color: colour('grid') } },
          y: { ticks: { color: colour('ink'), autoSkip: false }, grid: { display: false } }
        }
      },
      plugins: [lineAtOne]
    });
  }

  document.getElementById('notice').textContent = report.notice;
  report.sections.forEach(({ title, text, tables }) => {
    const section = element('section', '', document.querySelector('main'));
    element('h2', title, section);
    element('p', text, section);
    tables.forEach(table => show(table, section));
  });
  Object.entries(report.facts).forEach(([name, fact]) => {
    element('dt', name, document.querySelector('dl'));
    element('dd', fact, document.querySelector('dl'));
  });
  const headline = report.sections.flatMap(section => section.tables).find(table => table.name === 'headline');
  if (headline) {
    draw(headline.rows);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(headline.rows));
  }
})();
