/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The security label, as the kernel's security module writes it; without one there is none. */
#include "lib/column/family.h"

static struct value value_label(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && *task->details->label ? value_string(task->details->label)
                                                  : value_none();
}

#define LABEL(code_, header_)                                                    \
    {                                                                            \
        .code = code_, .header = header_, .help = "security label", .width = 31, \
        .align = ALIGN_LEFT, .need = NEED_LABEL, .value = value_label            \
    }

static const struct column rows[] = {
    LABEL("context", "CONTEXT"),
    LABEL("label", "LABEL"),
    LABEL("zone", "ZONE"),
};

const struct column_family column_security = COLUMN_FAMILY(rows);
