/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/path.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/cgroup/path.h"

/* Appended by the kernel to the path of a removed cgroup (cgroup_path_ns in proc_cgroup_show()). */
#define DELETED " (deleted)"

const char *container_runtime_name(enum container_runtime runtime)
{
    static const char *const names[CONTAINER_RUNTIMES] = {
        [CONTAINER_NONE] = "",
        [CONTAINER_OTHER] = "",
        [CONTAINER_CONTAINERD] = "containerd",
        [CONTAINER_CRIO] = "cri-o",
        [CONTAINER_DOCKER] = "docker",
        [CONTAINER_PODMAN] = "podman",
        [CONTAINER_NSPAWN] = "nspawn",
        [CONTAINER_MACHINE] = "machine",
        [CONTAINER_LXC] = "lxc",
        [CONTAINER_SNAP] = "snap",
        [CONTAINER_FLATPAK] = "flatpak",
    };

    return names[runtime];
}

bool container_runtime_has_ids(enum container_runtime runtime)
{
    return runtime >= CONTAINER_OTHER && runtime <= CONTAINER_PODMAN;
}

static bool take_suffix(struct span *part, const char *suffix)
{
    const size_t len = strlen(suffix);

    if (part->len < len || memcmp(span_end(*part) - len, suffix, len) != 0)
        return false;
    part->len -= len;
    return true;
}

/* Whether all of `count` characters are lower-case hexadecimal digits. */
static bool all_digits(const char *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (hexadecimal_digit(at[i]) > 15 || (at[i] >= 'A' && at[i] <= 'F'))
            return false;
    return true;
}

static bool is_id(struct span text)
{
    return text.len == CONTAINER_ID_DIGITS && all_digits(text.text, text.len);
}

static void copy_text(char to[CONTAINER_NAME_SIZE], struct span text)
{
    const size_t len = text.len < CONTAINER_NAME_SIZE ? text.len : 0;

    memcpy(to, text.text, len);
    to[len] = '\0';
}

/*
 * Undoes unit_name_escape() of systemd (src/basic/unit-name.c): \xHH is a byte. Anything else, also
 * \x00, is left as it is.
 */
static void unescape(char to[CONTAINER_NAME_SIZE], struct span text)
{
    size_t len = 0;

    if (text.len >= CONTAINER_NAME_SIZE)
        text.len = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *at = text.text + i;
        unsigned byte = 0;

        if (text.len - i >= 4 && at[0] == '\\' && at[1] == 'x' && all_digits(at + 2, 2))
            byte = hexadecimal_digit(at[2]) << 4 | hexadecimal_digit(at[3]);
        if (byte)
            i += 3;
        to[len++] = byte ? (char)byte : *at;
    }
    to[len] = '\0';
}

static bool set(struct container_place *place, enum container_runtime runtime, struct span id)
{
    if (id.len == 0 || id.len >= CONTAINER_NAME_SIZE)
        return false;
    place->runtime = runtime;
    copy_text(place->id, id);
    return true;
}

/* The same for part of a unit's name. */
static bool set_escaped(struct container_place *place, enum container_runtime runtime,
                        struct span id)
{
    if (!set(place, runtime, id))
        return false;
    unescape(place->id, id);
    return true;
}

/*
 * A prefix and an ID: a scope with systemd, a plain directory with cgroupfs; with a colon between
 * them in what containerd and CRI-O mean for systemd, if the runtime makes a directory of it. From:
 * "cri-containerd" in getCgroupsPath() of containerd (internal/cri/server/podsandbox/helpers.go),
 * "nerdctl" in nerdctl's pkg/cmd/container, "crio" in CRI-O's internal/config/cgmgr, "docker" in
 * moby's daemon/oci_linux.go, "libpod" and "libpod-payload" (with --cgroups=split) in podman's
 * libpod/container_internal_linux.go. crio-conmon-ID and libpod-conmon-ID belong to the monitor,
 * which is outside of the container; they do not match, since what follows the prefix is no ID.
 */
static bool take_prefixed_id(struct container_place *place, struct span part)
{
    static const struct {
        const char *prefix;
        enum container_runtime runtime;
    } prefixes[] = {
        {"cri-containerd", CONTAINER_CONTAINERD},
        {"nerdctl", CONTAINER_CONTAINERD},
        {"crio", CONTAINER_CRIO},
        {"docker", CONTAINER_DOCKER},
        {"libpod-payload", CONTAINER_PODMAN},
        {"libpod", CONTAINER_PODMAN},
    };

    take_suffix(&part, ".scope");
    for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++) {
        struct span id = part;

        if (span_take_prefix(&id, prefixes[i].prefix) &&
            (span_take_prefix(&id, "-") || span_take_prefix(&id, ":")) && is_id(id))
            return set(place, prefixes[i].runtime, id);
    }
    return false;
}

/*
 * An ID alone, with cgroupfs: /docker/ID (moby's daemon/oci_linux.go), /k8s.io/ID (containerd
 * without a parent), or below a pod's directory (kubelet), which containerd shares with Docker
 * before Kubernetes 1.24; or below any other directory configured as the parent.
 */
static bool take_bare_id(struct container_place *place, struct span parent, struct span part)
{
    if (!is_id(part))
        return false;
    if (span_is(parent, "docker"))
        return set(place, CONTAINER_DOCKER, part);
    if (span_is(parent, "k8s.io") || span_take_prefix(&parent, "pod"))
        return set(place, CONTAINER_CONTAINERD, part);
    return set(place, CONTAINER_OTHER, part);
}

/*
 * lxc.payload.NAME and lxc.monitor.NAME: src/lxc/cgroups/cgroup.h of LXC since 4.0;
 * lxc.payload/NAME in its first releases, lxc/NAME before. The monitor is outside of the container.
 * A suffix -1, from a second attempt (CGROUP_CREATE_RETRY), cannot be distinguished from the name.
 */
static bool take_lxc(struct container_place *place, struct span parent, struct span part)
{
    if (span_take_prefix(&part, "lxc.payload.") || span_is(parent, "lxc") ||
        span_is(parent, "lxc.payload"))
        return set(place, CONTAINER_LXC, part);
    return false;
}

/*
 * machine-NAME.scope is created by systemd-machined (src/machine/machine-dbus.c), also for libvirt;
 * systemd-nspawn@NAME.service is its template unit. With cgroup v2 the nspawn process itself is in
 * "supervisor" below it (src/nspawn/nspawn-cgroup.c).
 */
static bool take_machine(struct container_place *place, struct span part, struct span below)
{
    if (span_take_prefix(&below, "supervisor") && (below.len == 0 || *below.text == '/'))
        return false;
    if (span_take_prefix(&part, "machine-") && take_suffix(&part, ".scope"))
        return set_escaped(place, CONTAINER_MACHINE, part);
    if (span_take_prefix(&part, "systemd-nspawn@") && take_suffix(&part, ".service"))
        return set_escaped(place, CONTAINER_NSPAWN, part);
    return false;
}

/*
 * snap.NAME.APP.service, snap.NAME.APP-UUID.scope, snap.NAME.APP.UUID.scope or
 * snap.NAME.hook.HOOK-UUID.scope: sandbox/cgroup/scanning.go of snapd.
 */
static bool take_snap(struct container_place *place, struct span part)
{
    const char *dot;

    if (!span_take_prefix(&part, "snap.") ||
        (!take_suffix(&part, ".service") && !take_suffix(&part, ".scope")))
        return false;
    dot = memchr(part.text, '.', part.len);
    if (!dot || dot + 1 == part.text + part.len)
        return false;
    part.len = (size_t)(dot - part.text);
    return set(place, CONTAINER_SNAP, part);
}

/*
 * app-flatpak-NAME-INSTANCE.scope, flatpak-NAME-PID.scope before 1.11: common/flatpak-run.c. Dashes
 * in the name are escaped.
 */
static bool take_flatpak(struct container_place *place, struct span part)
{
    const char *dash;

    span_take_prefix(&part, "app-");
    if (!span_take_prefix(&part, "flatpak-") || !take_suffix(&part, ".scope"))
        return false;
    dash = memrchr(part.text, '-', part.len);
    if (!dash || dash + 1 == part.text + part.len)
        return false;
    part.len = (size_t)(dash - part.text);
    return set_escaped(place, CONTAINER_FLATPAK, part);
}

/* A UUID, with dashes or underscores; or 32 digits, for a static pod. */
static bool set_pod(struct container_place *place, struct span uid)
{
    char shown[CONTAINER_POD_UID_SIZE] = "";

    if (uid.len != 32 && uid.len != CONTAINER_POD_UID_SIZE - 1)
        return false;
    for (size_t i = 0; i < uid.len; i++) {
        const bool is_dash = uid.len > 32 && (i == 8 || i == 13 || i == 18 || i == 23);

        if (is_dash ? uid.text[i] != '-' && uid.text[i] != '_' : !all_digits(uid.text + i, 1))
            return false;
        shown[i] = is_dash ? '-' : uid.text[i];
    }
    memcpy(place->pod_uid, shown, sizeof(shown));
    return true;
}

/*
 * Cgroups made by the kubelet (pkg/kubelet/cm/cgroup_manager_linux.go):
 * kubepods-burstable-podUID.slice, with underscores for dashes in the UID, or with cgroupfs
 * /kubepods/burstable/podUID. A prefix may precede "kubepods", as in kubelet-kubepods-podUID.slice.
 */
static bool take_pod(struct container_place *place, struct span part)
{
    if (take_suffix(&part, ".slice")) {
        const char *dash = memrchr(part.text, '-', part.len);

        if (!dash || !memmem(part.text, part.len, "kubepods-", strlen("kubepods-")))
            return false;
        part.len -= (size_t)(dash + 1 - part.text);
        part.text = dash + 1;
    }
    return span_take_prefix(&part, "pod") && set_pod(place, part);
}

/* Whether one directory, below `parent`, is a container's; `below` is the rest of the path. */
static bool take_part(struct container_place *place, struct span parent, struct span part,
                      struct span below)
{
    struct span slice;

    if (take_prefixed_id(place, part) || take_bare_id(place, parent, part) ||
        take_lxc(place, parent, part) || take_machine(place, part, below) ||
        take_snap(place, part) || take_flatpak(place, part))
        return true;
    if (!memchr(part.text, ':', part.len)) {
        take_pod(place, part);
        return false;
    }
    /* SLICE:PREFIX:ID */
    span_take_part(&part, ':', &slice);
    return take_pod(place, slice) && take_prefixed_id(place, part);
}

/*
 * As cg_path_decode_unit() and cg_path_get_slice() of systemd (src/basic/cgroup-util.c): the unit
 * is directly below the slices at the start of the path. False after the last slice.
 */
static bool take_unit(struct container_place *place, struct span part)
{
    static const char *const kinds[] = {
        ".service", ".scope", ".socket", ".mount", ".swap",
    };
    struct span stem;

    span_take_prefix(&part, "_"); /* escapes names that could be the kernel's own */
    stem = part;
    if (take_suffix(&stem, ".slice") && stem.len > 0) {
        copy_text(place->slice, part);
        return true;
    }
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (take_suffix(&stem, kinds[i]) && stem.len > 0) {
            copy_text(place->unit, part);
            break;
        }
    return false;
}

/* container_place::behind begins to count at the path. */
static void parse_path(struct span path, struct container_place *place)
{
    const char *start = path.text;
    struct span parent = {"", 0}, part;
    bool above_unit = true;

    *place = (struct container_place){.runtime = CONTAINER_NONE};
    take_suffix(&path, DELETED);
    while (span_take_part(&path, '/', &part)) {
        /* ".." leads out of the reader's cgroup namespace; what follows is interpreted as usual. */
        if (part.len == 0 || span_is(part, ".."))
            continue;
        if (take_part(place, parent, part, path))
            place->behind = (size_t)(span_end(part) - start);
        above_unit = above_unit && take_unit(place, part);
        parent = part;
    }
}

/* The rank of a hierarchy: the lowest decides. */
static int rank_of(struct span controllers)
{
    if (span_is(controllers, "name=systemd"))
        return 0;
    return controllers.len == 0 ? 1 : 2;
}

bool container_place_parse(const char *groups, struct container_place *place)
{
    const int without_container = 3; /* added to the rank of a path without a container */
    const char *start = groups;
    struct container_place found;
    struct span controllers, path;
    int best = 2 * without_container;

    *place = (struct container_place){.runtime = CONTAINER_NONE};
    while (cgroup_line_next(&groups, &controllers, &path)) {
        int rank = rank_of(controllers);

        parse_path(path, &found);
        if (found.runtime == CONTAINER_NONE)
            rank += without_container;
        if (rank < best) {
            best = rank;
            *place = found;
            place->behind += (size_t)(path.text - start);
        }
    }
    return place->runtime != CONTAINER_NONE;
}

#define ID_ALONE "id:"

/* The first two parts of a UUID. */
#define POD_UID_SHORT 13

void container_place_put_name(const struct container_place *place, struct buf *out)
{
    if (container_runtime_has_ids(place->runtime)) {
        buf_puts(out, ID_ALONE);
        buf_put(out, place->id, CONTAINER_ID_SHORT_DIGITS);
    } else {
        buf_puts(out, place->id);
    }
}

void container_place_put_pod(const struct container_place *place, struct buf *out)
{
    if (!*place->pod_uid)
        return;
    buf_puts(out, ID_ALONE);
    buf_put(out, place->pod_uid, POD_UID_SHORT);
}
