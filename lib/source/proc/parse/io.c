/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/io.h"

#include "lib/source/proc/parse/key_value.h"

bool io_parse(const char *text, size_t len, struct task_io *io)
{
    const struct key_value lines[] = {
        {"rchar:", &io->read_chars},
        {"wchar:", &io->write_chars},
        {"syscr:", &io->read_calls},
        {"syscw:", &io->write_calls},
        {"read_bytes:", &io->read_bytes},
        {"write_bytes:", &io->write_bytes},
        {"cancelled_write_bytes:", &io->cancelled_write_bytes},
    };

    *io = (struct task_io){0};
    return key_value_parse(text, len, lines, sizeof(lines) / sizeof(lines[0])) > 0;
}
