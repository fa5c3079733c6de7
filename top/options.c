/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/options.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "top/model/fields.h"

/* In place of a letter: a long option without one. For getopt_long(3) the row's index is added. */
#define LONG_ONLY 256

/* The command line being parsed. */
struct reader {
    int argc;
    char *const *argv;
    pid_t self;
    struct options *options;
    struct buf *why;
};

/* Stores "message" or "message 'argument'"; false, for the caller to return. */
static bool fail(const struct reader *reader, const char *message, const char *argument)
{
    buf_clear(reader->why);
    buf_puts(reader->why, message);
    if (argument)
        buf_printf(reader->why, " '%s'", argument);
    return false;
}

/* Stock top accepts "=" before an argument, with blanks around it, also as a word of its own. */
static const char *skip_equals(const struct reader *reader, const char *text)
{
    text += strspn(text, " ");
    if (*text != '=')
        return text;
    text += 1 + strspn(text + 1, " ");
    if (!*text && optind < reader->argc)
        text = reader->argv[optind++];
    return text;
}

static bool parse_delay(const struct reader *reader, int letter, const char *text)
{
    uint64_t ns;

    if (*text == '-' && seconds_parse(text + 1, &ns))
        return fail(reader, _("-d requires positive argument"), NULL);
    if (!seconds_parse(text, &reader->options->delay_ns))
        return fail(reader, _("bad delay interval"), text);
    reader->options->has_delay = true;
    return true;
}

static bool parse_iterations(const struct reader *reader, int letter, const char *text)
{
    int64_t number;

    if (!number_parse(text, &number) || number < 1)
        return fail(reader, _("bad iterations argument"), text);
    reader->options->iterations = (uint64_t)number;
    return true;
}

/* -E or -e: of the summary or of the tasks. */
static bool parse_unit(const struct reader *reader, int letter, const char *text)
{
    struct options *options = reader->options;
    const char *units = letter == 'E' ? "kmgtpe" : "kmgtp";
    const char *found = *text && !text[1] ? strchr(units, *text | 0x20) : NULL;

    if (!found)
        return fail(reader, _("bad memory scaling arg"), text);
    *(letter == 'E' ? &options->has_summary_unit : &options->has_task_unit) = true;
    *(letter == 'E' ? &options->summary_unit : &options->task_unit) =
        (enum memory_unit)(found - units);
    return true;
}

static bool parse_sort(const struct reader *reader, int letter, const char *text)
{
    struct options *options = reader->options;
    bool has_sign = *text == '+' || *text == '-';
    const char *name = text + has_sign;

    if (!field_by_name(name, &options->sort)) {
        fail(reader, _("unrecognized field name"), name);
        field_suggest(name, reader->why);
        return false;
    }
    options->has_sort = true;
    options->has_direction = has_sign;
    options->ascending = *text == '-';
    return true;
}

/* As in stock top a sign or point anywhere in the list is a mistake, and all of it is quoted. */
static bool add_pid(const struct reader *reader, const char *item, const char *list)
{
    struct options *options = reader->options;
    int64_t number;
    pid_t pid;

    if (strpbrk(list, "+-.") || !number_parse(item, &number) || number > INT_MAX)
        return fail(reader, _("bad pid"), list);
    pid = number ? (pid_t)number : reader->self;
    for (size_t i = 0; i < options->pid_count; i++)
        if (options->pids[i] == pid)
            return true;
    if (options->pid_count == PID_LIMIT)
        return fail(reader, _("pid limit (20) exceeded"), NULL);
    options->pids[options->pid_count++] = pid;
    return true;
}

/* "1,2,3", or "1,2,"; -p may also be given more than once. */
static bool parse_pids(const struct reader *reader, int letter, const char *text)
{
    if (reader->options->users.by != FILTER_NOBODY)
        return fail(reader, _("conflicting process selections (U/p/u)"), NULL);
    for (;;) {
        size_t len = strcspn(text, ",");
        char item[32];

        if (len >= sizeof(item))
            return fail(reader, _("bad pid"), text);
        memcpy(item, text, len);
        item[len] = '\0';
        if (!add_pid(reader, item, text))
            return false;
        if (!text[len] || !text[len + 1])
            return true;
        text += len + 1;
    }
}

static bool parse_user(const struct reader *reader, int letter, const char *text)
{
    const enum filter_by by = letter == 'U' ? FILTER_ANY : FILTER_EFFECTIVE;
    struct options *options = reader->options;
    int result;

    if (options->pid_count || options->users.by != FILTER_NOBODY)
        return fail(reader, _("conflicting process selections (U/p/u)"), NULL);
    result = user_filter_parse(text, by, &options->users);
    if (result == 0)
        return fail(reader, _("Invalid user"), text);
    return result > 0 || fail(reader, strerror(-result), NULL);
}

/* -w, -w120 and -w 120: the next word is its argument unless it is an option. */
static bool parse_width(const struct reader *reader, int letter, const char *text)
{
    int64_t number;

    if (!text && optind < reader->argc && *reader->argv[optind] != '-')
        text = reader->argv[optind++];
    reader->options->width = WIDTH_AUTO;
    if (!text)
        return true;
    text = skip_equals(reader, text);
    if (!number_parse(text, &number) || number < WIDTH_LEAST || number > WIDTH_MOST)
        return fail(reader, _("bad width arg"), text);
    reader->options->width = (size_t)number;
    return true;
}

static bool parse_json(const struct reader *reader, int letter, const char *text)
{
    if (strcmp(text, "lines") != 0)
        return fail(reader, _("unknown form of JSON"), text);
    reader->options->json = true;
    reader->options->batch = true;
    return true;
}

static bool parse_group_by(const struct reader *reader, int letter, const char *text)
{
    struct nearest nearest;

    reader->options->has_group = true;
    if (group_by_find(text, &reader->options->group))
        return true;
    fail(reader, _("there is no grouping"), text);
    nearest_begin(&nearest, text, strlen(text));
    for (size_t i = 0; i < GROUP_BY_KINDS; i++)
        nearest_offer(&nearest, group_by_names[i]);
    suggestion_put(reader->why, &nearest, "");
    return false;
}

static bool parse_patience(const struct reader *reader, int letter, const char *text)
{
    if (!seconds_parse(text, &reader->options->patience_ns))
        return fail(reader, _("bad number of seconds"), text);
    return true;
}

#define PLACE(member) offsetof(struct options, member)

/* clang-format off */
static const struct row {
    int letter;
    const char *name;
    int has_argument;    /* see getopt_long(3) */
    const char *operand; /* for the help, as is `help`, which is marked for translation */
    const char *help;

    /* What it does: exactly one of these. */
    bool (*parse)(const struct reader *reader, int letter, const char *text);
    size_t flag; /* offset in struct options of a bool that it sets; 0: none */
    bool toggles; /* that bool: given twice, it is as if not given */
    size_t text; /* of a const char * for the argument, borrowed; NULL for an empty one; 0: none */
    enum information information;
} rows[] = {
    {'A', "apply-defaults", no_argument, "", N_("without any configuration"), .flag = PLACE(defaults)},
    {'b', "batch-mode", no_argument, "", N_("print frames as text, for files and pipes"), .flag = PLACE(batch)},
    {'c', "cmdline-toggle", no_argument, "", N_("command lines in place of names"), .flag = PLACE(command_lines), .toggles = true},
    {'d', "delay", required_argument, " SECONDS", N_("time between refreshes"), .parse = parse_delay},
    {'E', "scale-summary-mem", required_argument, " k|m|g|t|p|e", N_("memory unit of the summary"), .parse = parse_unit},
    {'e', "scale-task-mem", required_argument, " k|m|g|t|p", N_("memory unit of the tasks"), .parse = parse_unit},
    {'H', "threads-show", no_argument, "", N_("threads in place of processes"), .flag = PLACE(threads)},
    {'i', "idle-toggle", no_argument, "", N_("leave out idle tasks"), .flag = PLACE(idle_hidden), .toggles = true},
    {'n', "iterations", required_argument, " NUMBER", N_("exit after N updates"), .parse = parse_iterations},
    {'O', "list-fields", no_argument, "", N_("list the fields that -o takes, and end"), .information = INFORMATION_FIELDS},
    {'o', "sort-override", required_argument, " [+|-]FIELD", N_("sort by this field; - from low to high"), .parse = parse_sort},
    {'p', "pid", required_argument, " PID[,PID...]", N_("only these processes, up to 20; 0 is top itself"), .parse = parse_pids},
    {'S', "accum-time-toggle", no_argument, "", N_("times with those of reaped children"), .flag = PLACE(cumulative), .toggles = true},
    {'s', "secure-mode", no_argument, "", N_("disable keys that signal, save or run"), .flag = PLACE(secure)},
    {'U', "filter-any-user", required_argument, " [!]USER", N_("only this user's tasks, by any of its ids"), .parse = parse_user},
    {'u', "filter-only-euser", required_argument, " [!]USER", N_("only this user's tasks, by the effective id"), .parse = parse_user},
    {'w', "width", optional_argument, " [COLUMNS]", N_("width of the output, 3 to 512"), .parse = parse_width},
    {'1', "single-cpu-toggle", no_argument, "", N_("a line for each processor"), .flag = PLACE(each_cpu), .toggles = true},
    {LONG_ONLY, "cgroup-root", required_argument, " DIR", N_("control groups as below DIR"), .text = PLACE(cgroup_root)},
    {LONG_ONLY, "cgroups", no_argument, "", N_("control groups in place of tasks"), .flag = PLACE(cgroups)},
    {LONG_ONLY, "container-root", required_argument, " DIR", N_("names of containers from files below DIR"), .text = PLACE(container_root)},
    /*
     * With the letter of --delay: getopt_long(3) then still accepts --de and --d, which scripts for
     * stock top may use.
     */
    {'d', "debug", required_argument, " TOPICS", N_("trace: source,files,search,bpf,ledger,all"), .text = PLACE(debug)},
    {'d', "debug-file", required_argument, " FILE", N_("trace into FILE, not to standard error"), .text = PLACE(debug_file)},
    {LONG_ONLY, "ended", no_argument, "", N_("tasks that exited between refreshes"), .flag = PLACE(ended)},
    {LONG_ONLY, "group-by", required_argument, " GROUPING", N_("groups of tasks: pool, program, user ..."), .parse = parse_group_by},
    {LONG_ONLY, "json", required_argument, "=lines", N_("batch mode with an object of JSON for each frame"), .parse = parse_json},
    {LONG_ONLY, "patience", required_argument, " SECONDS", N_("for all stuck tasks together"), .parse = parse_patience},
    {LONG_ONLY, "pressure", no_argument, "", N_("a line about the pressure on the host"), .flag = PLACE(pressure)},
    {LONG_ONLY, "procfs", required_argument, " DIR", N_("read this procfs in place of /proc"), .text = PLACE(procfs)},
    {LONG_ONLY, "procps-rc", no_argument, "", N_("print the configuration for procps's top"), .information = INFORMATION_PROCPS_RC},
    {LONG_ONLY, "source", required_argument, " NAME", N_("how to find tasks: auto, bpf, dot, task or flat"), .text = PLACE(source)},
    {'h', "help", no_argument, "", N_("print this text, and end"), .information = INFORMATION_HELP},
    {'V', "version", no_argument, "", N_("print the version, and end"), .information = INFORMATION_VERSION},
};
/* clang-format on */

#define ROWS ARRAY_COUNT(rows)

/* The tables for getopt_long(3). */
struct grammar {
    char letters[sizeof("+:") + ROWS * sizeof("x::")];
    struct option names[ROWS + 1];
};

static void grammar_init(struct grammar *grammar)
{
    static const char *const colons[] = {
        [no_argument] = "", [required_argument] = ":", [optional_argument] = "::"};
    char *end = stpcpy(grammar->letters, "+:");

    for (size_t i = 0; i < ROWS; i++) {
        const struct row *row = &rows[i];

        grammar->names[i] = (struct option){row->name, row->has_argument, NULL, row->letter};
        if (row->letter == LONG_ONLY) {
            grammar->names[i].val += (int)i;
        } else {
            *end++ = (char)row->letter;
            end = stpcpy(end, colons[row->has_argument]);
        }
    }
    grammar->names[ROWS] = (struct option){NULL, 0, NULL, 0};
}

static const struct row *find_row(int letter)
{
    for (const struct row *row = rows; row < rows + ROWS; row++)
        if (row->letter == letter)
            return row;
    return NULL;
}

static bool take_option(const struct reader *reader, const struct row *row, const char *text)
{
    struct options *options = reader->options;
    bool *flag = (bool *)((char *)options + row->flag);

    if (row->information != INFORMATION_NONE)
        options->information = row->information;
    if (row->flag)
        *flag = !(row->toggles && *flag);
    if (!row->parse && !row->text)
        return true;
    /* -w may have no argument; options without a letter are not stock top's. */
    if (row->letter != 'w' && row->letter < LONG_ONLY)
        text = skip_equals(reader, text);
    if (row->parse)
        return row->parse(reader, row->letter, text);
    *(const char **)((char *)options + row->text) = *text ? text : NULL;
    return true;
}

/* A letter stands at the first option that has it: --debug only shares that of --delay. */
static void put_row(const struct row *row, struct buf *out)
{
    char text[64];

    snprintf(text, sizeof(text), "-%c, --%s%s", row->letter, row->name, row->operand);
    if (find_row(row->letter) != row || row->letter == LONG_ONLY)
        memset(text, ' ', strlen("-x, "));
    buf_printf(out, " %-37s %s\n", text, _(row->help));
}

void options_put_help(struct buf *out, const char *program)
{
    struct buf name = {0};

    escape_put(&name, program, strlen(program), ESCAPE_UNLIMITED);
    buf_printf(out, _("Usage:\n %s [options]\n\nOptions:\n"), buf_text(&name));
    for (size_t i = 0; i < ROWS; i++)
        put_row(&rows[i], out);
    buf_printf(out, _("\nMore in %s(1).\n"), buf_text(&name));
    out->failed |= name.failed;
    buf_fini(&name);
}

static bool refuse_name(const struct reader *reader, const char *word)
{
    const char *name = word + strlen("--");
    struct nearest nearest;

    fail(reader, _("unrecognized option"), word);
    nearest_begin(&nearest, name, strcspn(name, "="));
    for (size_t i = 0; i < ROWS; i++)
        nearest_offer(&nearest, rows[i].name);
    suggestion_put(reader->why, &nearest, "--");
    return false;
}

/*
 * Complains about an option that getopt_long(3) rejects. The word of an unknown letter may be the
 * next one; a known letter is that of a long option with an argument that it does not take.
 */
static bool refuse(const struct reader *reader, int answer)
{
    const char letter[2] = {(char)optopt, '\0'};
    const char *word = optind > 0 ? reader->argv[optind - 1] : "";
    const bool may_be_long = answer == ':' || !optopt || optopt > 0xff || find_row(optopt);
    const bool is_long = may_be_long && strncmp(word, "--", 2) == 0;

    if (answer == ':')
        return fail(reader, _("option requires an argument --"), is_long ? word : letter);
    return is_long ? refuse_name(reader, word) : fail(reader, _("invalid option --"), letter);
}

bool options_parse(int argc, char *const argv[], pid_t self, struct options *options,
                   struct buf *why)
{
    const struct reader reader = {argc, argv, self, options, why};
    struct grammar grammar;
    int answer, name = -1; /* row of a long option; -1: a letter */

    *options = (struct options){.patience_ns = NS_PER_S};
    grammar_init(&grammar);
    optind = 0; /* glibc: start again */
    opterr = 0;
    while ((answer = getopt_long(argc, argv, grammar.letters, grammar.names, &name)) != -1) {
        const struct row *row = name >= 0 ? &rows[name] : find_row(answer);

        if (!row || answer == '?' || answer == ':')
            return refuse(&reader, answer);
        if (!take_option(&reader, row, optarg))
            return false;
        name = -1;
        if (options->information != INFORMATION_NONE)
            return true;
    }
    if (optind < argc)
        return fail(&reader, _("unknown option"), argv[optind]);
    if (options->json && options->cgroups)
        return fail(&reader, _("--cgroups has no JSON here: see ps --cgroups --json"), NULL);
    if (options->secure && options->has_delay)
        return fail(&reader, _("-d disallowed in \"secure\" mode"), NULL);
    return true;
}
