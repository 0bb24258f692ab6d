/** Common code for comparisons of whole jobs, compiled with the tests of each project that has one. */
package io.github.fastcodec.it.comparison;
