/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/work/worker_pool.h"

void run_put_foreground_message(struct buf *out)
{
    buf_printf(out, _("no more threads (%s): reading in the foreground"),
               strerror(-worker_pools_foreground_error()));
}

bool ending_put_message(struct ending ending, struct buf *out)
{
    switch (ending.kind) {
    case ENDING_ASKED:
        return false;
    case ENDING_OUTPUT:
        if (ending.result == -EPIPE)
            return false; /* the reader has closed the pipe */
        buf_printf(out, _("write error: %s"), strerror(-ending.result));
        break;
    case ENDING_START:
        buf_printf(out, _("cannot start: %s"), strerror(-ending.result));
        break;
    case ENDING_SCAN:
        buf_printf(out, _("cannot read the tasks: %s"), strerror(-ending.result));
        break;
    case ENDING_WAIT:
        buf_printf(out, _("cannot wait for events (ppoll): %s"), strerror(-ending.result));
        break;
    case ENDING_MEMORY:
        buf_puts(out, strerror(ENOMEM));
        break;
    }
    return true;
}

void complain(const char *program, const char *message)
{
    struct buf line = {0};

    escape_put(&line, program, strlen(program), ESCAPE_UNLIMITED);
    buf_puts(&line, ": ");
    escape_put(&line, message, strlen(message), ESCAPE_UNLIMITED);
    if (line.failed)
        fprintf(stderr, "top: %s\n", strerror(ENOMEM));
    else
        fprintf(stderr, "%s\n", buf_text(&line));
    buf_fini(&line);
}

const char *complaint_take(const char *lines, struct buf *complaint)
{
    const size_t len = strcspn(lines, "\n");

    buf_clear(complaint);
    buf_put(complaint, lines, len);
    return *lines ? lines + len + 1 : NULL;
}
