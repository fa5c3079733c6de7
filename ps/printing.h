/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PRINTING_H
#define DOTPROC_PS_PRINTING_H

/* Prints listings, of tasks or of control groups, as text or as JSON. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/base/buf.h"
#include "lib/text/json.h"
#include "ps/arrangement.h"

/*
 * Prints the rows of tasks: all at once or, if their order is that of the scan, in parts while
 * others are read. The output is the same.
 *
 * A thread that takes over from a stuck reader reads all tasks again and continues with the same
 * struct: rows that were printed already are left out.
 *
 * Zero-initialise, and set options, screen and json before anything is printed.
 */
struct printing {
    const struct ps_options *options;
    struct screen screen;
    struct json *json; /* borrowed; NULL for text */

    /* Of this module. */
    struct name_cache *names;
    struct column_context context;
    struct listing listing;
    struct arrangement arrangement;
    struct text_writer *writer; /* NULL until something was printed as text */
    uint64_t last_key;          /* of the rows printed in parts: task_key() */
    size_t count;               /* rows printed */
    int result;                 /* 0, or -errno: nothing more is printed */
};

/*
 * Called before each reading, whose rows are printed from then on. `live` as in struct source. 0 or
 * -ENOMEM.
 */
int printing_begin(struct printing *printing, const struct snapshot *snapshot, bool live);
void printing_fini(struct printing *printing);

/* Whether no row depends on those after it: rows can be printed while others are read. */
bool printing_takes_parts(const struct ps_options *options);

/*
 * Prints the rows of the snapshot, all or a part; the context is the struct printing. 0; -ENOMEM,
 * also if a name could not be looked up for lack of memory; or -errno when the output cannot be
 * written.
 */
int printing_put(void *context, struct snapshot *snapshot);

/* As output_flush(); returns also the error of a name that could not be looked up. */
int listing_write(const struct listing *listing, struct buf *collected, FILE *out);

/*
 * Output is collected in a buffer and written in large pieces: writers flush when this many bytes
 * are collected.
 */
#define OUTPUT_FLUSH_AT 65536

/* Writes and clears the buffer. 0, -ENOMEM if it has failed, or -errno of the write. */
int output_flush(struct buf *collected, FILE *out);

/* Closes the stream: only then all output is known to be written. 0 or -errno. */
int output_close(FILE *out);

/* out_text.c: rows as lines of text. */
struct text_writer;

/*
 * Prepares to write rows in the format of this listing, which is borrowed until the next
 * out_text_put(). 0 or -ENOMEM; *writer is to be closed with out_text_close().
 */
int out_text_open(const struct listing *listing, FILE *out, struct text_writer **writer);

/*
 * Writes the rows of a listing, which follow those written before, after a heading if they are the
 * first. A forest must be written in one call. The listing may differ from the previous one only in
 * its rows. 0, -ENOMEM, or -errno when `out` cannot be written.
 */
int out_text_put(struct text_writer *writer, const struct listing *listing);
void out_text_close(struct text_writer *writer);

/* Opens, writes all rows, and closes. */
int out_text_write(const struct listing *listing, FILE *out);

/*
 * out_json.c: rows as JSON, an object for each, with the columns' specifiers as keys. Headings,
 * widths, text between columns and branches are not used.
 *
 * Writes an array, or with OUTPUT_JSON_LINES an object on each line. 0, -ENOMEM, or -errno when
 * `out` cannot be written.
 */
int out_json_write(const struct listing *listing, struct json *json, FILE *out);

/*
 * cgroups.c, for --cgroups: reads the control groups and prints them in place of tasks. Figures
 * that are differences are measured over 0.2 seconds. *incomplete: some were left out, see struct
 * cgroup_table. 0; -ENOENT if no hierarchy is mounted; or -errno.
 */
int cgroups_print(struct printing *printing, bool *incomplete);

#endif
