/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_STATE_READ_H
#define DOTPROC_CONTAINER_STATE_READ_H

/* Reads the state files that runtimes keep about their containers. */

#include <stdbool.h>
#include <sys/stat.h>

#include "lib/base/buf.h"
#include "lib/container/texts.h"
#include "lib/text/json.h"

/* Where files are searched for. */
struct state_place {
    int root;                         /* a descriptor of the directory */
    bool of_user;                     /* only files owned by one user */
    uid_t user;                       /* if of_user: that user */
    const struct json_reader *reader; /* NULL: only files that are not JSON */
    size_t *left;                     /* bytes that may still be read; NULL: any number */
};

/* What was found; zero-initialise. */
struct state_found {
    struct buf texts[CONTAINER_TEXTS];
    struct buf path; /* of the file, relative to the root */
    struct stat status;
};

void state_found_fini(struct state_found *found);

/*
 * Longer texts in a file are truncated. Kubernetes allows names of 253 bytes; images may be longer.
 */
#define CONTAINER_TEXT_BYTES 1024

/* Appends a text, truncated to CONTAINER_TEXT_BYTES; NULL: none. */
void state_found_put(struct state_found *found, enum container_text text, const char *string);

/* 1 if there is a text, 0 if there is none, or -ENOMEM. */
int state_found_result(const struct state_found *found);

/*
 * Only regular files of at most 16 MiB. The last part of a path must not be a symbolic link, whose
 * target anybody may choose.
 */

/*
 * As open(2), but symbolic links are resolved within the root, as after chroot(2), and the last
 * part must not be a link. Returns a descriptor or -errno.
 */
int state_open(const struct state_place *place, const char *path, int flags);

/*
 * Appends the contents of the file at found->path and sets found->status. 1; 0 if there is no
 * usable file; or -errno if memory or descriptors are short.
 */
int state_read_file(const struct state_place *place, struct state_found *found, struct buf *text);

/*
 * Reads a file of JSON, to be released with json_forget(): 1, with NULL for a text that is not
 * valid; 0 if there is no usable file; or -errno if memory or descriptors are short.
 */
int state_read_json(const struct state_place *place, struct state_found *found,
                    struct json_value **value);

/* Whether the file at a path still has this status; any change of a file changes its ctime. */
bool state_is_same(const struct state_place *place, const char *path, const struct stat *then);

#endif
