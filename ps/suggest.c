/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/suggest.h"

#include <string.h>

#include "lib/column/column.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* The most cells of an unknown word that are shown. */
#define WORD_CELLS 60

void suggest_put(struct buf *error, const struct nearest *nearest, const char *prefix, bool named)
{
    struct buf word = {0};
    struct buf names = {0};

    escape_put(&word, nearest->word, nearest->len, WORD_CELLS);
    nearest_put(&names, nearest, prefix, '"');
    if (!named) {
        buf_putc(error, '\n');
        buf_printf(error, _("\"%s%s\" is unknown"), prefix, buf_text(&word));
    }
    if (nearest->count > 0) {
        buf_puts(error, named ? "\n" : "; ");
        buf_printf(error, _("did you mean %s?"), buf_text(&names));
    }
    error->failed |= word.failed || names.failed;
    buf_fini(&word);
    buf_fini(&names);
}

void suggest_column(struct buf *error, const char *code, bool named)
{
    const struct column *column;
    struct nearest nearest;

    nearest_begin(&nearest, code, strlen(code));
    for (size_t i = 0; (column = column_at(i)); i++)
        if (!column->figure->unprintable)
            nearest_offer(&nearest, column->code);
    suggest_put(error, &nearest, "", named);
}
