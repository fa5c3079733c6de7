/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_SETTINGS_H
#define DOTPROC_TOP_CONFIG_SETTINGS_H

/* The settings of our form as two tables; how values are read and written. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

enum setting_kind {
    SETTING_BOOL,    /* bool: yes, no */
    SETTING_WORD,    /* enum: one of words[] */
    SETTING_NUMBER,  /* int, from least to most */
    SETTING_COUNT,   /* size_t, from least to most */
    SETTING_COLOUR,  /* int: default, or a number from 0 */
    SETTING_SECONDS, /* uint64_t, ns */
    SETTING_FIELD,   /* enum field_id, by its header */
    SETTING_FIELDS,  /* struct field_slot[FIELD_COUNT]: the shown fields, in order */
    SETTING_OTHERS,  /* struct field_slot[FIELD_COUNT]: all other fields, in order */
    SETTING_NAME,    /* struct window_settings: its name */
    SETTING_FILTER,  /* struct filters: adds one that is case-sensitive */
    SETTING_FILTER_ANY_CASE,

    SETTING_POOLS, /* of files of version 0.1, not written: struct window_settings: its group */
};

struct setting {
    const char *name;
    enum setting_kind kind;
    size_t offset;            /* in struct config, or in struct window_settings */
    const char *const *words; /* ended by NULL; in the order of the enum */
    struct {
        int64_t least, most;
    } range;
    const char *comment; /* above it in the file, not translated; NULL: none */
};

/* The settings of all windows, and those of each, in the order of the file; NULL past the end. */
const struct setting *setting_at(size_t index);
const struct setting *window_setting_at(size_t index);

/* Sets the value in the struct at `base`; false with one line in `why`. */
bool setting_parse(const struct setting *setting, void *base, const char *value, struct buf *why);

/* Appends its lines. */
void setting_put(const struct setting *setting, const void *base, struct buf *out);

#endif
