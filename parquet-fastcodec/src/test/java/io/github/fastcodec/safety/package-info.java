// SPDX-License-Identifier: Apache-2.0
/** The behaviours of docs/safety.md, a class for each promise. Tests are named after the number of the behaviour. */
package io.github.fastcodec.safety;
