/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/shortage/wording.h"

#include <stddef.h>
#include <string.h>

/* In the words of strerror(3), for a thread, too, or of the loader, which keeps the reason to
 * itself. */
bool wording_names_shortage(const char *message)
{
    static const char *const words[] = {
        "emory",
        "Resource temporarily unavailable",
        "cannot create shared object descriptor",
        "libnuma",
        "Hauptspeicher",
        "Die Ressource ist zur Zeit nicht verf\u00fcgbar",
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

/* Of a message, and of what is between it and the next one. */
static size_t message_len(const char *text, const char *between)
{
    size_t len = 0;

    while (text[len] && text[len] != '\n' && strncmp(text + len, between, strlen(between)) != 0)
        len++;
    return text[len] == '\n' ? len + 1 : len + strspn(text + len, between);
}

/* A message on the screen stands where a line is blank. */
static bool is_shortage(const char *text, size_t len, const char *right)
{
    char message[512];

    if (right[strspn(right, "\r")] != '\n' || len >= sizeof(message))
        return false;
    memcpy(message, text, len);
    message[len] = '\0';
    return wording_names_shortage(message);
}

bool wording_is_right(const char *text, struct wording right, bool beginning)
{
    while (*text) {
        const size_t len = message_len(text, right.between);
        const size_t first_len = message_len(right.first, right.between);
        const size_t second_len = message_len(right.second, right.between);
        const bool cut = beginning && !text[len];

        if (!is_shortage(text, len, right.first) &&
            (strncmp(text, right.first, len) != 0 || (!cut && len != first_len)) &&
            (strncmp(text, right.second, len) != 0 || (!cut && len != second_len)))
            return false;
        text += len;
        right.first += first_len;
        right.second += second_len;
    }
    return beginning || (!*right.first && !*right.second);
}
