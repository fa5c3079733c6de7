/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ENDING_H
#define DOTPROC_TOP_ENDING_H

/* Why top ends. */

#include <stdbool.h>

#include "lib/base/buf.h"

enum ending_kind {
    ENDING_ASKED,  /* requested by a key, a signal, or -n */
    ENDING_START,  /* it could not start */
    ENDING_SCAN,   /* a scan failed */
    ENDING_WAIT,   /* waiting failed: see interrupt_error() */
    ENDING_OUTPUT, /* the output could not be written */
    ENDING_MEMORY,
};

struct ending {
    enum ending_kind kind;
    int result; /* 0 or -errno */
};

/* Appends the message of an ending; false, with nothing appended: it was no failure. */
bool ending_put_message(struct ending ending, struct buf *out);

#endif
