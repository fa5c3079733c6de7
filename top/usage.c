/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/usage.h"

#include "lib/version.h"
#include "top/base/i18n.h"
#include "top/model/fields.h"
#include "top/options.h"

void usage_put_help(struct buf *out, const char *program)
{
    buf_printf(out, _("Usage:\n %s [options]\n\nOptions:\n"), program);
    options_put_help(out);
    buf_printf(out, _("\nMore in %s(1).\n"), program);
}

void usage_put_version(struct buf *out, const char *program, const struct source_options *source)
{
    buf_printf(out, _("%s from dotproc %s\n"), program, DOTPROC_VERSION);
    buf_puts(out, _("Ways to read tasks:\n"));
    source_put_list(source, out);
}

void usage_put_fields(struct buf *out)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        buf_printf(out, "%s\n", field_at(id)->header);
}
