/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/printing.h"

#include <errno.h>
#include <stdio.h>

#include "lib/text/names.h"

bool printing_takes_parts(const struct ps_options *options)
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

int printing_put(void *context, struct snapshot *snapshot)
{
    struct printing *printing = context;
    struct listing *listing = &printing->listing;

    if (printing->result == 0)
        printing->result = arrangement_make(&printing->arrangement, snapshot, listing);
    if (printing->result < 0)
        return printing->result;
    if (printing_takes_parts(printing->options))
        skip_printed(printing);
    printing->count += listing->count;
    printing->result =
        printing->json ? out_json_write(listing, printing->json, stdout) : print_text(printing);
    return printing->result;
}

int printing_begin(struct printing *printing, const struct snapshot *snapshot, bool live)
{
    if (!printing->names)
        printing->names = name_cache_new();
    if (!printing->names)
        return -ENOMEM;
    printing->context = arrangement_context(printing->options, snapshot, printing->names, live);
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

/* --- the output --- */

int listing_write(const struct listing *listing, struct buf *collected, FILE *out)
{
    int error = name_cache_error(listing->context->names);

    if (error == 0)
        error = container_labels_error(listing->context->containers);
    return error < 0 ? error : output_flush(collected, out);
}

int output_flush(struct buf *collected, FILE *out)
{
    if (collected->failed)
        return -ENOMEM;
    errno = 0;
    if (collected->len > 0 && fwrite(collected->data, 1, collected->len, out) != collected->len)
        return errno ? -errno : -EIO;
    buf_clear(collected);
    return 0;
}

int output_close(FILE *out)
{
    errno = 0;
    if (fclose(out) == 0)
        return 0;
    return errno ? -errno : -EIO;
}
