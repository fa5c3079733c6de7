/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/prompt.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "top/base/keys.h"

void prompt_open(struct prompt *prompt, const struct question *question, pid_t pid)
{
    *prompt = (struct prompt){.question = question, .pid = pid};
}

void prompt_close(struct prompt *prompt)
{
    prompt->question = NULL;
}

void prompt_set_text(struct prompt *prompt, const char *text)
{
    const size_t len = mbstowcs(prompt->text, text, PROMPT_MAX);

    prompt->len = prompt->cursor = len == (size_t)-1 ? 0 : len;
}

static void insert(struct prompt *prompt, wchar_t character)
{
    if (prompt->overtype && prompt->cursor < prompt->len) {
        prompt->text[prompt->cursor++] = character;
        return;
    }
    if (prompt->len == PROMPT_MAX)
        return;
    wmemmove(prompt->text + prompt->cursor + 1, prompt->text + prompt->cursor,
             prompt->len - prompt->cursor);
    prompt->text[prompt->cursor++] = character;
    prompt->len++;
}

/* Removes the character under the cursor. */
static void erase(struct prompt *prompt)
{
    if (prompt->cursor == prompt->len)
        return;
    wmemmove(prompt->text + prompt->cursor, prompt->text + prompt->cursor + 1,
             prompt->len - prompt->cursor - 1);
    prompt->len--;
}

enum prompt_state prompt_press(struct prompt *prompt, int key)
{
    switch (key) {
    case PRESS_ENTER:
        return PROMPT_ACCEPTED;
    case PRESS_ESCAPE:
        return PROMPT_CANCELLED;
    case PRESS_LEFT:
        if (prompt->cursor)
            prompt->cursor--;
        break;
    case PRESS_RIGHT:
        if (prompt->cursor < prompt->len)
            prompt->cursor++;
        break;
    case PRESS_HOME:
    case PRESS_CTRL_A:
        prompt->cursor = 0;
        break;
    case PRESS_END:
    case PRESS_CTRL_E:
        prompt->cursor = prompt->len;
        break;
    case PRESS_INSERT:
        prompt->overtype = !prompt->overtype;
        break;
    case PRESS_DELETE:
        erase(prompt);
        break;
    case PRESS_BACKSPACE:
        if (prompt->cursor) {
            prompt->cursor--;
            erase(prompt);
        }
        break;
    case PRESS_CTRL_U:
        prompt->len = prompt->cursor = 0;
        break;
    default:
        if (key < PRESS_UP && iswprint((wint_t)key))
            insert(prompt, (wchar_t)key);
        if (prompt->question->one_character && prompt->len)
            return PROMPT_ACCEPTED;
        break;
    }
    return PROMPT_OPEN;
}

static void encode(const wchar_t *text, size_t len, char bytes[PROMPT_BYTES])
{
    mbstate_t state;
    size_t used = 0;

    memset(&state, 0, sizeof(state));
    for (size_t i = 0; i < len; i++) {
        char sequence[MB_LEN_MAX];
        size_t size = wcrtomb(sequence, text[i], &state);

        if (size == (size_t)-1 || used + size >= PROMPT_BYTES)
            break;
        memcpy(bytes + used, sequence, size);
        used += size;
    }
    bytes[used] = '\0';
}

void prompt_text(const struct prompt *prompt, char bytes[PROMPT_BYTES])
{
    encode(prompt->text, prompt->len, bytes);
}

void prompt_text_before_cursor(const struct prompt *prompt, char bytes[PROMPT_BYTES])
{
    encode(prompt->text, prompt->cursor, bytes);
}

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
