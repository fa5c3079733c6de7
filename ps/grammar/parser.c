/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/grammar/parser.h"

#include <errno.h>

#include "lib/text/i18n.h"

int parser_refuse(struct parser *parser, const char *message)
{
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
    buf_puts(parser->error, message);
    return -ENOTSUP;
}

bool parser_selects_only_by(const struct parser *parser, enum select_by one, enum select_by other)
{
    const struct selection *selection = &parser->options->selection;

    if (parser->simple || parser->has_same_tty || parser->has_quick || parser->has_number ||
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
        result = rule->set(parser, rule->value, argument);
        if (result < 0 || argument)
            return result;
    }
    return 0;
}
