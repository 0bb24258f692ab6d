/** What the comparisons of whole jobs have in common: compiled with the tests of each project that has one. */
package io.github.fastcodec.it.comparison;
