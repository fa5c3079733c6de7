/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_INTERNAL_H
#define DOTPROC_TOP_CONFIG_INTERNAL_H

/*
 * What the files of this folder share: config_file.c finds, reads and replaces the files, config.c
 * and stock_config.c parse the two forms of text, whose values settings.c and stock_pairs.c know.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "top/model/settings.h"

struct config;
struct loaded_config;
struct window_settings;

/*
 * config_file.c: the configuration files, their paths, and the settings of the user's and the
 * system's files together. Only absolute paths are used, so nothing is read from the working
 * directory. Configurations contain commands, so root refuses files that other users may have
 * written: sudo may have kept a user's HOME.
 */

/* The parts of the paths; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits apply */
    bool only_roots;         /* the user is root: files that others own or may change are ignored */
};

/* "top" is the name by which the program was called, except in /etc. */
enum config_path {
    PATH_OURS,           /* $XDG_CONFIG_HOME/dotproc/toprc */
    PATH_STOCK_HOME,     /* $HOME/.toprc */
    PATH_STOCK_CONFIG,   /* $XDG_CONFIG_HOME/procps/toprc */
    PATH_STOCK_DEFAULTS, /* /etc/topdefaultrc */
    PATH_STOCK_LIMITS,   /* /etc/toprc */
};

/* Appends a path, or nothing if it has none. */
void config_path_put(const struct config_places *places, enum config_path path, struct buf *out);

/*
 * Reads the first configuration that exists and has no mistake; appends a line to `complaints` for
 * each one with a mistake. False when there is none: the config is as on first start. When memory
 * is short `complaints` has failed and the config must not be used.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* As config_load(), from these places. */
int config_file_load(const struct config_places *places, struct loaded_config *loaded,
                     bool defaults);

/*
 * Appends the text of a file. 0; -EFBIG for more than `most` bytes; -EINVAL if it is not a regular
 * file, which might block; -EPERM with `only_roots` if others can have written it; or -errno.
 */
int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text);

/* config.c: texts of both forms, and what both set. */

/* A longer text is not a configuration. */
#define CONFIG_BYTES_MAX (256 * BYTES_PER_KIB)

/* A mistake in a text. */
struct config_error {
    size_t line; /* counted from 1; 0: none */
    struct buf why;
};

/*
 * For readers of both forms: calls `take` with each line without its newline; `take` may change it.
 * Stops at a line for which `take` returns false, that has a NUL or that is too long: returns false
 * with the mistake in `error`. Counts error->line in any case.
 */
bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader);

/* Appends "message 'text'". Returns false, for the reader to return. */
bool config_lines_refuse(struct buf *why, const char *message, const char *text);

/* Turns off what stock top does not have, for users with a configuration of stock top. */
void config_show_as_stock(struct config *config);

/* Frees its memory, and sets the settings of the first start. */
void config_reset(struct config *config);

/* Parses "pipe" or "file", a name and a command or path, separated by tabs; false with `why`. */
bool config_add_entry(struct config *config, const char *line, struct buf *why);

/*
 * config.c, our form: a line "name = value" for each setting, those of a window below a line
 * "[window N]". Empty lines and lines that start with '#' are ignored. A setting that is missing
 * has its default.
 */

/*
 * Parses our form. False with the first mistake in `error`; then the config is as on first start.
 * `text` need not end in a NUL and may contain anything.
 */
bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error);

/* settings.c: the settings of our form as two tables; how values are read and written. */

enum setting_kind {
    SETTING_BOOL,    /* bool: yes, no */
    SETTING_WORD,    /* enum: one of words[] */
    SETTING_NUMBER,  /* int or unsigned, from least to most */
    SETTING_COLOUR,  /* int: default, or a number from 0 */
    SETTING_SECONDS, /* uint64_t, ns */
    SETTING_FIELD,   /* enum field_id, by its header */
    SETTING_FIELDS,  /* struct field_slot[FIELD_COUNT]: the shown fields, in order */
    SETTING_OTHERS,  /* struct field_slot[FIELD_COUNT]: all other fields, in order */
    SETTING_NAME,    /* struct window_settings: its name */
    SETTING_FILTER,  /* struct filters: adds one that is case-sensitive */
    SETTING_FILTER_ANY_CASE,
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
    bool is_old;         /* only in files of version 0.1: not written */
};

/* The settings of all windows, and those of each, in the order of the file; NULL past the end. */
const struct setting *setting_at(size_t index);
const struct setting *window_setting_at(size_t index);

/* Sets the value in the struct at `base`; false with one line in `why`. */
bool setting_parse(const struct setting *setting, void *base, const char *value, struct buf *why);

/*
 * Names a window; false for a text that is no name. One that is a name only in another encoding is
 * taken as it is, as a file is also read in the C locale.
 */
bool setting_take_name(struct window_settings *window, const char *name);

/* Appends its lines. */
void setting_put(const struct setting *setting, const void *base, struct buf *out);

/*
 * stock_config.c: the configuration files of procps-ng's top, from 3.3.17 (id j) to 4.0.6 and later
 * (id n), read so that its users keep their settings.
 */

/* As config_parse(). Ignores settings and fields of newer versions. */
bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error);

/*
 * The two lines of /etc/toprc: the first contains an 's' when ordinary users get secure mode, the
 * second a delay. False with the mistake in `error`.
 */
struct stock_limits {
    bool secure;
    bool has_delay;
    uint64_t delay_ns;
};
bool stock_limits_parse(struct stock_limits *limits, const char *text, size_t len,
                        struct config_error *error);

/* stock_pairs.c: the pairs "name=value" in stock top's files, for stock_config.c. */

/*
 * The fields of 4.0.2 are those below this one; it accepts no other sort field, and no other field
 * before the last.
 */
#define STOCK_FIELDS_OLDEST FIELD_CLS

/* The sections of a file of stock top, in order. */
enum stock_section {
    STOCK_TITLE,
    STOCK_MODES,
    STOCK_WINDOWS,
    STOCK_REST, /* from the line with Fixed_widest on */
};

/* The place of a pair in a file. */
struct stock_place {
    enum stock_section section;
    struct config *config;
    struct window_settings *window; /* in STOCK_WINDOWS */
};

/*
 * Applies a pair. False with one line in `why` when the value is invalid. Ignores unknown names:
 * they come from newer versions.
 */
bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why);

/* Appends the pairs of 4.0.2 in a section, with the window's in STOCK_WINDOWS, else NULL. */
void stock_pairs_put(const struct config *config, enum stock_section section,
                     const struct window_settings *window, struct buf *out);

#endif
