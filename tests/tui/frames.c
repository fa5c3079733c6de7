/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints what top would show, as text.
 *
 *   frames ROWS COLUMNS [KEY]...            the host of fixed_host.c
 *   frames --hybrid ROWS COLUMNS [KEY]...   the same with two kinds of cores
 *   frames --limited ROWS COLUMNS [KEY]...  the same in a container that may not use all of it
 *   frames --unknown ROWS COLUMNS [KEY]...  the same without any figure of the host
 *   frames --entries ROWS COLUMNS [KEY]...  the same with something to inspect
 *   frames --ended ROWS COLUMNS [KEY]...    the same where tasks exited and others wait
 *   frames --earlier ROWS COLUMNS [KEY]...  the same after a sample of a minute ago
 *   frames --containers ROWS COLUMNS [KEY]...  the same with some tasks in containers and pods
 *   frames --colours ROWS COLUMNS [KEY]...  the same on a terminal with 256 colours
 *   frames --cgroups=DIR ROWS COLUMNS [KEY]... the fixed host with control groups as below DIR, and
 *                                           the runtimes' files in DIR/../names/root
 *   frames --tree=DIR ROWS COLUMNS [KEY]... a fixture tree
 *   frames --changes ...                    only the rows that the keys change
 *
 * Keys are pressed in order, each answered before the next; 'word stands for its characters. A scan
 * that one of them asks for is made at once. Every line of the screen stands behind "|". Where a
 * line has looks, a line behind ":" shows them below: b bold, r reverse, B both; one with ">" goes
 * on to the right edge. Where it has colours, their last digits stand behind "#". "= 3 rows" are as
 * they were before the first key was pressed, or before the keys behind "--".
 */
#include <err.h>
#include <libintl.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/escape.h"
#include "lib/text/names.h"
#include "tests/common/key_names.h"
#include "tests/tui/frames_host.h"
#include "top/base/interrupts.h"
#include "top/run.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/detail_loader.h"

static struct sample *scan(struct frames_host *host, const struct model *model)
{
    const struct sample_request request = sample_request_of(model);
    struct sample *sample = &host->processes;

    if (!host->scanner) {
        if (request.rows == ROWS_THREADS)
            sample = &host->threads;
        sample->request = request;
        frames_host_read_cgroups(host, sample);
    } else if (scanner_read(host->scanner, &request, sample)) {
        errx(EXIT_FAILURE, "the tree cannot be read");
    }
    return sample;
}

/* The entries to inspect; put_output() has the output of all of them. */
static const struct inspect_entry entries[] = {
    {INSPECT_PIPE, "Odd Text", "odd -p %d 100%%"},
    {INSPECT_FILE, "Numbers", "/proc/%d/numbers"},
};

static void put_output(struct model *model)
{
    static const char output[] = "tab\there\n\n\033[31mred\007 \177 \xff\xfe\n"
                                 "x\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab cats\n"
                                 "the last line has no end";
    const struct event some = {.kind = EVENT_OUTPUT, .as.output = {output, sizeof(output) - 1}};
    const struct event end = {.kind = EVENT_OUTPUT_END};

    update(model, &some);
    update(model, &end);
}

static void find_user(struct model *model)
{
    struct event found = {.kind = EVENT_USER, .as.user.name = model->wanted_user.name};

    found.as.user.known = user_id_by_name(found.as.user.name, &found.as.user.uid) > 0;
    update(model, &found);
}

static void handle(struct model *model, struct frames_host *host, const struct event *event)
{
    struct effects effects = update(model, event);

    if (effects.quit)
        printf("quits\n");
    if (effects.action == ACTION_INSPECT)
        put_output(model);
    else if (effects.action == ACTION_FIND_USER)
        find_user(model);
    else if (effects.action != ACTION_NONE && effects.tagged)
        printf("acts: %s on %zu tagged with %d\n", action_name(effects.action), model->tags.count,
               effects.value);
    else if (effects.action != ACTION_NONE)
        printf("acts: %s on %d (%s) with %d\n", action_name(effects.action), (int)effects.pid,
               effects.name, effects.value);
    if (effects.scan || !sample_request_is_met(model)) {
        const struct event sample = {.kind = EVENT_SAMPLE, .as.sample = scan(host, model)};

        update(model, &sample);
    }
}

static char look_letter(unsigned look)
{
    static const char letters[] = {' ', 'b', 'r', 'B'};

    return letters[look & (LOOK_BOLD | LOOK_REVERSE)];
}

static char colour_letter(unsigned look)
{
    return look_colour(look) < 0 ? ' ' : (char)('0' + look_colour(look) % 10);
}

/* A letter below each cell; the cells at the end without one are left out. */
static void put_below(const struct frame *frame, const struct frame_line *line, char lead,
                      char (*letter)(unsigned look), struct buf *out)
{
    char rest = line->rest_look == LOOK_PLAIN ? ' ' : letter(line->rest_look);
    bool any = rest != ' ';
    size_t blanks = 0;

    for (size_t i = 0; i < line->span_count; i++)
        any |= letter(frame->spans[line->first_span + i].look) != ' ';
    if (!any)
        return;
    buf_putc(out, lead);
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];
        size_t cells = escape_width(frame->text.data + span->offset, span->bytes);

        if (letter(span->look) == ' ') {
            blanks += cells;
            continue;
        }
        buf_fill(out, ' ', blanks);
        buf_fill(out, letter(span->look), cells);
        blanks = 0;
    }
    if (rest != ' ')
        buf_printf(out, "%*s%c>", (int)blanks, "", rest);
    buf_putc(out, '\n');
}

/* A row, and what stands below it. */
static void put_row(const struct frame *frame, size_t row, struct buf *out)
{
    const struct frame_line *line = &frame->lines[row];

    buf_putc(out, '|');
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];

        buf_put(out, frame->text.data + span->offset, span->bytes);
    }
    buf_putc(out, '\n');
    put_below(frame, line, ':', look_letter, out);
    put_below(frame, line, '#', colour_letter, out);
}

/* Each row of a frame as text; the array has one more, which is empty. */
static struct buf *rows_of(const struct frame *frame)
{
    struct buf *rows = calloc(frame->line_count + 1, sizeof(*rows));

    if (!rows)
        errx(EXIT_FAILURE, "out of memory");
    for (size_t row = 0; row < frame->line_count; row++)
        put_row(frame, row, &rows[row]);
    return rows;
}

static void free_rows(struct buf *rows, size_t count)
{
    for (size_t row = 0; row < count; row++)
        buf_fini(&rows[row]);
    free(rows);
}

/* How many rows from this one on are as they were before. */
static size_t count_same(const struct buf *now, const struct buf *before, size_t row,
                         size_t before_count)
{
    const size_t first = row;

    while (row < before_count && now[row].len > 0 &&
           strcmp(buf_text(&now[row]), buf_text(&before[row])) == 0)
        row++;
    return row - first;
}

/* A single row without looks is as short as the line that says that it is the same. */
static void print_frame(const struct frame *frame, const struct frame *before)
{
    struct buf *now = rows_of(frame), *then = rows_of(before);

    for (size_t row = 0, count; row < frame->line_count; row += count) {
        count = count_same(now, then, row, before->line_count);
        if (count == 0 || (count == 1 && strchr(buf_text(&now[row]), '\n')[1] == '\0')) {
            count = 1;
            fputs(buf_text(&now[row]), stdout);
        } else {
            printf("= %zu row%s\n", count, count == 1 ? "" : "s");
        }
    }
    if (frame->cursor)
        printf("cursor: row %zu, column %zu\n", frame->cursor_row, frame->cursor_col);
    free_rows(now, frame->line_count);
    free_rows(then, before->line_count);
}

static void view(const struct model *model, struct frame *frame)
{
    screen_view(model, frame);
    if (frame->failed || model->failed)
        errx(EXIT_FAILURE, "out of memory");
    if (frame->line_count > model->rows)
        errx(EXIT_FAILURE, "more lines than rows");
}

static void press_word(struct model *model, struct frames_host *host, const char *word)
{
    struct event press = {.kind = EVENT_KEY};

    if (*word == '\'' && word[1]) {
        while (*++word) {
            press.as.key = (unsigned char)*word;
            handle(model, host, &press);
        }
        return;
    }
    if (!key_by_name(word, &press.as.key))
        errx(EXIT_FAILURE, "there is no such key");
    handle(model, host, &press);
}

/* Reads the missing figures as top does between a sample and the screen. */
static void load_details(struct model *model, const struct frames_host *host)
{
    const struct source_options options = {.procfs = host->tree};
    const struct event filled = {.kind = EVENT_FILLED};
    struct detail_loader *loader;
    struct buf why = {0};
    int64_t due_ns;

    if (detail_loader_open(&options, visible_details_list, &loader, &why))
        errx(EXIT_FAILURE, "%s", buf_text(&why));
    while (detail_loader_load(loader, model, &due_ns) >= 0 && detail_loader_is_loading(loader))
        interrupt_wait(&(struct pollfd){.fd = detail_loader_fd(loader), .events = POLLIN}, 1,
                       clock_left_ns(due_ns));
    detail_loader_close(loader);
    buf_fini(&why);
    update(model, &filled);
}

static void view_loaded(struct model *model, const struct frames_host *host, struct frame *frame)
{
    if (host->scanner)
        load_details(model, host);
    view(model, frame);
}

static void run(struct model *model, struct frames_host *host, size_t rows, size_t cols,
                char *const keys[])
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {rows, cols}};
    const struct event earlier = {.kind = EVENT_SAMPLE, .as.sample = &host->earlier};
    struct frame before, after;

    frame_init(&before);
    frame_init(&after);
    if (host->has_earlier) {
        update(model, &size);
        host->earlier.request = sample_request_of(model);
        update(model, &earlier);
        host->processes.request = host->earlier.request;
        update(model, &(struct event){.kind = EVENT_SAMPLE, .as.sample = &host->processes});
    }
    handle(model, host, &size);
    if (host->changes && keys[0])
        view_loaded(model, host, &before);
    for (size_t i = 0; keys[i]; i++) {
        if (strcmp(keys[i], "--") != 0)
            press_word(model, host, keys[i]);
        else if (host->changes)
            view_loaded(model, host, &before);
    }
    view_loaded(model, host, &after);
    print_frame(&after, &before);
    frame_fini(&before);
    frame_fini(&after);
}

int main(int argc, char *argv[])
{
    struct frames_host host = {0};
    struct name_cache *names = name_cache_new();
    struct model model;

    setlocale(LC_ALL, "");
    bindtextdomain("dotproc", getenv("DOTPROC_LOCALEDIR"));
    textdomain("dotproc");
    for (; argc > 1 && strncmp(argv[1], "--", 2) == 0; argv++, argc--)
        if (!frames_host_take_option(&host, argv[1]))
            errx(EXIT_FAILURE, "there is no such option");
    if (argc < 3 || !names)
        errx(EXIT_FAILURE, "usage: frames [OPTION]... ROWS COLUMNS [KEY]...");

    frames_host_open(&host);
    model_init(&model, names, true);
    model.settings.ended = host.ended;
    model.context.containers = host.labels;
    model.self = 999;
    if (host.with_entries)
        model.inspect_entries =
            (struct inspect_entries){entries, sizeof(entries) / sizeof(entries[0])};
    model.colour_count = host.colours ? 256 : 0;
    run(&model, &host, strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), argv + 3);
    model_fini(&model);
    frames_host_close(&host);
    name_cache_free(names);
    return EXIT_SUCCESS;
}
