/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts and regular expressions that are looked for: what matches, where, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/run.h"
#include "top/model/pattern.h"

static const struct question question = {.name = "test"};

static void type(struct pattern *pattern, const char *text)
{
    struct prompt prompt;

    prompt_open(&prompt, &question, 0);
    prompt_set_text(&prompt, text);
    pattern_take(pattern, &prompt);
}

/* The first and the second match of a text: "2-4 7-9"; "" for none. */
static const struct {
    const char *typed, *text, *matches;
} finds[] = {
    {"ab", "xxabxAB", "2-4 5-7"},
    {"aB", "xxabxaB", "5-7"},
    {"ab", "xxa", ""},
    {"", "xxa", ""},
    {"a~", "ba~", "1-3"},
    {"~a|b", "xaxb", "1-2 3-4"},
    {"~^a", "aa", "0-1"},
    {"~a$", "aba", "2-3"},
    {"~A", "aA", "1-2"},
    {"~x*", "axxbx", "1-3 4-5"},
    {"~x*", "a", ""},
    {"~~", "a~", "1-2"},
    {"~[]a]+", "x]a", "1-3"},
    {"~[[:digit:]]{2}", "a1b23", "3-5"},
    {"~a)", "a)", NULL},
    {"~(a", "a", NULL},
    {"~[a", "a", NULL},
    {"~[[:alpha:", "a", NULL},
    {"~a\\)", "a)", "0-2"},
    {"~(a)\\1", "aa", NULL},
    {"~[\\1]", "1", "0-1"},
    {"~a{16}", "b", ""},
    {"~(a{16}){16}", "b", NULL},
    {"~((((a{9}){9}){9}){9}){9}", "b", NULL},
    {"~a{99999999999999999999}", "b", NULL},
    {"~a{15}|b{17}", "b", ""},
    {"~a{255}", "b", ""},
    {"~a{256}", "b", NULL},
    {"~(a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z*){254}", "b", NULL},
    {"~a++++++++", "aab", "0-2"},
    {"~a++++++++++", "b", NULL},
    {"~((((((((a)+)+)+)+)+)+)+)+", "b", NULL},
    {"~a{1,}{1,}{1,}{1,}{1,}{1,}{1,}{1,}", "b", NULL},
    {"~a+b+c+d+e+f+g+h+i+", "abcdefghi", "0-9"},
    {"~a\\{16}b\\{16}", "b", ""},
};

LOOP(matches_are_found, COUNT_OF(finds))
{
    struct pattern pattern;
    struct matcher matcher;
    struct buf why = {0};
    char found[64] = "";
    size_t used = 0, from = 0, start, end;

    type(&pattern, finds[_i].typed);
    if (!finds[_i].matches) {
        ck_assert_msg(!matcher_init(&matcher, &pattern, &why), "%s", finds[_i].typed);
        ck_assert_str_ne(buf_text(&why), "");
        buf_fini(&why);
        return;
    }
    ck_assert_msg(matcher_init(&matcher, &pattern, &why), "%s: %s", finds[_i].typed,
                  buf_text(&why));
    while (matcher_find(&matcher, finds[_i].text, from, &start, &end)) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%zu-%zu", used ? " " : "",
                                 start, end);
        from = end;
    }
    ck_assert_msg(strcmp(found, finds[_i].matches) == 0, "%s in %s: %s", finds[_i].typed,
                  finds[_i].text, found);
    if (*finds[_i].matches)
        ck_assert_msg(matcher_matches(&matcher, finds[_i].text), "%s", finds[_i].typed);
    matcher_fini(&matcher);
}

CASE(a_literal_has_no_expressions)
{
    const struct pattern pattern = {.text = "~a", .is_literal = true};
    struct matcher matcher;
    struct buf why = {0};

    ck_assert(matcher_init(&matcher, &pattern, &why));
    ck_assert(matcher_matches(&matcher, "b~a"));
    ck_assert(!matcher_matches(&matcher, "a"));
    matcher_fini(&matcher);
}

CASE(a_long_expression_is_refused)
{
    struct pattern pattern = {.text = "~"};
    struct matcher matcher;
    struct buf why = {0};

    memset(pattern.text + 1, 'a', PATTERN_REGEX_MAX);
    ck_assert(matcher_init(&matcher, &pattern, &why));
    matcher_fini(&matcher);
    pattern.text[1 + PATTERN_REGEX_MAX] = 'a';
    ck_assert(!matcher_init(&matcher, &pattern, &why));
    buf_fini(&why);
}
