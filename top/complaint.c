/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/complaint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"

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
