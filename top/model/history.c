/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/history.h"

#include <wchar.h>

/* The index of the answer given `back` answers ago; 1: the last one. */
static size_t place(const struct history *history, size_t back)
{
    return (history->next + HISTORY_COUNT - back) % HISTORY_COUNT;
}

static bool is_last(const struct history *history, const struct prompt *prompt)
{
    size_t last = place(history, 1);

    return history->count && history->lens[last] == prompt->len &&
           wmemcmp(history->texts[last], prompt->text, prompt->len) == 0;
}

void history_add(struct history *history, const struct prompt *prompt)
{
    if (!prompt->len || is_last(history, prompt))
        return;
    wmemcpy(history->texts[history->next], prompt->text, prompt->len);
    history->lens[history->next] = prompt->len;
    history->next = (history->next + 1) % HISTORY_COUNT;
    if (history->count < HISTORY_COUNT)
        history->count++;
}

void history_recall(struct history *history, struct prompt *prompt, int direction)
{
    size_t from;

    if (direction < 0 && history->recalled < history->count)
        history->recalled++;
    else if (direction > 0 && history->recalled)
        history->recalled--;
    else
        return;
    prompt->len = 0;
    if (history->recalled) {
        from = place(history, history->recalled);
        prompt->len = history->lens[from];
        wmemcpy(prompt->text, history->texts[from], prompt->len);
    }
    prompt->cursor = prompt->len;
}

void history_rewind(struct history *history)
{
    history->recalled = 0;
}
