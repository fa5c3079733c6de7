/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_STATE_FILE_H
#define DOTPROC_CONTAINER_STATE_FILE_H

/* The state files that runtimes keep about their containers. */

#include <stdbool.h>
#include <sys/stat.h>

#include "lib/base/buf.h"
#include "lib/container/path.h"
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
 * As open(2), but symbolic links are resolved within the root, as after chroot(2), and the last
 * part must not be one: anybody may choose its target. Returns a descriptor or -errno.
 */
int state_open(const struct state_place *place, const char *path, int flags);

/*
 * Appends the contents of the file at found->path and sets found->status. 1; 0 if there is no
 * regular file of at most 16 MiB; or -errno if memory or descriptors are short.
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

/* --- lists of many containers --- */

/*
 * Files that name many containers: each is read once, and again when it has changed, not once per
 * container.
 */

enum state_list_kind {
    STATE_LIST_OF_PODMAN, /* a file of JSON: store.go in containers/storage */
    STATE_LIST_OF_LOGS,   /* the names in a directory: POD_NAMESPACE_CONTAINER-ID.log */
};

/* A user, in one round. */
struct state_user {
    uid_t user;
    struct buf folder; /* of data, relative to the root, with a final slash; empty: none */
    size_t left;       /* bytes of the user's files that may still be read */
};

/* The lists that were read, and their users. Zero-initialise. */
struct state_lists {
    struct state_list *lists;
    size_t count, capacity;
    struct state_user *users;
    size_t user_count, user_capacity;
    unsigned turn; /* the list that is replaced next, once there are as many as possible */
};

void state_lists_fini(struct state_lists *lists);

/* Begins a round: users are looked up again, and may have files read again. */
void state_lists_begin(struct state_lists *lists);

/*
 * Looks up a container in the list at found->path: 1 if it is named there, 0 if not, or -errno if
 * memory or descriptors are short.
 */
int state_lists_find(struct state_lists *lists, enum state_list_kind kind,
                     const struct state_place *place, const char *id, struct state_found *found);

/* --- which file has the name of a container --- */

/*
 * Searches the files for a container's ID, in order, until one has its name. 1 if one has, 0 if
 * none has, or -errno if memory or descriptors are short. `known` caches the lists that were read.
 */
int state_file_find(const struct state_place *place, struct state_lists *known, const char *id,
                    struct state_found *found);

#endif
