/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/printing.h"

#include <errno.h>
#include <stdio.h>

#include "lib/text/names.h"

/* Whether no row depends on those after it. */
static bool prints_parts(const struct ps_options *options)
{
    return options->output == OUTPUT_TEXT && options->sort_count == 0 &&
           options->tree == TREE_NONE && options->group_keys.count == 0 && !options->ended_ns &&
           !options->only;
}

/* Drops rows that were printed by a previous reading. */
static void skip_printed(struct printing *printing)
{
    struct listing *listing = &printing->listing;

    while (listing->count > 0 && task_key(listing->rows->task) <= printing->last_key) {
        listing->rows++;
        listing->count--;
    }
    if (listing->count > 0)
        printing->last_key = task_key(listing->rows[listing->count - 1].task);
}

static int print_text(struct printing *printing)
{
    const struct listing *listing = &printing->listing;
    int result = printing->writer ? 0 : out_text_open(listing, stdout, &printing->writer);

    return result == 0 ? out_text_put(printing->writer, listing) : result;
}

/* Prints rows in this order, unless there was an error before. */
static int print(struct printing *printing, struct snapshot *snapshot)
{
    struct listing *listing = &printing->listing;

    if (printing->result == 0)
        printing->result = arrangement_make(&printing->arrangement, snapshot, listing);
    if (printing->result < 0)
        return printing->result;
    if (prints_parts(printing->options))
        skip_printed(printing);
    printing->count += listing->count;
    printing->result =
        printing->json ? out_json_write(listing, printing->json, stdout) : print_text(printing);
    return printing->result;
}

static int put(struct row_sink *sink, struct snapshot *snapshot)
{
    return print((struct printing *)sink, snapshot);
}

int printing_begin(struct printing *printing, const struct reading *reading)
{
    if (!printing->names)
        printing->names = name_cache_new();
    if (!printing->names)
        return -ENOMEM;
    printing->context = arrangement_context(printing->options, &reading->snapshot, printing->names,
                                            reading->source->live);
    printing->listing = (struct listing){
        .options = printing->options,
        .context = &printing->context,
        .screen = printing->screen,
    };
    return 0;
}

void printing_fini(struct printing *printing)
{
    out_text_close(printing->writer);
    arrangement_fini(&printing->arrangement);
    name_cache_free(printing->names);
}

struct row_sink *printing_sink(struct printing *printing)
{
    printing->sink.put = put;
    return prints_parts(printing->options) ? &printing->sink : NULL;
}

int printing_finish(struct printing *printing, struct snapshot *snapshot)
{
    return print(printing, snapshot);
}
