/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/words.h"

#include <string.h>

bool words_are_proper(const char *text, const char *separators, bool open_end)
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
