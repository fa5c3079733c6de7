/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/suggestion.h"

#include "lib/text/i18n.h"

void suggestion_put(struct buf *out, const struct nearest *nearest, const char *prefix)
{
    struct buf names = {0};

    if (nearest->count == 0)
        return;
    nearest_put(&names, nearest, prefix, '\'');
    buf_puts(out, "; ");
    buf_printf(out, _("did you mean %s?"), buf_text(&names));
    out->failed |= names.failed;
    buf_fini(&names);
}
