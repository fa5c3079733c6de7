/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_PATH_H
#define DOTPROC_CONTAINER_PATH_H

/*
 * The container, pod, unit and slice of a task, from the paths of its cgroups alone; and the
 * kinds of texts that only the runtimes' files have, which names.h reads.
 *
 * Paths are labels, not proofs: anyone who may create cgroups may name them as a runtime would, and
 * runtimes run by a user do so. A path may contain all bytes but '/', newline and NUL, so texts are
 * escaped when they are shown (lib/text/escape.h).
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"

enum container_runtime {
    CONTAINER_NONE,
    CONTAINER_OTHER, /* the path has a container's ID but no known runtime */
    CONTAINER_CONTAINERD,
    CONTAINER_CRIO,
    CONTAINER_DOCKER,
    CONTAINER_PODMAN,
    CONTAINER_NSPAWN,
    CONTAINER_MACHINE, /* registered with systemd-machined: nspawn, or a virtual machine */
    CONTAINER_LXC,
    CONTAINER_SNAP,
    CONTAINER_FLATPAK,
    CONTAINER_RUNTIMES
};

/* The runtime's name in one word, such as "containerd"; "" for none and others. */
const char *container_runtime_name(enum container_runtime runtime);

/* Whether its containers have IDs of CONTAINER_ID_DIGITS; containers of others have names. */
bool container_runtime_has_ids(enum container_runtime runtime);

/* In the runtimes' files: see names.h. */
enum container_text {
    CONTAINER_TEXT_NAME,
    CONTAINER_TEXT_POD,
    CONTAINER_TEXT_NAMESPACE, /* of the pod */
    CONTAINER_TEXT_IMAGE,
    CONTAINER_TEXTS
};

/* Lower-case hexadecimal digits; runtimes show the first ones. */
#define CONTAINER_ID_DIGITS       64
#define CONTAINER_ID_SHORT_DIGITS 12

/* The size of a name in a path (NAME_MAX), with its NUL. */
#define CONTAINER_NAME_SIZE 256

/* The longest UID of a Kubernetes pod, with its NUL. */
#define CONTAINER_POD_UID_SIZE 37

/* "" if not in the path. */
struct container_place {
    enum container_runtime runtime;
    char id[CONTAINER_NAME_SIZE]; /* of machines, LXC containers, snaps and flatpaks: the name */
    size_t behind; /* where its directory ends in the text; undefined without a container */
    char pod_uid[CONTAINER_POD_UID_SIZE];

    /* As returned by sd_pid_get_unit(3) and sd_pid_get_slice(3): those of the system manager. */
    char unit[CONTAINER_NAME_SIZE];
    char slice[CONTAINER_NAME_SIZE];
};

/*
 * Parses the lines of /proc/PID/cgroup, as in task_details::cgroup. The innermost of nested
 * containers counts. Returns whether there is one; unit and slice may be set without.
 *
 * With several hierarchies, one line decides: that of systemd ("name=systemd"); if that has no
 * container, that of cgroup v2; else the first one with a container. In a hybrid setup the v2 path
 * of a container's processes may still be that of its runtime's unit.
 */
bool container_place_parse(const char *groups, struct container_place *place);

/*
 * Appends the short ID of a container or pod whose name is not known: "id:3f2a5c0b1d2e",
 * "id:0c1d2e3f-4a5b". Nothing if there is none.
 */
void container_place_put_name(const struct container_place *place, struct buf *out);
void container_place_put_pod(const struct container_place *place, struct buf *out);

#endif
