/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws command lines at ps (libFuzzer): the grammar, and then all that it says over recorded
 * trees, as text or JSON. The first two bytes are the environment and the tree; then come the
 * words, each with a newline or a NUL behind it. $DOTPROC_TREES has the trees.
 */
#include <errno.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/source.h"
#include "lib/text/names.h"
#include "ps/arrangement.h"
#include "ps/messages.h"
#include "ps/options.h"
#include "ps/printing.h"
#include "ps/reading.h"
#include "tests/fuzz/fuzz.h"

#define WORDS_MAX 64

static const char *const personalities[] = {NULL,   "bsd",  "linux",  "aix", "sunos4",
                                            "hp",   "sysv", "old",    "gnu", "tru64",
                                            "irix", "390",  "digital"};

#define PERSONALITIES (sizeof(personalities) / sizeof(personalities[0]))

static const char *const trees[] = {"linux-2.4", "linux-2.5.62-patched", "linux-6",
                                    "linux-6-patched"};

#define TREES (sizeof(trees) / sizeof(trees[0]))

static struct source *sources[TREES];
static FILE *nowhere;

static void open_trees(void)
{
    const char *folder = getenv("DOTPROC_TREES");

    if (nowhere)
        return;
    must(setlocale(LC_ALL, "C.UTF-8") != NULL);
    nowhere = fopen("/dev/null", "w");
    must(nowhere && folder);
    for (size_t i = 0; i < TREES; i++) {
        struct buf path = {0}, why = {0};
        struct source_options options = {0};

        buf_printf(&path, "%s/%s", folder, trees[i]);
        options.procfs = buf_text(&path);
        must(source_open(&options, &sources[i], &why) == 0);
        buf_fini(&path);
        buf_fini(&why);
    }
}

/* Words of their exact sizes, so that a reader that looks behind one is caught. Freed by the
 * caller. */
static int split(const char *text, size_t len, char *words[WORDS_MAX + 2])
{
    const char *end = text + len;
    int count = 1;

    words[0] = strdup("ps");
    while (text < end && count <= WORDS_MAX) {
        const size_t word = strcspn(text, "\n");

        words[count] = strndup(text, word);
        must(words[count]);
        count++;
        text += word + 1;
    }
    words[count] = NULL;
    return count;
}

/* What ps/main.c does between the command line and the output. */
struct run {
    struct ps_options options;
    struct snapshot snapshot;
    struct name_cache *names;
    struct arrangement arrangement;
    struct json *json;
};

static void print(struct run *run, const struct ps_environment *environment)
{
    const struct ps_options *options = &run->options;
    const struct terminal terminal = {0};
    const struct column_context context =
        arrangement_context(options, &run->snapshot, run->names, false);
    struct listing listing = {
        .options = options,
        .context = &context,
        .screen = screen_choose(&terminal, environment, options),
    };

    must(arrangement_make(&run->arrangement, &run->snapshot, &listing) == 0);
    if (run->json)
        must(out_json_write(&listing, run->json, nowhere) == 0);
    else
        must(out_text_write(&listing, nowhere) == 0);
}

static void list(struct run *run, struct source *source, const struct ps_environment *environment)
{
    const struct needs needs = needs_of(&run->options);
    const struct scan_request request = needs_request(&run->options, &needs);
    struct buf why = {0};

    if (run->options.output != OUTPUT_TEXT && json_open(&run->json, &why) < 0)
        must(why.len > 0);
    buf_fini(&why);
    run->names = name_cache_new();
    must(run->names);
    must(source_scan(source, &request, &run->snapshot) == 0);
    must(source_fill_all(source, &run->snapshot, needs.processes, needs.threads) == 0);
    print(run, environment);
}

static void answer(int argc, char *const argv[], const struct ps_environment *environment,
                   struct source *source)
{
    struct run run = {0};
    struct buf text = {0};
    int result;

    ps_options_init(&run.options);
    snapshot_init(&run.snapshot);
    result = grammar_parse(argc, argv, environment, &run.options, &text);
    must(result == 0 || result == -EINVAL || result == -ENOTSUP);
    must(result == 0 || text.len > 0);
    buf_clear(&text);
    if (result == 0 && run.options.request == REQUEST_LISTING)
        list(&run, source, environment);
    else if (result == 0 && run.options.request == REQUEST_HELP)
        help_put_options(&text, run.options.help_section);
    buf_fini(&text);
    json_close(run.json);
    arrangement_fini(&run.arrangement);
    name_cache_free(run.names);
    snapshot_fini(&run.snapshot);
    ps_options_fini(&run.options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ps_environment environment = {0};
    char *words[WORDS_MAX + 2];
    char *text;
    int count;

    if (size < 3)
        return 0;
    open_trees();
    environment.ps_personality = personalities[data[0] % PERSONALITIES];
    environment.euid = data[1] & 1 ? 0 : 1000;
    environment.columns = data[1] & 2 ? "40" : data[1] & 4 ? "1" : NULL;
    environment.lines = data[1] & 8 ? "3" : NULL;
    text = strndup((const char *)data + 2, size - 2);
    must(text);
    count = split(text, strlen(text), words);
    answer(count, words, &environment, sources[(data[1] >> 4) % TREES]);
    for (int i = 0; i < count; i++)
        free(words[i]);
    free(text);
    return 0;
}
