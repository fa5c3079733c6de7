/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints what top would show, as text.
 *
 *   frames ROWS COLUMNS [KEY]...            the host of fixed_host.c
 *   frames --hybrid ROWS COLUMNS [KEY]...   the same with two kinds of cores
 *   frames --entries ROWS COLUMNS [KEY]...  the same with something to inspect
 *   frames --colours ROWS COLUMNS [KEY]...  the same on a terminal with 256 colours
 *   frames --tree=DIR ROWS COLUMNS [KEY]... a fixture tree
 *
 * Keys are pressed in order, each answered before the next; 'word stands for its characters. A scan
 * that one of them asks for is made at once. Every line of the screen stands behind "|". Where a
 * line has looks, a line behind ":" shows them below: b bold, r reverse, B both; one with ">" goes
 * on to the right edge. Where it has colours, their last digits stand behind "#".
 */
#include <err.h>
#include <libintl.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/source.h"
#include "lib/text/escape.h"
#include "tests/common/fixed_host.h"
#include "tests/common/key_names.h"
#include "top/model/sample_request.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/visible_details.h"
#include "top/work/detail_loader.h"

/* Where samples come from: a tree, or the fixed host with its two. */
struct host {
    const char *tree; /* NULL: made up */
    struct scanner *scanner;
    struct sample processes, threads;
};

static void open_host(struct host *host, const char *tree)
{
    const struct source_options options = {.procfs = tree};
    struct buf why = {0};

    host->tree = tree;
    if (!tree) {
        fixed_host_init(&host->processes);
        fixed_host_init_threads(&host->threads);
        return;
    }
    sample_init(&host->processes);
    if (scanner_open(&options, &host->scanner, &why))
        errx(EXIT_FAILURE, "%s", buf_text(&why));
    buf_fini(&why);
}

static void close_host(struct host *host)
{
    scanner_close(host->scanner);
    fixed_host_fini(&host->processes);
    if (!host->scanner)
        fixed_host_fini(&host->threads);
}

static struct sample *scan(struct host *host, const struct model *model)
{
    const struct sample_request request = sample_request_of(model);

    if (!host->scanner) {
        struct sample *sample = request.rows == ROWS_THREADS ? &host->threads : &host->processes;

        sample->request = request;
        return sample;
    }
    if (scanner_read(host->scanner, &request, &host->processes))
        errx(EXIT_FAILURE, "the tree cannot be read");
    return &host->processes;
}

/* What there is to inspect, and what all of it says. */
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

static void handle(struct model *model, struct host *host, const struct event *event)
{
    struct effects effects = update(model, event);

    if (effects.quit)
        printf("quits\n");
    if (effects.action == ACTION_INSPECT)
        put_output(model);
    else if (effects.action == ACTION_FIND_USER)
        find_user(model);
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

    return letters[look & LOOK_ATTRIBUTES];
}

static char colour_letter(unsigned look)
{
    return look_colour(look) < 0 ? ' ' : (char)('0' + look_colour(look) % 10);
}

/* A letter below each cell; cells at the end that have none are left out. */
static void print_below(const struct frame *frame, const struct frame_line *line, char lead,
                        char (*letter)(unsigned look))
{
    char rest = line->rest_look == LOOK_PLAIN ? ' ' : letter(line->rest_look);
    bool any = rest != ' ';
    size_t blanks = 0;

    for (size_t i = 0; i < line->span_count; i++)
        any |= letter(frame->spans[line->first_span + i].look) != ' ';
    if (!any)
        return;
    putchar(lead);
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];
        size_t cells = escape_width(frame->text.data + span->offset, span->bytes);

        if (letter(span->look) == ' ') {
            blanks += cells;
            continue;
        }
        for (; blanks; blanks--)
            putchar(' ');
        for (; cells; cells--)
            putchar(letter(span->look));
    }
    if (rest != ' ')
        printf("%*s%c>", (int)blanks, "", rest);
    putchar('\n');
}

static void print_frame(const struct frame *frame)
{
    for (size_t row = 0; row < frame->line_count; row++) {
        const struct frame_line *line = &frame->lines[row];

        putchar('|');
        for (size_t i = 0; i < line->span_count; i++) {
            const struct frame_span *span = &frame->spans[line->first_span + i];

            fwrite(frame->text.data + span->offset, 1, span->bytes, stdout);
        }
        putchar('\n');
        print_below(frame, line, ':', look_letter);
        print_below(frame, line, '#', colour_letter);
    }
    if (frame->cursor)
        printf("cursor: row %zu, column %zu\n", frame->cursor_row, frame->cursor_col);
}

static void show(const struct model *model)
{
    struct frame frame;

    frame_init(&frame);
    screen_view(model, &frame);
    if (frame.failed || model->failed)
        errx(EXIT_FAILURE, "out of memory");
    if (frame.line_count > model->rows)
        errx(EXIT_FAILURE, "more lines than rows");
    print_frame(&frame);
    frame_fini(&frame);
}

static void press_word(struct model *model, struct host *host, const char *word)
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

/* As top does between a sample and the screen. */
static void load_details(struct model *model, const struct host *host)
{
    const struct source_options options = {.procfs = host->tree};
    const struct event filled = {.kind = EVENT_FILLED};
    struct detail_loader *loader;
    struct buf why = {0};
    int64_t due_ns;

    if (detail_loader_open(&options, visible_details_list, &loader, &why))
        errx(EXIT_FAILURE, "%s", buf_text(&why));
    while (detail_loader_load(loader, model, &due_ns) >= 0 && detail_loader_is_loading(loader))
        poll(&(struct pollfd){.fd = detail_loader_fd(loader), .events = POLLIN}, 1, -1);
    detail_loader_close(loader);
    buf_fini(&why);
    update(model, &filled);
}

static void run(struct model *model, struct host *host, size_t rows, size_t cols,
                char *const keys[])
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {rows, cols}};

    handle(model, host, &size);
    for (size_t i = 0; keys[i]; i++)
        press_word(model, host, keys[i]);
    if (host->scanner)
        load_details(model, host);
    show(model);
}

int main(int argc, char *argv[])
{
    const char *tree = NULL;
    bool hybrid = false, with_entries = false, colours = false;
    struct host host = {0};
    struct name_cache *names = name_cache_new();
    struct model model;

    setlocale(LC_ALL, "");
    bindtextdomain("dotproc", getenv("DOTPROC_LOCALEDIR"));
    textdomain("dotproc");
    if (argc > 1 && strncmp(argv[1], "--", 2) == 0) {
        hybrid = strcmp(argv[1], "--hybrid") == 0;
        with_entries = strcmp(argv[1], "--entries") == 0;
        colours = strcmp(argv[1], "--colours") == 0;
        if (strncmp(argv[1], "--tree=", 7) == 0)
            tree = argv[1] + 7;
        else if (!hybrid && !with_entries && !colours)
            errx(EXIT_FAILURE, "there is no such option");
        argv++;
        argc--;
    }
    if (argc < 3 || !names)
        errx(EXIT_FAILURE,
             "usage: frames [--hybrid | --entries | --colours | --tree=DIR] ROWS COLUMNS [KEY]...");

    open_host(&host, tree);
    if (hybrid)
        fixed_host_make_hybrid(&host.processes);
    model_init(&model, names, false);
    model.self = 999;
    if (with_entries)
        model.inspect_entries =
            (struct inspect_entries){entries, sizeof(entries) / sizeof(entries[0])};
    model.colour_count = colours ? 256 : 0;
    run(&model, &host, strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), argv + 3);
    model_fini(&model);
    close_host(&host);
    name_cache_free(names);
    return EXIT_SUCCESS;
}
