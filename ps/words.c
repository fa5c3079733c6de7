/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/words.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "lib/column/column.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* The most cells of an unknown word that are shown. */
#define WORD_CELLS 60

/* The number of elements; 0: the list is not valid. */
static size_t count_elements(const char *text, const char *separators, bool open_end)
{
    size_t count = 0;

    for (;;) {
        size_t len = strcspn(text, separators);

        if (len == 0)
            return 0;
        count++;
        text += len;
        if (!*text)
            return count;
        text++;
        if (!*text && open_end)
            return count;
    }
}

int list_syntax_split(const char *text, enum list_syntax syntax, struct arena *arena,
                      char ***elements)
{
    const char *separators = syntax == LIST_OF_COLUMNS ? ", \t\n" : ", \t";
    const size_t count = count_elements(text, separators, syntax == LIST_OF_COLUMNS);
    char *rest;

    if (count == 0)
        return -EINVAL;
    rest = arena_copy(arena, text, strlen(text));
    *elements = arena_alloc(arena, (count + 1) * sizeof(**elements));
    if (!rest || !*elements)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        (*elements)[i] = strsep(&rest, separators);
    return 0;
}

int refuse(struct buf *error, const char *message)
{
    buf_puts(error, message);
    return -EINVAL;
}

int refuse_word(struct buf *error, const char *message, const char *word)
{
    buf_puts(error, message);
    buf_puts(error, " \"");
    escape_put(error, word, strlen(word), ESCAPE_UNLIMITED);
    buf_puts(error, "\"");
    return -EINVAL;
}

static void put_unknown(struct buf *error, const struct nearest *nearest, const char *prefix)
{
    struct buf word = {0};

    escape_put(&word, nearest->word, nearest->len, WORD_CELLS);
    buf_printf(error, _("\"%s%s\" is unknown"), prefix, buf_text(&word));
    error->failed |= word.failed;
    buf_fini(&word);
}

static void put_nearest(struct buf *error, const struct nearest *nearest, const char *prefix)
{
    struct buf names = {0};

    nearest_put(&names, nearest, prefix, '"');
    buf_printf(error, _("did you mean %s?"), buf_text(&names));
    error->failed |= names.failed;
    buf_fini(&names);
}

int refuse_unknown(struct buf *error, const char *message, const struct nearest *nearest,
                   const char *prefix)
{
    buf_puts(error, message);
    buf_putc(error, '\n');
    put_unknown(error, nearest, prefix);
    if (nearest->count > 0) {
        buf_puts(error, "; ");
        put_nearest(error, nearest, prefix);
    }
    return -EINVAL;
}

static struct nearest find_columns(const char *code)
{
    const struct column *column;
    struct nearest nearest;

    nearest_begin(&nearest, code, strlen(code));
    for (size_t i = 0; (column = column_at(i)); i++)
        if (!column->figure->unprintable)
            nearest_offer(&nearest, column->code);
    return nearest;
}

int refuse_column(struct buf *error, const char *message, const char *code)
{
    const struct nearest nearest = find_columns(code);

    return refuse_unknown(error, message, &nearest, "");
}

int refuse_column_word(struct buf *error, const char *message, const char *code)
{
    const struct nearest nearest = find_columns(code);

    refuse_word(error, message, code);
    if (nearest.count > 0) {
        buf_putc(error, '\n');
        put_nearest(error, &nearest, "");
    }
    return -EINVAL;
}
