/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/information.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/version.h"
#include "top/complaint.h"
#include "top/config/config_file.h"
#include "top/config/stock_config.h"
#include "top/model/fields.h"

/* Prints complaints about a file with a mistake first. */
static void put_procps_rc(const struct options *options, const char *program, struct buf *out)
{
    struct loaded_config loaded;
    struct buf complaint = {0};

    if (config_load(&loaded, program, options->defaults) < 0)
        out->failed = true;
    for (const char *line = buf_text(&loaded.complaints);
         (line = complaint_take(line, &complaint));)
        complain(program, buf_message(&complaint));
    stock_config_put(&loaded.config, out);
    buf_fini(&complaint);
    config_unload(&loaded);
}

bool information_print(const struct options *options, const char *program)
{
    struct buf out = {0};
    bool written, is_short;

    switch (options->information) {
    case INFORMATION_NONE:
        break;
    case INFORMATION_HELP:
        options_put_help(&out, program);
        break;
    case INFORMATION_VERSION:
        escape_put(&out, program, strlen(program), ESCAPE_UNLIMITED);
        buf_puts(&out, " from dotproc " DOTPROC_VERSION_LINE "\n");
        break;
    case INFORMATION_FIELDS:
        for (unsigned id = 0; id < FIELD_COUNT; id++)
            buf_printf(&out, "%s\n", field_at(id)->header);
        break;
    case INFORMATION_PROCPS_RC:
        put_procps_rc(options, program, &out);
        break;
    }
    is_short = out.failed;
    written = !is_short && fwrite(buf_text(&out), 1, out.len, stdout) == out.len;
    buf_fini(&out);
    if (fflush(stdout) == 0 && written)
        return true;
    complain(program, strerror(is_short ? ENOMEM : errno));
    return false;
}
