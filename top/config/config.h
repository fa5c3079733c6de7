/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_H
#define DOTPROC_TOP_CONFIG_CONFIG_H

/*
 * The user's settings, as W saves them for the next start.
 *
 * A config is parsed from text in one of two forms: ours, which config_put() writes, and stock
 * top's. Every value is checked. A text with a mistake is not used at all.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "top/model/inspect.h"
#include "top/model/model.h"

/* A longer text is not a configuration. */
#define CONFIG_BYTES_MAX (256 * BYTES_PER_KIB)

/* The most entries of inspect.h. */
#define CONFIG_ENTRIES_MAX 64

struct config {
    struct model_settings settings;
    struct window_settings windows[WINDOW_COUNT];
    unsigned current; /* window, counted from 1 */

    struct inspect_entry entries[CONFIG_ENTRIES_MAX];
    size_t entry_count;
    char *texts[CONFIG_ENTRIES_MAX]; /* of the entries that were parsed: owned */
    size_t text_count;
};

/* A mistake in a text. */
struct config_error {
    size_t line; /* counted from 1; 0: none */
    struct buf why;
};

/* Sets the settings of the first start. */
void config_init(struct config *config);
void config_fini(struct config *config);

/* Turns off what stock top does not have, for users with a configuration of stock top. */
void config_show_as_stock(struct config *config);

/* Frees its memory, and sets the settings of the first start. */
void config_reset(struct config *config);

/*
 * Parses our form. False with the first mistake in `error`; then the config is as on first start.
 * `text` need not end in a NUL and may contain anything.
 */
bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error);

/* Appends our form, with comments; config_parse() gives the same config again. */
void config_put(const struct config *config, struct buf *out);

/* Parses "pipe" or "file", a name and a command or path, separated by tabs; false with `why`. */
bool config_add_entry(struct config *config, const char *line, struct buf *why);

/*
 * For readers of all forms: calls `take` with each line without its newline; `take` may change it.
 * Stops at a line for which `take` returns false, that has a NUL or that is too long: returns false
 * with the mistake in `error`. Counts error->line in any case.
 */
bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader);

/* Appends "message 'text'". Returns false, for the reader to return. */
bool config_lines_refuse(struct buf *why, const char *message, const char *text);

/* Copies the settings of the model; the entries are borrowed like those of the model. */
void config_take(struct config *config, const struct model *model);

/* Copies the settings into a new model, which borrows the entries. */
void config_apply(const struct config *config, struct model *model);

/*
 * settings.c: the settings of our form (config.c) as two tables; how values are read and
 * written.
 */
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

    /* Of files of version 0.1, and not written: struct window_settings: pools, and those by wait.
     */
    SETTING_POOLS,
    SETTING_BY_WAIT,
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

/*
 * stock_config.c: the configuration files of procps-ng's top, from 3.3.17 (id j) to 4.0.6 and later
 * (id n): read, so that its users keep their settings, and printed for users who go back.
 */

/* As config_parse(). Ignores settings and fields of newer versions. */
bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error);

/*
 * Appends a file as 4.0.2 writes it (id k), which 4.0.7 reads as well; leaves out settings that
 * 4.0.2 does not have.
 */
void stock_config_put(const struct config *config, struct buf *out);

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

/* The sections of a file, in order. */
enum section {
    SECTION_TITLE,
    SECTION_MODES,
    SECTION_WINDOWS,
    SECTION_REST, /* from the line with Fixed_widest on */
};

/* The place of a pair in a file. */
struct stock_place {
    enum section section;
    struct config *config;
    struct window_settings *window; /* in SECTION_WINDOWS */
};

/*
 * Applies a pair. False with one line in `why` when the value is invalid. Ignores unknown names:
 * they come from newer versions.
 */
bool stock_pair_take(const struct stock_place *place, const char *name, const char *value,
                     struct buf *why);

/* Appends the pairs of 4.0.2 in a section, with the window's in SECTION_WINDOWS, else NULL. */
void stock_pairs_put(const struct config *config, enum section section,
                     const struct window_settings *window, struct buf *out);

/*
 * config_file.c. The configuration files: their paths, and the settings of the user's and the
 * system's files together. Only absolute paths are used, so nothing is read from the working
 * directory.
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

/* Whether there is a file of our form that config_file_read() would refuse. */
bool config_file_is_refused(const char *path);

/* Reads the system's limits for ordinary users; they are unknown if `complaints` has failed. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

struct loaded_config {
    struct config config;
    bool secure;           /* secure mode, set by the system for this user */
    struct buf path;       /* the file that W writes; "": none */
    struct buf stock_path; /* stock top's configuration of this user; "": none */
    struct buf complaints; /* lines */
};

/*
 * Reads the files for this user and this name of the program, by $HOME and $XDG_CONFIG_HOME; with
 * `defaults` only the system's limits. 0 or -ENOMEM; call config_unload() in both cases.
 */
int config_load(struct loaded_config *loaded, const char *program, bool defaults);
void config_unload(struct loaded_config *loaded);

/*
 * Files that other users may have written. Configurations contain commands, so root refuses such
 * files: sudo may have kept a user's HOME.
 */

/*
 * Appends the text of a file. 0; -EFBIG for more than `most` bytes; -EINVAL if it is not a regular
 * file, which might block; -EPERM with `only_roots` if others can have written it; or -errno.
 */
int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text);

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces the target of a link. For root it replaces the link itself,
 * and returns -EPERM for a folder that others may change. With `kept` the old file is kept with a ~
 * after its name, and that path is appended to `kept`. 0 or -errno.
 */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept);

#endif
