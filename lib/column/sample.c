/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns of sample texts of many lengths, to test the layout of lines; procps has them too. */
#include "lib/base/unused.h"
#include "lib/column/family.h"

static const char *const terminals[] = {"tty7", "3270/tty4", "ttySMX0", "iseries/vtty42",
                                        "pts/9999"};
static const char *const times[] = {"59:59", "9-23:59:59", "99-23:59:59", "999-23:59:59"};
static const char *const commands[] = {"[123456789-12345] <defunct>", "ps", "123456789-123456",
                                       "unlimited"};

#define PICK(texts, task) \
    value_string((texts)[(size_t)(task)->tid % (sizeof(texts) / sizeof((texts)[0]))])

static struct value value_left(const struct task *task, const struct column_context *context UNUSED)
{
    return PICK(terminals, task);
}

static struct value value_right(const struct task *task,
                                const struct column_context *context UNUSED)
{
    return PICK(times, task);
}

static struct value value_unlimited(const struct task *task,
                                    const struct column_context *context UNUSED)
{
    return PICK(commands, task);
}

SHARED_FIGURE(left, .help = "texts to try a layout with", .value = value_left);
SHARED_FIGURE(right, .help = "texts to try a layout with", .value = value_right);
SHARED_FIGURE(unlimited, .help = "texts to try a layout with", .value = value_unlimited);

static const struct column rows[] = {
    {"_left", "LLLLLLLL", 8, ALIGN_LEFT, &left},
    {"_left2", "L2L2L2L2", 8, ALIGN_LEFT, &left},
    {"_right", "RRRRRRRRRRR", 11, ALIGN_RIGHT, &right},
    {"_right2", "R2R2R2R2R2R", 11, ALIGN_RIGHT, &right},
    {"_unlimited", "U", 16, ALIGN_UNLIMITED, &unlimited},
    {"_unlimited2", "U2", 16, ALIGN_UNLIMITED, &unlimited},
};

const struct column_family column_sample = COLUMN_FAMILY(rows);
