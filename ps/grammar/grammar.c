/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/options.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "ps/grammar/parser.h"

enum word_kind {
    WORD_GARBAGE,
    WORD_LONG,
    WORD_UNIX,
    WORD_BSD,
    WORD_NUMBER, /* a process, +session or -group */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum word_kind classify(const char *word)
{
    if (is_letter(word[0]))
        return WORD_BSD;
    if (is_digit(word[0]) || word[0] == '+')
        return WORD_NUMBER;
    if (word[0] != '-')
        return WORD_GARBAGE;
    if (is_letter(word[1]))
        return WORD_UNIX;
    if (is_digit(word[1]))
        return WORD_NUMBER;
    return word[1] == '-' && is_letter(word[2]) ? WORD_LONG : WORD_GARBAGE;
}

/* Numbers come last: only numbers may follow the first one. */
static int parse_numbers(struct parser *parser)
{
    int result = 0;

    while (parser->next < parser->count && result == 0)
        result = set_number(parser, parser->words[parser->next++]);
    return result;
}

static int parse_word(struct parser *parser, const char *word)
{
    switch (classify(word)) {
    case WORD_LONG:
        return parse_long_word(parser, word + 2);
    case WORD_UNIX:
        if (parser->as_bsd)
            return parse_bsd_word(parser, word + 1);
        return parse_unix_word(parser, word + 1);
    case WORD_BSD:
        /* The second reading is for lines with dashes before BSD options. */
        if (parser->as_bsd && !(parser->personality.flags & PERSONALITY_FORCE_BSD))
            break;
        parser->bsd_defaults = true;
        return parse_bsd_word(parser, word);
    case WORD_NUMBER:
        parser->bsd_defaults = true;
        parser->next--;
        return parse_numbers(parser);
    case WORD_GARBAGE:
        break;
    }
    return parser_refuse(parser, _("garbage option"));
}

/* Reads the line once. */
static int parse_words(struct parser *parser, bool as_bsd, struct buf *error)
{
    int result = 0;

    parser->error = error;
    parser->as_bsd = as_bsd;
    parser->bsd_defaults = as_bsd || parser->personality.flags & PERSONALITY_BSD_DEFAULTS;
    while (parser->next < parser->count && result == 0 &&
           parser->options->request == REQUEST_LISTING)
        result = parse_word(parser, parser->words[parser->next++]);
    if (result == 0 && parser->options->request == REQUEST_LISTING)
        result = finish_options(parser);
    return result;
}

/* Reads the line as it is and, if that fails, without its dashes. */
static int parse_twice(const struct parser *fresh, struct buf *error)
{
    struct parser first = *fresh;
    struct parser second = *fresh;
    struct buf second_error = {0};
    int result = parse_words(&first, false, error);

    if (result != -EINVAL)
        return result;
    ps_options_fini(fresh->options);
    result = parse_words(&second, true, &second_error);
    if (result == 0 || result == -ENOTSUP) { /* then the error of the first reading is void */
        buf_clear(error);
        buf_puts(error, buf_text(&second_error));
    }
    buf_fini(&second_error);
    return result;
}

int grammar_parse(int argc, char *const argv[], const struct ps_environment *environment,
                  struct ps_options *options, struct buf *error)
{
    struct parser parser = {
        .environment = environment,
        .personality = personality_choose(environment),
        .options = options,
        .words = argv + 1,
        .count = argc > 0 ? argc - 1 : 0,
        .cgroups = argc > 0 && cgroups_are_wanted(argv + 1, argc - 1),
    };
    int result;

    if (parser.personality.flags & PERSONALITY_FORCE_BSD)
        result = parse_words(&parser, true, error);
    else
        result = parse_twice(&parser, error);

    options->personality = parser.personality.name;
    if (!options->procfs && environment->procfs && *environment->procfs)
        options->procfs = environment->procfs;
    if (!options->source && environment->source && *environment->source)
        options->source = environment->source;
    return result;
}

int parser_refuse(struct parser *parser, const char *message)
{
    buf_clear(parser->error); /* of a warning */
    buf_puts(parser->error, message);
    return -EINVAL;
}

const char *parser_argument(struct parser *parser, const char *attached)
{
    if (*attached)
        return attached;
    if (parser->next < parser->count && *parser->words[parser->next])
        return parser->words[parser->next++];
    return NULL;
}

int parser_refuse_finally(struct parser *parser, const char *message)
{
    parser_refuse(parser, message);
    return -ENOTSUP;
}

int parser_refuse_ours(struct parser *parser, const char *message)
{
    return parser->as_bsd ? parser_refuse(parser, message) : parser_refuse_finally(parser, message);
}

bool parser_selects_only_by(const struct parser *parser, enum select_by one, enum select_by other)
{
    const struct selection *selection = &parser->options->selection;

    if (parser->simple || parser->has_same_tty || parser->quick_lists || parser->has_number ||
        selection->running)
        return false;
    for (size_t i = 0; i < selection->list_count; i++)
        if (selection->lists[i].by != one && selection->lists[i].by != other)
            return false;
    return true;
}

static const struct option_rule *find_letter(const struct option_rule *rules, char letter)
{
    for (; rules->name; rules++)
        if (rules->name[0] == letter)
            return rules;
    return NULL;
}

int parser_cluster(struct parser *parser, const struct cluster *cluster, const char *letters)
{
    for (; *letters; letters++) {
        const struct option_rule *rule = find_letter(cluster->rules, *letters);
        const char *argument = NULL;
        int result;

        if (*letters == '-')
            return parser_refuse(parser, _(cluster->dash));
        if (cluster->list && *letters >= '0' && *letters <= '9')
            return cluster->list(parser, letters);
        if (cluster->open_list && *letters == cluster->open_list_letter)
            return cluster->open_list(parser, letters + 1);
        if (!rule)
            return parser_refuse(parser, _(cluster->unknown));
        if (rule->missing) {
            argument = parser_argument(parser, letters + 1);
            if (!argument)
                return parser_refuse(parser, _(rule->missing));
        }
        parser->of_tasks |= rule->rows == TASKS;
        result = rule->set(parser, rule->value, argument);
        if (result < 0 || argument)
            return result;
    }
    return 0;
}

void ps_options_init(struct ps_options *options)
{
    *options = (struct ps_options){.patience_ns = NS_PER_S};
}

void ps_options_fini(struct ps_options *options)
{
    selection_fini(&options->selection);
    format_fini(&options->format);
    format_fini(&options->group_keys);
    arena_fini(&options->arena);
    free(options->only);
    free(options->sort);
    free(options->cgroup_columns);
    ps_options_init(options);
}
