/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_LABELS_H
#define DOTPROC_CONTAINER_LABELS_H

/*
 * The names of a task's container, by the text of the task's cgroups: each distinct text is looked
 * up once, however many tasks have it. Not thread-safe.
 *
 * This cache belongs to the thread that shows the names; that of names.h, by ID and with the state
 * of files, to the one that reads them, in top another.
 */

#include <stdbool.h>

#include "lib/container/path.h"

struct container_labels;

/*
 * The runtimes' files are below the directory `root`, borrowed; NULL: "/", which is opened when
 * first needed. 0 or -errno. Close with container_labels_close(), which accepts NULL.
 */
int container_labels_open(const char *root, struct container_labels **out);
void container_labels_close(struct container_labels *labels);

/*
 * 0; or -ENOMEM, -EMFILE or -ENFILE if such a shortage has prevented a lookup: texts returned since
 * may be IDs instead of names. 0 for NULL.
 */
int container_labels_error(const struct container_labels *labels);

/*
 * A text about the container, raw (see escape.h); "" if there is no container or the text is
 * unknown. A name is "id:3f2a5c0b1d2e" if only the ID is known. `groups` as in
 * container_place_parse(). Valid until the next container_labels_begin() or _learn().
 */
const char *container_labels_text(struct container_labels *labels, const char *groups,
                                  enum container_text text);

/*
 * The whole ID of the container, or its name if the path has that, and the UID of its pod: see
 * container_place. They do not change when names become known. "" if there is none. Valid as above.
 */
const char *container_labels_id(struct container_labels *labels, const char *groups);
const char *container_labels_pod_uid(struct container_labels *labels, const char *groups);

/*
 * Whether shell globs (fnmatch(3)) match: either the name, the ID or its first 12 digits; or the
 * name of the pod, with its namespace before a slash ("shop/web-*") or without.
 */
bool container_labels_has_name(struct container_labels *labels, const char *groups,
                               const char *pattern);
bool container_labels_has_pod(struct container_labels *labels, const char *groups,
                              const char *pattern);

/*
 * Guards reads of files, which may be on a file system that does not respond. Both are called on
 * the thread that reads.
 */
struct container_guard {
    bool (*begin)(void *context, const char *id); /* whether its files may be read */
    void (*end)(void *context);                   /* called after reading them */
    void *context;
};

/* From now on files are read under this guard; IDs are returned if it forbids reading. */
void container_labels_set_guard(struct container_labels *labels, struct container_guard guard);

/* Begins a round, such as a refresh, in which files that have changed are read again. */
void container_labels_begin(struct container_labels *labels);

/*
 * For threads that must not block on files: from now on no file is opened, and each lookup that
 * needs one is queued, once per round. IDs are returned until it is answered.
 */
void container_labels_defer(struct container_labels *labels);

/*
 * Takes a queued lookup: `groups`, to be freed, and whether it was answered in an earlier round.
 * False if there is none.
 */
bool container_labels_take_question(struct container_labels *labels, char **groups, bool *again);

/* Stores the answer to a lookup. Returns whether that changes anything. */
bool container_labels_learn(struct container_labels *labels, const char *groups,
                            const char *const texts[CONTAINER_TEXTS]);

/* Records a shortage that left a lookup unanswered, for container_labels_error(). */
void container_labels_miss(struct container_labels *labels, int error);

#endif
