/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUTPUT_H
#define DOTPROC_PS_OUTPUT_H

/* Output is collected in a buffer and written in large pieces. */

#include <stdio.h>

#include "lib/base/buf.h"

/* Writers flush when this many bytes are collected. */
#define OUTPUT_FLUSH_AT 65536

/* Writes and clears the buffer. 0, -ENOMEM if it has failed, or -errno of the write. */
int output_flush(struct buf *collected, FILE *out);

/* Closes the stream: only then all output is known to be written. 0 or -errno. */
int output_close(FILE *out);

#endif
