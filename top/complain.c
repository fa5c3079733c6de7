/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/complain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/work/worker_pool.h"

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

void complaint_put_foreground(struct buf *out)
{
    buf_printf(out, _("no more threads (%s): reading in the foreground"),
               strerror(-worker_pools_foreground_error()));
}
