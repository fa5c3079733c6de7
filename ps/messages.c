/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/messages.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/span.h"
#include "lib/column/column.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/version.h"
#include "ps/reading.h"

struct help_line {
    char section;
    const char *option; /* NULL: `text` is the section's title */
    const char *text;
};

static const struct help_line lines[] = {
    {'s', NULL, N_("Which processes, in a word:")},
    {'s', "-A, -e", N_("all")},
    {'s', "-a", N_("those on a terminal, without session leaders")},
    {'s', " a", N_("those on a terminal, of every user")},
    {'s', "-d", N_("all but session leaders")},
    {'s', " g", N_("session leaders too, where they would be left out")},
    {'s', "-N, --deselect", N_("all that the other options do not select")},
    {'s', " r", N_("of those selected only the running ones")},
    {'s', " T", N_("those on this terminal")},
    {'s', " x", N_("your own, on a terminal or not; with a: all")},

    {'l', NULL, N_("Which processes, by lists (1,2,3 or '1 2 3'):")},
    {'l', "-C NAMES", N_("the executable's name")},
    {'l', "--container CONTAINERS", N_("container: name, as 'web-*', or id")},
    {'l', "-G, --Group GROUPS", N_("real group, name or number")},
    {'l', "-g SESSIONS or GROUPS", N_("session, or name of the effective group")},
    {'l', "--group GROUPS", N_("effective group, name or number")},
    {'l', "-p, p, --pid PIDS", N_("process; also a number by itself")},
    {'l', "--pod PODS", N_("Kubernetes pod: 'NAMESPACE/NAME' or NAME")},
    {'l', "--ppid PIDS", N_("parent process")},
    {'l', "-q, q, --quick-pid PIDS", N_("process, in this order and nothing else")},
    {'l', "-s, --sid SESSIONS", N_("session; also a number behind +")},
    {'l', "-t, t, --tty TERMINALS", N_("terminal; t alone: this one; -: none")},
    {'l', "-U, --User USERS", N_("real user, name or number")},
    {'l', "-u, U, --user USERS", N_("effective user, name or number")},

    {'o', NULL, N_("What is shown of them:")},
    {'o', "-f", N_("full: owner, parent, start, command line")},
    {'o', "-F", N_("more than full")},
    {'o', "-l", N_("long")},
    {'o', "-j", N_("process group and session")},
    {'o', " j", N_("jobs")},
    {'o', " l", N_("long, as BSD has it")},
    {'o', " s", N_("signals")},
    {'o', " u", N_("users and resources")},
    {'o', " v", N_("memory")},
    {'o', " X", N_("registers")},
    {'o', "-o, o, --format SPEC", N_("the columns SPEC: pid,user:12,comm=NAME; see L")},
    {'o', "-O SPEC", N_("the columns SPEC among the usual ones")},
    {'o', " O SPEC", N_("likewise; or a sort order in short keys")},
    {'o', "--cgroups", N_("control groups in place of tasks")},
    {'o', "-D, --date-format FORMAT", N_("how lstart is written; see strftime(3)")},
    {'o', "--delimiter C", N_("C between two columns, in place of blanks")},
    {'o', "--signames", N_("names of signals, not masks")},
    {'o', "-c", N_("scheduling class and priority")},
    {'o', "-M, -Z, Z", N_("security label")},
    {'o', "-P", N_("processor")},
    {'o', "-y", N_("with -l: no flags; resident size, not address")},
    {'o', "--context", N_("security context and command")},
    {'o', " f, --forest", N_("as a tree")},
    {'o', "-H", N_("as a tree, by indentation")},
    {'o', " k, --sort KEYS", N_("sorted: specifiers, each after + or -")},
    {'o', " h, --no-headers", N_("no heading")},
    {'o', "--headers", N_("a heading on each page")},
    {'o', "--group-by KEYS", N_("a row of sums for all with the same KEYS: pool, user ...")},
    {'o', "--json, --json=lines", N_("as JSON: an array, or an object on each line")},
    {'o', "--cols, --width N", N_("lines of N cells")},
    {'o', "--rows, --lines N", N_("pages of N lines")},
    {'o', "-w, w", N_("wide lines; twice: as long as need be")},

    {'t', NULL, N_("Threads:")},
    {'t', " H", N_("as if they were processes")},
    {'t', "-L", N_("likewise, with their ids and number")},
    {'t', "-T", N_("likewise, with their ids")},
    {'t', "-m, m", N_("below their process")},

    {'m', NULL, N_("Others:")},
    {'m', " c", N_("names, not command lines")},
    {'m', " e", N_("the environment behind the command")},
    {'m', " n", N_("users as numbers, wait channels on the right")},
    {'m', "--cgroup-root DIR", N_("control groups as below DIR, not /sys/fs/cgroup")},
    {'m', "--container-root DIR", N_("names of containers from files below DIR, not /")},
    {'m', "--debug TOPICS", N_("trace: source,files,search,bpf,ledger,all")},
    {'m', "--debug-file FILE", N_("trace into FILE, not to standard error")},
    {'m', "--ended SECONDS", N_("only tasks that exit in the next SECONDS")},
    {'m', " S, --cumulative", N_("times with those of reaped children")},
    {'m', "--patience SECONDS", N_("for all stuck tasks together; 1 by default")},
    {'m', "--procfs DIR", N_("the procfs at DIR, not /proc")},
    {'m', "--source NAME", N_("how to read it: auto, bpf, dot, task or flat")},
    {'m', " L", N_("all specifiers")},
    {'m', "--info", N_("the environment, and which sources work here")},
    {'m', "-V, V, --version", N_("the version")},
    {'m', "--help SECTION", N_("simple, list, output, threads, misc or all")},
};

/* The name by which ps was called, escaped; it may be installed under another name. */
static void help_put_program(struct buf *out)
{
    const char *name = program_invocation_short_name;

    escape_put(out, name, strlen(name), ESCAPE_UNLIMITED);
}

/* Refers to the manual page. */
static void put_more(struct buf *out)
{
    struct buf name = {0};

    help_put_program(&name);
    buf_printf(out, _("\nFor more details see %s(1).\n"), buf_text(&name));
    out->failed |= name.failed;
    buf_fini(&name);
}

/* The two lines of usage. */
static void put_usage(struct buf *out)
{
    struct buf name = {0};

    help_put_program(&name);
    buf_printf(out,
               _("Usage: %s [options]\n"
                 "Help:  %s --help simple|list|output|threads|misc|all\n"),
               buf_text(&name), buf_text(&name));
    out->failed |= name.failed;
    buf_fini(&name);
}

void help_put_options(struct buf *out, char section)
{
    put_usage(out);
    for (size_t i = 0; i < ARRAY_COUNT(lines); i++) {
        const struct help_line *line = &lines[i];

        if (section != 'a' && line->section != section)
            continue;
        if (line->option)
            buf_printf(out, "  %-24s  %s\n", line->option, _(line->text));
        else
            buf_printf(out, "\n%s\n", _(line->text));
    }
    put_more(out);
}

/* The same in every language, for scripts: they look for "procps", or take the last word. */
void help_put_version(struct buf *out)
{
    help_put_program(out);
    buf_puts(out, " from dotproc " DOTPROC_VERSION_LINE "\n");
}

void help_put_specifiers(struct buf *out)
{
    const struct column *column;

    for (size_t i = 0; (column = column_at(i)); i++)
        if (!column->figure->unprintable)
            buf_printf(out, "%-12.12s %-8.8s\n", column->code, column->header);
}

static void put_size(struct buf *out, const char *name, size_t size)
{
    buf_printf(out, "%s: ", name);
    if (size == SCREEN_UNLIMITED)
        buf_puts(out, _("unlimited"));
    else
        buf_put_u64(out, size);
    buf_putc(out, '\n');
}

static void put_escaped(struct buf *out, const char *text)
{
    escape_put(out, text, strlen(text), ESCAPE_UNLIMITED);
}

static void put_fact(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, "%s: ", name);
    put_escaped(out, text);
    buf_putc(out, '\n');
}

/* Reasons may have paths. */
static void put_sources(struct buf *out, const struct source_options *source)
{
    struct buf list = {0};
    struct span rest, line;

    source_put_list(source, &list);
    rest = span_of(buf_text(&list));
    while (span_take_part(&rest, '\n', &line)) {
        escape_put(out, line.text, line.len, ESCAPE_UNLIMITED);
        buf_putc(out, '\n');
    }
    out->failed |= list.failed;
    buf_fini(&list);
}

void help_put_info(struct buf *out, const struct ps_options *options, const struct screen *screen,
                   const struct source_options *source)
{
    char scheduler[SCHEDULER_NAME_SIZE];

    help_put_version(out);
    put_fact(out, "personality", options->personality);
    put_fact(out, "procfs", options->procfs ? options->procfs : "/proc");
    put_fact(out, "source", options->source ? options->source : "auto");
    put_size(out, "columns", screen->columns);
    put_size(out, "lines", screen->lines);
    buf_puts(out, _("Ways to read tasks:\n"));
    put_sources(out, source);
    exited_tasks_put_info(out, source);
    if (scheduler_read(SCHEDULER_FOLDER, scheduler, sizeof(scheduler)))
        buf_printf(out, "sched_ext: %s\n", scheduler);
}

/* --- messages --- */

/* The width that procps prints for a file or pipe in messages about the screen. */
#define SCREEN_TOLD_COLUMNS ((size_t)131072)

/* Prints a message and frees it. */
static int emit(struct buf *message)
{
    if (message->failed)
        fprintf(stderr, "ps: %s\n", strerror(ENOMEM));
    else
        fputs(buf_text(message), stderr);
    buf_fini(message);
    return EXIT_FAILURE;
}

int message_fail(const char *text)
{
    struct buf message = {0};

    help_put_program(&message);
    buf_puts(&message, ": ");
    put_escaped(&message, text);
    buf_putc(&message, '\n');
    return emit(&message);
}

int message_printf(const char *format, ...)
{
    struct buf text = {0};
    va_list args;

    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    message_fail(buf_message(&text));
    buf_fini(&text);
    return EXIT_FAILURE;
}

int message_warn(const char *text)
{
    struct buf escaped = {0}, message = {0};

    put_escaped(&escaped, text);
    buf_printf(&message, _("warning: %s\n"), buf_text(&escaped));
    message.failed |= escaped.failed;
    buf_fini(&escaped);
    return emit(&message);
}

int message_refuse(const char *text, int result)
{
    const size_t len = strcspn(text, "\n"); /* of the first line */
    struct buf escaped = {0}, message = {0};

    escape_put(&escaped, text, len, ESCAPE_UNLIMITED);
    /* As in procps, messages about conflicts with -q have neither "error:" nor the usage. */
    if (result == -ENOTSUP) {
        buf_printf(&message, "%s\n", buf_text(&escaped));
    } else {
        buf_printf(&message, _("error: %s\n"), buf_text(&escaped));
        if (text[len])
            put_escaped(&message, text + len + 1);
        buf_puts(&message, text[len] ? "\n\n" : "\n");
        put_usage(&message);
        put_more(&message);
    }
    message.failed |= escaped.failed;
    buf_fini(&escaped);
    return emit(&message);
}

int message_bogus_screen(const struct screen *screen)
{
    struct buf message = {0};

    buf_printf(&message, _("your %zux%zu screen size is bogus. expect trouble\n"),
               screen->columns == SCREEN_UNLIMITED ? SCREEN_TOLD_COLUMNS : screen->columns,
               screen->lines);
    return emit(&message);
}
