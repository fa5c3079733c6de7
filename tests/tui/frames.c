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
#include "tests/common/ended_rows.h"
#include "tests/common/fixed_host.h"
#include "tests/common/key_names.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/screens/screens.h"
#include "top/update/update.h"
#include "top/work/detail_loader.h"

/* Where samples come from: a tree, or the fixed host, which has two. */
struct host {
    const char *tree; /* NULL: the fixed host */
    struct scanner *scanner;
    struct sample processes, threads;
    const char *cgroup_root; /* NULL: there are no control groups */
    struct cgroup_reader *cgroups;
    struct sample earlier; /* is shown first, if there is one */
    bool has_earlier;
    bool changes; /* only the rows that keys have changed are printed */
};

/* Adds exited tasks of several names, with less and less CPU time, in 2 s, and PSI. */
static void add_ended(struct sample *sample)
{
    static char names[14][16];
    struct snapshot before;

    ended_sample_clear(&sample->ended);
    sample->ended.watched = sample->ended.counted = true;
    sample->ended.interval_ns = 2000 * MS;
    sample->ended.processes = 185;
    sample->ended.threads = 0;
    sample->ended.forks = 122;
    sample->ended.execs = 96;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct made made = {
            names[i],    "make", 13 * (i + 1), i < 12 ? 900 >> i : 0, 40, i % 3 ? 0 : 99993002,
            TASK_PROCESS};

        snprintf(names[i], sizeof(names[i]), "step-%c", 'a' + (int)i);
        ended_row_add(&sample->ended.rows, &made);
    }
    snapshot_init(&before);
    if (ended_sample_complete(&sample->ended, &before) < 0)
        errx(EXIT_FAILURE, "out of memory");
    snapshot_fini(&before);
    sample->pressures[PRESSURE_CPU] = (struct pressure){.has_some = true, .some = 80.9};
    sample->pressures[PRESSURE_IO] =
        (struct pressure){.has_some = true, .has_full = true, .some = 2.1, .full = 1};
}

#define DOCKER(digit)                \
    "0::/system.slice/docker-" digit \
    "9f2c4d1e5a60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00.scope"
#define KUBERNETES                                                      \
    "0::/kubepods.slice/kubepods-burstable.slice/"                      \
    "kubepods-burstable-pod0c1d2e3f_4a5b_6c7d_8e9f_0a1b2c3d4e5f.slice/" \
    "cri-containerd-59f2c4d1e5a60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00.scope"

/* Whose names are known, but for the last one, which is still looked for. */
static const struct {
    const char *cgroup;
    pid_t processes[4];
    const char *texts[CONTAINER_TEXTS];
} containers[] = {
    {KUBERNETES, {300}, {"db", "orders-db-0", "shop", "postgres:16"}},
    {DOCKER("0"), {412, 413, 32000}, {"builder", "", "", "gcc:12"}},
    {DOCKER("1"), {430, 441}, {NULL}},
};

#define CONTAINERS (sizeof(containers) / sizeof(containers[0]))

static void contain(struct sample *sample)
{
    for (size_t i = 0; i < sample->snapshot.count; i++)
        for (size_t container = 0; container < CONTAINERS; container++)
            for (size_t at = 0; at < 4; at++)
                if (containers[container].processes[at] == sample->snapshot.tasks[i].tgid)
                    sample->snapshot.tasks[i].details->cgroup = containers[container].cgroup;
}

static struct container_labels *open_labels(void)
{
    struct container_labels *labels;

    if (container_labels_open(NULL, &labels) < 0)
        errx(EXIT_FAILURE, "out of memory");
    container_labels_defer(labels);
    for (size_t i = 0; i < CONTAINERS; i++) {
        container_labels_text(labels, containers[i].cgroup, CONTAINER_TEXT_NAME);
        if (containers[i].texts[0])
            container_labels_learn(labels, containers[i].cgroup, containers[i].texts);
    }
    return labels;
}

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
    cgroup_reader_close(host->cgroups);
    scanner_close(host->scanner);
    fixed_host_fini(&host->processes);
    if (host->has_earlier)
        fixed_host_fini(&host->earlier);
    if (!host->scanner)
        fixed_host_fini(&host->threads);
}

/* A recorded host does not change: what it counted counts as that of the last 100 seconds. */
static void add_changes(struct cgroup_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct cgroup_figures *figures = &table->rows[i].figures;

        table->rows[i].change = (struct cgroup_change){
            .has = figures->have & (CGROUP_USAGE | CGROUP_THROTTLING | CGROUP_IO),
            .usage_us = figures->usage_us,
            .usage_ns = (uint64_t)(100 * NS_PER_S),
            .periods = figures->periods,
            .throttled_periods = figures->throttled_periods,
            .read_bytes = figures->read_bytes,
            .written_bytes = figures->written_bytes,
            .io_ns = (uint64_t)(100 * NS_PER_S),
        };
    }
}

static void read_cgroups(struct host *host, struct sample *sample)
{
    if (!host->cgroup_root)
        return;
    if (!host->cgroups && cgroup_reader_open(host->cgroup_root, &host->cgroups) < 0)
        errx(EXIT_FAILURE, "out of memory");
    if (*sample->request.cgroup && cgroup_reader_read_group(host->cgroups, sample->request.cgroup,
                                                            CGROUP_ALL, &sample->cgroup) < 0)
        errx(EXIT_FAILURE, "the control group cannot be read");
    if (sample->request.cgroups &&
        cgroup_reader_read(host->cgroups, &sample->request.cgroup_request, &sample->cgroups) < 0)
        errx(EXIT_FAILURE, "the control groups cannot be read");
    add_changes(&sample->cgroups);
    sample->cgroups.compared = true;
}

static struct sample *scan(struct host *host, const struct model *model)
{
    const struct sample_request request = sample_request_of(model);

    if (!host->scanner) {
        struct sample *sample = request.rows == ROWS_THREADS ? &host->threads : &host->processes;

        sample->request = request;
        read_cgroups(host, sample);
        return sample;
    }
    if (scanner_read(host->scanner, &request, &host->processes))
        errx(EXIT_FAILURE, "the tree cannot be read");
    return &host->processes;
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

static void handle(struct model *model, struct host *host, const struct event *event)
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

    return letters[look & LOOK_ATTRIBUTES];
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

/* A row, and what stands below it; nothing of a frame that has not so many. */
static void put_row(const struct frame *frame, size_t row, struct buf *out)
{
    const struct frame_line *line;

    if (row >= frame->line_count)
        return;
    line = &frame->lines[row];
    buf_putc(out, '|');
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];

        buf_put(out, frame->text.data + span->offset, span->bytes);
    }
    buf_putc(out, '\n');
    put_below(frame, line, ':', look_letter, out);
    put_below(frame, line, '#', colour_letter, out);
}

/* Rows that are as before, by their number where that is shorter; none are left. */
static void print_unchanged(struct buf *rows, size_t *count)
{
    const char *first_end = strchr(buf_text(rows), '\n');

    if (first_end && first_end[1])
        printf("= %zu row%s\n", *count, *count == 1 ? "" : "s");
    else
        fputs(buf_text(rows), stdout);
    buf_clear(rows);
    *count = 0;
}

static void print_frame(const struct frame *frame, const struct frame *before)
{
    struct buf rows = {0}, now = {0}, then = {0};
    size_t count = 0;

    for (size_t row = 0; row < frame->line_count; row++) {
        buf_clear(&now);
        buf_clear(&then);
        put_row(frame, row, &now);
        put_row(before, row, &then);
        if (strcmp(buf_text(&now), buf_text(&then)) == 0) {
            buf_puts(&rows, buf_text(&now));
            count++;
            continue;
        }
        print_unchanged(&rows, &count);
        fputs(buf_text(&now), stdout);
    }
    print_unchanged(&rows, &count);
    if (frame->cursor)
        printf("cursor: row %zu, column %zu\n", frame->cursor_row, frame->cursor_col);
    buf_fini(&rows);
    buf_fini(&now);
    buf_fini(&then);
}

static void view(const struct model *model, struct frame *frame)
{
    screen_view(model, frame);
    if (frame->failed || model->failed)
        errx(EXIT_FAILURE, "out of memory");
    if (frame->line_count > model->rows)
        errx(EXIT_FAILURE, "more lines than rows");
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

/* Reads the missing figures as top does between a sample and the screen. */
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

static void view_loaded(struct model *model, const struct host *host, struct frame *frame)
{
    if (host->scanner)
        load_details(model, host);
    view(model, frame);
}

static void run(struct model *model, struct host *host, size_t rows, size_t cols,
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

/* The variants of the host. */
struct variant {
    const char *tree;
    bool hybrid, limited, unknown, with_entries, colours, ended, contained, earlier, changes;
};

/* Takes the option, if there is one; whether it is known. */
static bool take_option(const char *option, struct variant *variant, struct host *host)
{
    const struct {
        const char *name;
        bool *chosen;
    } flags[] = {
        {"--hybrid", &variant->hybrid},        {"--limited", &variant->limited},
        {"--unknown", &variant->unknown},      {"--entries", &variant->with_entries},
        {"--colours", &variant->colours},      {"--ended", &variant->ended},
        {"--containers", &variant->contained}, {"--earlier", &variant->earlier},
        {"--changes", &variant->changes},
    };

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(option, flags[i].name) == 0) {
            *flags[i].chosen = true;
            return true;
        }
    }
    if (strncmp(option, "--tree=", 7) == 0)
        variant->tree = option + 7;
    else if (strncmp(option, "--cgroups=", 10) == 0)
        host->cgroup_root = option + 10;
    else
        return false;
    return true;
}

static void make_variant(struct host *host, const struct variant *variant)
{
    if (variant->hybrid)
        fixed_host_make_hybrid(&host->processes);
    if (variant->limited)
        fixed_host_make_container(&host->processes);
    if (variant->unknown)
        fixed_host_make_unknown(&host->processes);
    if (variant->ended)
        add_ended(&host->processes);
    host->changes = variant->changes;
    host->has_earlier = variant->earlier;
    if (variant->earlier) {
        fixed_host_init(&host->earlier);
        fixed_host_make_earlier(&host->earlier);
    }
}

int main(int argc, char *argv[])
{
    struct variant variant = {0};
    struct host host = {0};
    struct name_cache *names = name_cache_new();
    struct container_labels *labels = NULL;
    struct buf names_root = {0};
    struct model model;

    setlocale(LC_ALL, "");
    bindtextdomain("dotproc", getenv("DOTPROC_LOCALEDIR"));
    textdomain("dotproc");
    for (; argc > 1 && strncmp(argv[1], "--", 2) == 0; argv++, argc--)
        if (!take_option(argv[1], &variant, &host))
            errx(EXIT_FAILURE, "there is no such option");
    if (argc < 3 || !names)
        errx(EXIT_FAILURE, "usage: frames [OPTION]... ROWS COLUMNS [KEY]...");

    open_host(&host, variant.tree);
    make_variant(&host, &variant);
    model_init(&model, names, variant.ended);
    if (variant.contained) {
        contain(&host.processes);
        contain(&host.threads);
        model.context.containers = open_labels();
    }
    model.self = 999;
    if (host.cgroup_root) {
        buf_printf(&names_root, "%s/../names/root", host.cgroup_root);
        if (container_labels_open(buf_text(&names_root), &labels) < 0)
            errx(EXIT_FAILURE, "the files of runtimes cannot be read");
        model.context.containers = labels;
    }
    if (variant.with_entries)
        model.inspect_entries =
            (struct inspect_entries){entries, sizeof(entries) / sizeof(entries[0])};
    model.colour_count = variant.colours ? 256 : 0;
    run(&model, &host, strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), argv + 3);
    container_labels_close(model.context.containers);
    model_fini(&model);
    close_host(&host);
    buf_fini(&names_root);
    name_cache_free(names);
    return EXIT_SUCCESS;
}
