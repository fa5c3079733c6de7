/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/options.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

#include "top/base/i18n.h"
#include "top/model/number.h"

/* Long options without a letter of their own. */
enum {
    OPTION_JSON = 256,
    OPTION_PROCFS,
    OPTION_SOURCE,
};

static const char letters[] = "+:bcd:E:e:HhiAn:Oo:p:SsU:u:Vw::1";

static const struct option names[] = {
    {"accum-time-toggle", no_argument, NULL, 'S'},
    {"apply-defaults", no_argument, NULL, 'A'},
    {"batch-mode", no_argument, NULL, 'b'},
    {"cmdline-toggle", no_argument, NULL, 'c'},
    {"delay", required_argument, NULL, 'd'},
    {"filter-any-user", required_argument, NULL, 'U'},
    {"filter-only-euser", required_argument, NULL, 'u'},
    {"help", no_argument, NULL, 'h'},
    {"idle-toggle", no_argument, NULL, 'i'},
    {"iterations", required_argument, NULL, 'n'},
    {"json", required_argument, NULL, OPTION_JSON},
    {"list-fields", no_argument, NULL, 'O'},
    {"pid", required_argument, NULL, 'p'},
    {"procfs", required_argument, NULL, OPTION_PROCFS},
    {"scale-summary-mem", required_argument, NULL, 'E'},
    {"scale-task-mem", required_argument, NULL, 'e'},
    {"secure-mode", no_argument, NULL, 's'},
    {"single-cpu-toggle", no_argument, NULL, '1'},
    {"sort-override", required_argument, NULL, 'o'},
    {"source", required_argument, NULL, OPTION_SOURCE},
    {"threads-show", no_argument, NULL, 'H'},
    {"version", no_argument, NULL, 'V'},
    {"width", optional_argument, NULL, 'w'},
    {NULL, 0, NULL, 0},
};

/* A command line being read. */
struct reader {
    int argc;
    char *const *argv;
    pid_t self;
    struct options *options;
    struct buf *error;
};

/* "message", or "message 'argument'". */
static bool fail(const struct reader *reader, const char *message, const char *argument)
{
    buf_clear(reader->error);
    buf_puts(reader->error, message);
    if (argument)
        buf_printf(reader->error, " '%s'", argument);
    return false;
}

/* Stock takes an equals sign before an argument, blanks around it, and the two as two words. */
static const char *skip_equals(const struct reader *reader, const char *text)
{
    text += strspn(text, " ");
    if (*text != '=')
        return text;
    text++;
    text += strspn(text, " ");
    if (!*text && optind < reader->argc)
        text = reader->argv[optind++];
    return text;
}

static bool parse_delay(const struct reader *reader, const char *text)
{
    uint64_t ns;

    if (*text == '-' && seconds_parse(text + 1, &ns))
        return fail(reader, _("-d requires positive argument"), NULL);
    if (!seconds_parse(text, &reader->options->delay_ns))
        return fail(reader, _("bad delay interval"), text);
    reader->options->has_delay = true;
    return true;
}

static bool parse_iterations(const struct reader *reader, const char *text)
{
    int64_t number;

    if (!number_parse(text, &number) || number < 1)
        return fail(reader, _("bad iterations argument"), text);
    reader->options->iterations = (uint64_t)number;
    return true;
}

static bool parse_unit(const struct reader *reader, const char *text, const char *units,
                       enum memory_unit *unit)
{
    const char *found = *text && !text[1] ? strchr(units, *text | 0x20) : NULL;

    if (!found)
        return fail(reader, _("bad memory scaling arg"), text);
    *unit = (enum memory_unit)(found - units);
    return true;
}

static bool parse_sort(const struct reader *reader, const char *text)
{
    struct options *options = reader->options;
    bool has_sign = *text == '+' || *text == '-';
    const char *name = text + has_sign;

    if (!field_by_name(name, &options->sort))
        return fail(reader, _("unrecognized field name"), name);
    options->has_sort = true;
    options->has_direction = has_sign;
    options->ascending = *text == '-';
    return true;
}

static bool add_pid(const struct reader *reader, const char *text)
{
    struct options *options = reader->options;
    int64_t number;
    pid_t pid;

    if (!number_parse(text, &number) || number < 0 || number > INT_MAX)
        return fail(reader, _("bad pid"), text);
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
static bool parse_pids(const struct reader *reader, const char *text)
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
        if (!add_pid(reader, item))
            return false;
        if (!text[len] || !text[len + 1])
            return true;
        text += len + 1;
    }
}

static bool parse_user(const struct reader *reader, const char *text, enum filter_by by)
{
    struct options *options = reader->options;

    if (options->pid_count || options->users.by != FILTER_NOBODY)
        return fail(reader, _("conflicting process selections (U/p/u)"), NULL);
    if (!user_filter_parse(text, by, &options->users))
        return fail(reader, _("Invalid user"), text);
    return true;
}

/* -w, -w120 and -w 120: a next word that is no option belongs to it. */
static bool parse_width(const struct reader *reader, const char *text)
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

static bool parse_json(const struct reader *reader, const char *text)
{
    if (strcmp(text, "lines") != 0)
        return fail(reader, _("unknown form of JSON"), text);
    reader->options->json = true;
    reader->options->batch = true;
    return true;
}

/* Options that are a flag; false when `option` is none of them. */
static bool take_flag(struct options *options, int option)
{
    switch (option) {
    case 'A':
        options->defaults = true;
        break;
    case 'b':
        options->batch = true;
        break;
    case 'c':
        options->command_lines = true;
        break;
    case 'H':
        options->threads = true;
        break;
    case 'h':
        options->information = INFORMATION_HELP;
        break;
    case 'i':
        options->idle_hidden = true;
        break;
    case 'O':
        options->information = INFORMATION_FIELDS;
        break;
    case 'S':
        options->cumulative = true;
        break;
    case 's':
        options->secure = true;
        break;
    case 'V':
        options->information = INFORMATION_VERSION;
        break;
    case '1':
        options->each_cpu = true;
        break;
    default:
        return false;
    }
    return true;
}

static bool take_argument(const struct reader *reader, int option, const char *text)
{
    struct options *options = reader->options;

    if (option != 'w' && option < OPTION_JSON)
        text = skip_equals(reader, text);
    switch (option) {
    case 'd':
        return parse_delay(reader, text);
    case 'E':
        options->has_summary_unit = true;
        return parse_unit(reader, text, "kmgtpe", &options->summary_unit);
    case 'e':
        options->has_task_unit = true;
        return parse_unit(reader, text, "kmgtp", &options->task_unit);
    case 'n':
        return parse_iterations(reader, text);
    case 'o':
        return parse_sort(reader, text);
    case 'p':
        return parse_pids(reader, text);
    case 'U':
        return parse_user(reader, text, FILTER_ANY);
    case 'u':
        return parse_user(reader, text, FILTER_EFFECTIVE);
    case 'w':
        return parse_width(reader, text);
    case OPTION_JSON:
        return parse_json(reader, text);
    case OPTION_PROCFS:
        options->procfs = text;
        return true;
    default:
        options->source = text;
        return true;
    }
}

/* What getopt could make nothing of: the letter, or the whole long option. */
static bool refuse(const struct reader *reader, int answer)
{
    char letter[2] = {(char)optopt, '\0'};
    const char *word = optind > 0 ? reader->argv[optind - 1] : "";
    bool is_long = !optopt || optopt > 0xff || strncmp(word, "--", 2) == 0;

    return fail(reader, answer == ':' ? _("option requires an argument --") : _("unknown option"),
                is_long ? word : letter);
}

bool options_parse(int argc, char *const argv[], pid_t self, struct options *options,
                   struct buf *error)
{
    const struct reader reader = {argc, argv, self, options, error};
    int answer;

    *options = (struct options){0};
    optind = 0; /* glibc: forget any command line that was read before */
    opterr = 0;
    while ((answer = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        if (answer == '?' || answer == ':')
            return refuse(&reader, answer);
        if (!take_flag(options, answer) && !take_argument(&reader, answer, optarg))
            return false;
        if (options->information != INFORMATION_NONE)
            return true;
    }
    if (optind < argc)
        return fail(&reader, _("unknown option"), argv[optind]);
    if (options->secure && options->has_delay)
        return fail(&reader, _("-d disallowed in \"secure\" mode"), NULL);
    return true;
}
