/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/character.h"

#include <stddef.h>

#include "lib/base/lower_bound.h"

struct range {
    uint32_t first, last;
};

/* In ascending order. Code points that Unicode keeps free for more of a kind are with that kind. */
static const struct range invisible[] = {
    {0x00ad, 0x00ad},   /* soft hyphen */
    {0x034f, 0x034f},   /* combining grapheme joiner */
    {0x061c, 0x061c},   /* Arabic letter mark */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer inherent vowels */
    {0x180b, 0x180f},   /* Mongolian variation selectors and vowel separator */
    {0x200b, 0x200f},   /* zero width space and joiners, direction marks */
    {0x2028, 0x202e},   /* line and paragraph separators, embeddings and overrides */
    {0x2060, 0x206f},   /* word joiner, invisible operators, isolates, deprecated controls */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfe00, 0xfe0f},   /* variation selectors */
    {0xfeff, 0xfeff},   /* zero width no-break space, the byte order mark */
    {0xffa0, 0xffa0},   /* halfwidth Hangul filler */
    {0xfff0, 0xfffb},   /* interlinear annotations */
    {0x13430, 0x1343f}, /* Egyptian hieroglyph format controls */
    {0x1bca0, 0x1bca3}, /* shorthand format controls */
    {0x1d173, 0x1d17a}, /* musical beams, ties, slurs and phrases */
    {0xe0000, 0xe0fff}, /* tags, more variation selectors */
};

#define RANGES (sizeof(invisible) / sizeof(invisible[0]))

static uint64_t range_last(const void *range)
{
    return ((const struct range *)range)->last;
}

bool character_is_invisible(uint32_t code_point)
{
    const size_t at = lower_bound(invisible, RANGES, sizeof(invisible[0]), code_point, range_last);

    return at < RANGES && invisible[at].first <= code_point;
}
