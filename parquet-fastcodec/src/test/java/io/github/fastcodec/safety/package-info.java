// SPDX-License-Identifier: Apache-2.0
/** The behaviours of docs/safety.md. Tests are named after the title of their behaviour. */
package io.github.fastcodec.safety;
