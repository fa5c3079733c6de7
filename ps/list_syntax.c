/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/list_syntax.h"

#include <string.h>

bool list_syntax_is_valid(const char *text, const char *separators, bool open_end)
{
    for (;;) {
        size_t len = strcspn(text, separators);

        if (len == 0)
            return false;
        text += len;
        if (!*text)
            return true;
        text++;
        if (!*text && open_end)
            return true;
    }
}
