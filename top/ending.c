/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/ending.h"

#include <errno.h>
#include <string.h>

#include "lib/text/i18n.h"

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
