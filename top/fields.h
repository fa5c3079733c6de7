/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_FIELDS_H
#define DOTPROC_TOP_FIELDS_H

/*
 * The fields of the task table, as data.
 *
 * A field is a column as top shows it: its header, its width and how its cells are rendered. What
 * it stands for is a struct column, either one of lib/column by its code or one of columns.h.
 *
 * The ids are stock top's numbers, which its configuration files store. The table has a row for
 * each field that is served; field_at() is NULL for the other numbers.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/column/column.h"

enum field_id {
    FIELD_PID,
    FIELD_PPID,
    FIELD_UID,
    FIELD_USER,
    FIELD_RUID,
    FIELD_RUSER,
    FIELD_SUID,
    FIELD_SUSER,
    FIELD_GID,
    FIELD_GROUP,
    FIELD_PGRP,
    FIELD_TTY,
    FIELD_TPGID,
    FIELD_SID,
    FIELD_PR,
    FIELD_NI,
    FIELD_NTH,
    FIELD_P,
    FIELD_CPU,
    FIELD_TIME,
    FIELD_TIME_PLUS,
    FIELD_MEM,
    FIELD_VIRT,
    FIELD_SWAP,
    FIELD_RES,
    FIELD_CODE,
    FIELD_DATA,
    FIELD_SHR,
    FIELD_NMAJ,
    FIELD_NMIN,
    FIELD_NDRT,
    FIELD_S,
    FIELD_COMMAND,
    FIELD_WCHAN,
    FIELD_FLAGS,
    FIELD_CGROUPS,
    FIELD_SUPGIDS,
    FIELD_SUPGRPS,
    FIELD_TGID,
    FIELD_ENVIRON = 41,
    FIELD_VMJ = 42,
    FIELD_VMN = 43,
    FIELD_USED = 44,
    FIELD_RSAN = 52,
    FIELD_RSFD = 53,
    FIELD_RSLK = 54,
    FIELD_RSSH = 55,
    FIELD_STARTED = 72,
    FIELD_ELAPSED = 73,
    FIELD_CUU = 74,
    FIELD_CUC = 75,
    FIELD_COUNT = 81, /* numbers in use by stock 4.0.7 */
};

/* How the value becomes a cell. */
enum render {
    RENDER_PLAIN,   /* numbers and text as they are, '+' where they are cut */
    RENDER_MEMORY,  /* KiB, raised to the unit chosen for tasks */
    RENDER_COUNT,   /* 98k */
    RENDER_CPU,     /* the share of the interval, percent */
    RENDER_PERCENT, /* one decimal */
    RENDER_UTILIZATION,
    RENDER_TIME,
    RENDER_TIME_PLUS,
    RENDER_TIME_HOURS,
    RENDER_PRIORITY, /* "rt" for the highest */
    RENDER_FLAGS,    /* hexadecimal, '.' for zeros */
};

enum field_size {
    SIZE_FIXED,
    SIZE_PID,      /* as wide as the longest pid */
    SIZE_CPU,      /* as wide as the largest processor number */
    SIZE_FLEXIBLE, /* takes the room that is left */
};

struct field {
    const char *header; /* also the name for -o; never translated */
    const char *help;   /* marked for translation */
    enum field_size size;
    uint8_t width; /* SIZE_FIXED: cells; else the least */
    bool left;     /* how it is justified */
    enum render render;
    const char *code;         /* a column of lib/column, or */
    const struct column *own; /* one of columns.h */
};

/* NULL where stock has a field that is not served, and past the end. */
const struct field *field_at(unsigned id);

/* The field's column; COMMAND's depends on whether command lines are shown. */
const struct column *field_column(enum field_id id, bool command_lines);

/* By header, exactly; false when there is none. */
bool field_by_name(const char *name, enum field_id *id);

#endif
