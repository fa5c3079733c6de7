/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_FIELDS_H
#define DOTPROC_TOP_MODEL_FIELDS_H

/*
 * The fields of the task table, as data.
 *
 * A field is a column as top shows it: its header, its width and the form of its cells. Its code
 * names the struct column that it shows.
 *
 * The IDs below FIELD_STOCK_COUNT are stock top's, which its configuration files store. The fields
 * after them are our own and are not in those files.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/column/column.h"
#include "lib/text/nearest.h"

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
    FIELD_OOMA,
    FIELD_OOMS,
    FIELD_ENVIRON,
    FIELD_VMJ,
    FIELD_VMN,
    FIELD_USED,
    FIELD_NSIPC,
    FIELD_NSMNT,
    FIELD_NSNET,
    FIELD_NSPID,
    FIELD_NSUSER,
    FIELD_NSUTS,
    FIELD_LXC,
    FIELD_RSAN,
    FIELD_RSFD,
    FIELD_RSLK,
    FIELD_RSSH,
    FIELD_CGNAME,
    FIELD_NU,
    FIELD_LOGID,
    FIELD_EXE,
    FIELD_RSS,
    FIELD_PSS,
    FIELD_PSAN,
    FIELD_PSFD,
    FIELD_PSSH,
    FIELD_USS,
    FIELD_IOR,
    FIELD_IOROP,
    FIELD_IOW,
    FIELD_IOWOP,
    FIELD_AGID,
    FIELD_AGNI,
    FIELD_STARTED,
    FIELD_ELAPSED,
    FIELD_CUU,
    FIELD_CUC,
    FIELD_NSCGROUP,
    FIELD_NSTIME,
    FIELD_CLS,
    FIELD_DOCKER,
    FIELD_NFD,
    FIELD_STOCK_COUNT,
    FIELD_WAIT = FIELD_STOCK_COUNT, /* our own fields from here on */
    FIELD_SYSCALL,
    FIELD_WADDR,
    FIELD_WFILE,
    FIELD_FSCOPE,
    FIELD_WAITED,
    FIELD_RUNDELAY,
    FIELD_NVCSW,
    FIELD_NIVCSW,
    FIELD_RUNQ,
    FIELD_VVCSW,
    FIELD_VIVCSW,
    FIELD_AVTH,
    FIELD_WKEY,
    FIELD_LOCKPID,
    FIELD_CTNAME,
    FIELD_POD,
    FIELD_PODNS,
    FIELD_IMAGE,
    FIELD_TASKS,
    FIELD_MOST,
    FIELD_P99,
    FIELD_HOTTEST,
    FIELD_SINCE,
    FIELD_SINCE_TIME,
    FIELD_SINCE_RES,
    FIELD_READ_RATE,
    FIELD_WRITE_RATE,
    FIELD_DISK_RATE,
    FIELD_IO_CALL_RATE,
    FIELD_GROWTH_RATE,
    FIELD_MINOR_RATE,
    FIELD_MAJOR_RATE,
    FIELD_VOLUNTARY_RATE,
    FIELD_FORCED_RATE,
    FIELD_COUNT,
};

/* How a value becomes a cell. */
enum render {
    RENDER_PLAIN,   /* numbers and text as they are, '+' where they are cut */
    RENDER_LINES,   /* text with commas between its lines */
    RENDER_LEVEL,   /* as RENDER_PLAIN, but the key 0 hides a zero */
    RENDER_MEMORY,  /* KiB, scaled to the unit chosen for tasks */
    RENDER_COUNT,   /* scaled like 98k */
    RENDER_CPU,     /* CPU time as a percentage of the interval */
    RENDER_PERCENT, /* a percentage with one decimal */
    RENDER_SHARE,   /* of a time, likewise, as %CPU of a single task */
    RENDER_UTILIZATION,
    RENDER_RATE,      /* a difference per second, as a count */
    RENDER_GROWTH,    /* a difference of KiB per minute, which may be negative */
    RENDER_TIME,      /* scaled by ^E */
    RENDER_TIME_PLUS, /* CPU time with hundredths */
    RENDER_TIME_HOURS,
    RENDER_PRIORITY, /* "rt" for the highest */
    RENDER_FLAGS,    /* hexadecimal, '.' for zeros */
};

enum field_size {
    SIZE_FIXED,
    SIZE_WIDER,    /* as SIZE_FIXED, but X makes it wider */
    SIZE_PID,      /* as wide as the longest PID */
    SIZE_CPU,      /* as wide as the largest processor number */
    SIZE_FLEXIBLE, /* takes the remaining width */
};

/* The widest frame, in cells, and so the widest field; the rest of a wider screen stays blank. */
#define COLS_MAX 512

struct field {
    const char *header; /* also the name for -o; never translated */
    const char *help;   /* marked for translation */
    enum field_size size;
    uint8_t width; /* SIZE_FIXED, SIZE_WIDER: cells; else the minimum */
    bool left;     /* left-justified */
    enum render render;
    const char *code; /* of the struct column */
    const char *none; /* text of a cell without a value; NULL: "-" */
};

/* The field with this ID; NULL if it is out of range. */
const struct field *field_at(unsigned id);

/* The field's column. COMMAND has another one while command lines are shown. */
const struct column *field_column(enum field_id id, bool command_lines);

/* Finds a field by its exact header; false: there is none. */
bool field_by_name(const char *name, enum field_id *id);

/*
 * Appends the headers that an unknown one may stand for, translated: "; did you mean 'PID'?"
 * Appends nothing if there are none.
 */
void field_suggest(const char *name, struct buf *out);

/*
 * Appends the names that a mistyped word may stand for, translated, each behind `prefix`: "; did
 * you mean 'PID'?" Appends nothing if there are none.
 */
void suggestion_put(struct buf *out, const struct nearest *nearest, const char *prefix);

#endif
