/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The label of the kernel's security module. */
#include "lib/column/family.h"

SHARED_FIGURE(label, .help = "security label", .need = NEED_LABEL,
              .member = MEMBER(task_details, label), .as = NONE_IF_ZERO);

static const struct column rows[] = {
    {"context", "CONTEXT", 31, ALIGN_LEFT, &label},
    {"label", "LABEL", 31, ALIGN_LEFT, &label},
    {"zone", "ZONE", 31, ALIGN_LEFT, &label},
};

const struct column_family column_label = COLUMN_FAMILY(rows);
