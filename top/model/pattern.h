/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_PATTERN_H
#define DOTPROC_TOP_MODEL_PATTERN_H

/*
 * The pattern of a search or filter: a text, or after '~' a POSIX extended regular expression
 * (regex(7)). Case is ignored unless the pattern has a capital letter; in a text only that of ASCII
 * letters.
 *
 * A pattern is a plain value that can be copied; a matcher is the compiled form.
 */

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
#include "top/model/prompt.h"

/* Bytes of the longest regular expression. */
#define PATTERN_REGEX_MAX 256

/* The most copies that all repetitions of an expression may multiply to: "(a{10}){10}" has 100. */
#define PATTERN_REPEAT_MAX 255

/* The most bytes of an expression, each as often as it may be repeated. */
#define PATTERN_EXPANDED_MAX 4096

struct pattern {
    char text[PROMPT_BYTES]; /* as typed; "": no pattern */
    bool ignore_case;
    bool is_literal; /* '~' is an ordinary character */
};

struct matcher {
    const struct pattern *pattern;
    bool is_regex;
    regex_t anywhere; /* matches from the start of a text, so that it is read once */
    regex_t itself;   /* finds the place of a match */
};

/* Takes the text typed so far. */
void pattern_take(struct pattern *pattern, const struct prompt *prompt);

/*
 * Compiles a pattern, which must stay valid. False, with one line in `why`, for a bad expression,
 * one with back references, or one that would be too large. matcher_fini() only after true.
 */
bool matcher_init(struct matcher *matcher, const struct pattern *pattern, struct buf *why);
void matcher_fini(struct matcher *matcher);

/* Whether the text has a match. */
bool matcher_matches(const struct matcher *matcher, const char *text);

/* The first match that begins at byte `from` or later and is not empty: its first byte, and the one
 * after it. */
bool matcher_find(const struct matcher *matcher, const char *text, size_t from, size_t *start,
                  size_t *end);

#endif
