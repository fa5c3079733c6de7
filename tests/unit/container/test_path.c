/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "lib/container/path.h"
#include "tests/unit/run.h"

#define ID     "3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
#define ID2    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define UID    "0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f"
#define UID_   "0c1d2e3f_4a5b_6c7d_8e9f_0a1b2c3d4e5f"
#define STATIC "8f0c2d3b4a5968778695a4b3c2d1e0f9"

#define PODS       "/kubepods.slice/kubepods-burstable.slice/"
#define POD_SLICE  "kubepods-burstable-pod" UID_ ".slice"
#define SYSTEMD    PODS POD_SLICE
#define USER_SLICE "/user.slice/user-1000.slice/user@1000.service/"

static const struct {
    const char *groups, *runtime, *id, *pod_uid, *unit, *slice;
} cases[] = {
    /* containerd */
    {"0::" SYSTEMD "/cri-containerd-" ID ".scope", "containerd", ID, UID,
     "cri-containerd-" ID ".scope", POD_SLICE},
    {"0::/kubepods.slice/kubepods-pod" UID_ ".slice/cri-containerd-" ID ".scope\n", "containerd",
     ID, UID, "cri-containerd-" ID ".scope", "kubepods-pod" UID_ ".slice"},
    {"0::/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-pod" UID_
     ".slice/cri-containerd-" ID ".scope",
     "containerd", ID, UID, "cri-containerd-" ID ".scope", "kubelet-kubepods-pod" UID_ ".slice"},
    {"0::/kubepods/burstable/pod" UID "/" ID, "containerd", ID, UID, "", ""},
    {"0::/kubepods/besteffort/pod" STATIC "/" ID, "containerd", ID, STATIC, "", ""},
    {"0::/kubepods/pod" UID "/" ID, "containerd", ID, UID, "", ""},
    {"0::/k8s.io/" ID, "containerd", ID, "", "", ""},
    {"0::/system.slice/nerdctl-" ID ".scope", "containerd", ID, "", "nerdctl-" ID ".scope",
     "system.slice"},
    {"0::" SYSTEMD "/cri-containerd-" ID ".scope/init.scope", "containerd", ID, UID,
     "cri-containerd-" ID ".scope", POD_SLICE},
    {"0::/system.slice/containerd.service/" POD_SLICE ":cri-containerd:" ID, "containerd", ID, UID,
     "containerd.service", "system.slice"},
    /* CRI-O */
    {"0::/system.slice/crio.service/" POD_SLICE ":crio:" ID, "cri-o", ID, UID, "crio.service",
     "system.slice"},
    {"0::" SYSTEMD "/crio-" ID ".scope", "cri-o", ID, UID, "crio-" ID ".scope", POD_SLICE},
    {"0::" SYSTEMD "/crio-" ID ".scope/container", "cri-o", ID, UID, "crio-" ID ".scope",
     POD_SLICE},
    {"0::/kubepods/burstable/pod" UID "/crio-" ID, "cri-o", ID, UID, "", ""},
    {"0::" SYSTEMD "/crio-conmon-" ID ".scope", "none", "", UID, "crio-conmon-" ID ".scope",
     POD_SLICE},
    {"0::/kubepods/burstable/pod" UID "/crio-conmon-" ID, "none", "", UID, "", ""},
    /* Docker */
    {"0::/docker/" ID, "docker", ID, "", "", ""},
    {"0::/system.slice/docker-" ID ".scope", "docker", ID, "", "docker-" ID ".scope",
     "system.slice"},
    {"0::" USER_SLICE "user.slice/docker-" ID ".scope", "docker", ID, "", "user@1000.service",
     "user-1000.slice"},
    {"0::" SYSTEMD "/docker-" ID ".scope", "docker", ID, UID, "docker-" ID ".scope", POD_SLICE},
    {"0::/system.slice/docker.service", "none", "", "", "docker.service", "system.slice"},
    {"0::/docker/buildkit/abcdefghijklmnopqrstuvwxy", "none", "", "", "", ""},
    {"0::/ecs/" STATIC "/" ID, "other", ID, "", "", ""},
    /* podman */
    {"0::/machine.slice/libpod-" ID ".scope", "podman", ID, "", "libpod-" ID ".scope",
     "machine.slice"},
    {"0::/machine.slice/libpod-" ID ".scope/container", "podman", ID, "", "libpod-" ID ".scope",
     "machine.slice"},
    {"0::" USER_SLICE "user.slice/libpod-" ID ".scope/container", "podman", ID, "",
     "user@1000.service", "user-1000.slice"},
    {"0::/libpod_parent/libpod-" ID, "podman", ID, "", "", ""},
    {"0::/system.slice/web.service/libpod-payload-" ID, "podman", ID, "", "web.service",
     "system.slice"},
    {"0::/system.slice/web.service/runtime", "none", "", "", "web.service", "system.slice"},
    {"0::/machine.slice/libpod-conmon-" ID ".scope", "none", "", "", "libpod-conmon-" ID ".scope",
     "machine.slice"},
    /* systemd-nspawn and machines */
    {"0::/machine.slice/machine-web.scope", "machine", "web", "", "machine-web.scope",
     "machine.slice"},
    {"0::/machine.slice/machine-web\\x2d1.scope/payload/init.scope", "machine", "web-1", "",
     "machine-web\\x2d1.scope", "machine.slice"},
    {"0::/machine.slice/machine-qemu\\x2d1\\x2dvm.scope/libvirt/emulator", "machine", "qemu-1-vm",
     "", "machine-qemu\\x2d1\\x2dvm.scope", "machine.slice"},
    {"0::/machine.slice/systemd-nspawn@deb-12.service/payload/system.slice/ssh.service", "nspawn",
     "deb-12", "", "systemd-nspawn@deb-12.service", "machine.slice"},
    {"0::/machine.slice/systemd-nspawn@deb.service/supervisor", "none", "", "",
     "systemd-nspawn@deb.service", "machine.slice"},
    {"0::/machine.slice/machine-web.scope/supervisor/x", "none", "", "", "machine-web.scope",
     "machine.slice"},
    {"0::/machine.slice/machine-a\\x00b\\x1bc\\xZZ\\x2D.scope", "machine", "a\\x00b\033c\\xZZ\\x2D",
     "", "machine-a\\x00b\\x1bc\\xZZ\\x2D.scope", "machine.slice"},
    {"0::/machine.slice/machine-.scope", "none", "", "", "machine-.scope", "machine.slice"},
    /* LXC */
    {"0::/lxc.payload.web", "lxc", "web", "", "", ""},
    {"0::/lxc.payload.web/system.slice/ssh.service", "lxc", "web", "", "", ""},
    {"0::/lxc.payload/web", "lxc", "web", "", "", ""},
    {"0::/lxc/101/ns/init.scope", "lxc", "101", "", "", ""},
    {"0::/lxc.payload.a\\x2db", "lxc", "a\\x2db", "", "", ""}, /* no unit's name */
    {"0::/lxc.monitor.web", "none", "", "", "", ""},
    {"0::/lxc.monitor/web", "none", "", "", "", ""},
    {"0::/lxc.payload.", "none", "", "", "", ""},
    {"0::/lxc", "none", "", "", "", ""},
    /* snaps and flatpaks */
    {"0::/system.slice/snap.lxd.daemon.service", "snap", "lxd", "", "snap.lxd.daemon.service",
     "system.slice"},
    {"0::" USER_SLICE "app.slice/snap.firefox.firefox-" UID ".scope", "snap", "firefox", "",
     "user@1000.service", "user-1000.slice"},
    {"0::" USER_SLICE "apps.slice/snap.code_2.code." UID ".scope", "snap", "code_2", "",
     "user@1000.service", "user-1000.slice"},
    {"0::/system.slice/snap.core.hook.configure-" UID ".scope", "snap", "core", "",
     "snap.core.hook.configure-" UID ".scope", "system.slice"},
    {"0::/system.slice/snap.core.mount", "none", "", "", "snap.core.mount", "system.slice"},
    {"0::/system.slice/snap.core.service", "none", "", "", "snap.core.service", "system.slice"},
    {"0::/system.slice/snap..app.service", "none", "", "", "snap..app.service", "system.slice"},
    {"0::" USER_SLICE "app.slice/app-flatpak-org.gnome.Maps-4711.scope", "flatpak",
     "org.gnome.Maps", "", "user@1000.service", "user-1000.slice"},
    {"0::" USER_SLICE "app.slice/app-flatpak-io.me.a\\x2db-12.scope", "flatpak", "io.me.a-b", "",
     "user@1000.service", "user-1000.slice"},
    {"0::" USER_SLICE "flatpak-org.gnome.Maps-4711.scope", "flatpak", "org.gnome.Maps", "",
     "user@1000.service", "user-1000.slice"},
    {"0::" USER_SLICE "app.slice/app-flatpak-4711.scope", "none", "", "", "user@1000.service",
     "user-1000.slice"},
    {"0::" USER_SLICE "app.slice/app-gnome-org.gnome.Maps-4711.scope", "none", "", "",
     "user@1000.service", "user-1000.slice"},
    /* units and slices */
    {"0::/init.scope", "none", "", "", "init.scope", ""},
    {"0::/system.slice/ssh.service", "none", "", "", "ssh.service", "system.slice"},
    {"0::/system.slice/system-getty.slice/getty@tty1.service", "none", "", "", "getty@tty1.service",
     "system-getty.slice"},
    {"0::/user.slice/user-0.slice/session-1.scope", "none", "", "", "session-1.scope",
     "user-0.slice"},
    {"0::/system.slice/_cpu.service/x.service", "none", "", "", "cpu.service", "system.slice"},
    {"0::/system.slice/a,b.service", "none", "", "", "a,b.service", "system.slice"},
    {"0::/system.slice/ssh.service (deleted)", "none", "", "", "ssh.service", "system.slice"},
    {"0::/docker/" ID " (deleted)", "docker", ID, "", "", ""},
    {"0::/system.slice", "none", "", "", "", "system.slice"},
    {"0::/.slice/.service", "none", "", "", "", ""},
    {"0::/", "none", "", "", "", ""},
    /* cgroup v1, hybrid */
    {"12:pids:/docker/" ID "\n11:cpu,cpuacct:/docker/" ID "\n1:name=systemd:/docker/" ID "\n",
     "docker", ID, "", "", ""},
    {"12:pids:/system.slice/ssh.service\n11:cpu,cpuacct:/\n1:name=systemd:/system.slice/"
     "ssh.service",
     "none", "", "", "ssh.service", "system.slice"},
    {"5:memory:/lxc/web\n1:name=systemd:/user.slice/user-0.slice/session-1.scope", "lxc", "web", "",
     "", ""},
    {"5:memory:/docker/" ID2 "\n1:name=systemd:/system.slice/docker-" ID ".scope", "docker", ID, "",
     "docker-" ID ".scope", "system.slice"},
    {"5:memory:/docker/" ID "\n1:name=systemd:/docker/" ID "\n0::/system.slice/containerd.service",
     "docker", ID, "", "", ""},
    {"5:memory:/\n1:name=systemd:/system.slice/a.service\n0::/system.slice/docker-" ID ".scope",
     "docker", ID, "", "docker-" ID ".scope", "system.slice"},
    {"4:cpu,cpuacct:/docker/" ID "/a,b\n0::/x", "docker", ID, "", "", ""},
    {"of another form\n0::/docker/" ID, "docker", ID, "", "", ""},
    {"4:cpu\n3:pids:/docker/" ID "\n\n0::/system.slice/a.service\n", "docker", ID, "", "", ""},
    {"4:cpu:/a\n3:freezer:/docker/" ID "\n2:pids:/docker/" ID2 "\n", "docker", ID, "", "", ""},
    {"1:name=systemd:/user.slice/x,0::/docker/" ID "\n0::/user.slice", "docker", ID, "", "",
     "user.slice"},
    {"0::" USER_SLICE "x,0::/docker/" ID, "docker", ID, "", "user@1000.service", "user-1000.slice"},
    /* nested, and from within a cgroup namespace */
    {"0::/docker/" ID "/docker/" ID2, "docker", ID2, "", "", ""},
    {"0::/docker/" ID "/kubelet/kubepods/burstable/pod" UID "/" ID2, "containerd", ID2, UID, "",
     ""},
    {"0::/lxc.payload.web/system.slice/docker-" ID ".scope", "docker", ID, "", "", ""},
    {"0::/docker/" ID "/machine.slice/systemd-nspawn@x.service/supervisor", "docker", ID, "", "",
     ""},
    {"0::/docker/" ID "/init", "docker", ID, "", "", ""},
    {"0::/../../docker/" ID, "docker", ID, "", "", ""},
    {"0::/../" ID, "other", ID, "", "", ""},
    {"0::/../cri-containerd-" ID ".scope", "containerd", ID, "", "cri-containerd-" ID ".scope", ""},
    {"0::/..", "none", "", "", "", ""},
    /* hostile */
    {"0::/docker/" ID "0", "none", "", "", "", ""},
    {"0::/docker/3f2a5c", "none", "", "", "", ""},
    {"0::/docker/3F2A5C0B1D2E4F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8", "none", "", "",
     "", ""},
    {"0::/docker/3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7eg", "none", "", "",
     "", ""},
    {"0::/system.slice/docker-" ID "0.scope", "none", "", "", "docker-" ID "0.scope",
     "system.slice"},
    {"0::/system.slice/docker-.scope", "none", "", "", "docker-.scope", "system.slice"},
    {"0::/system.slice/xdocker-" ID ".scope", "none", "", "", "xdocker-" ID ".scope",
     "system.slice"},
    {"0::/kubepods/burstable/pod0c1d2e3f/" ID, "containerd", ID, "", "", ""},
    {"0::/kubepods.slice/kubepods-pod0C1D2E3F_4A5B_6C7D_8E9F_0A1B2C3D4E5F.slice", "none", "", "",
     "", "kubepods-pod0C1D2E3F_4A5B_6C7D_8E9F_0A1B2C3D4E5F.slice"},
    {"0::/lxc.payload.\033[31m\001\377", "lxc", "\033[31m\001\377", "", "", ""},
    {"0::/system.slice/\033]0;x\007.service", "none", "", "", "\033]0;x\007.service",
     "system.slice"},
    {"0::////docker////" ID "////", "docker", ID, "", "", ""},
    {"0::docker/" ID, "none", "", "", "", ""},
    {"::/docker/" ID, "none", "", "", "", ""},
    {"/docker/" ID, "none", "", "", "", ""},
    {"\n\n,,,", "none", "", "", "", ""},
    {"0:", "none", "", "", "", ""},
    {"", "none", "", "", "", ""},
};

LOOP(paths, COUNT_OF(cases))
{
    const bool is_none = strcmp(cases[_i].runtime, "none") == 0;
    struct container_place place;
    const char *runtime;

    memset(&place, 'x', sizeof(place));
    ck_assert(container_place_parse(cases[_i].groups, &place) == !is_none);
    runtime = container_runtime_name(place.runtime);
    ck_assert_str_eq(*runtime ? runtime : is_none ? "none" : "other", cases[_i].runtime);
    ck_assert_int_eq(place.runtime == CONTAINER_NONE, is_none);
    ck_assert_str_eq(place.id, cases[_i].id);
    ck_assert_str_eq(place.pod_uid, cases[_i].pod_uid);
    ck_assert_str_eq(place.unit, cases[_i].unit);
    ck_assert_str_eq(place.slice, cases[_i].slice);
}

/* Of exactly so many bytes, so that ASan sees what is read behind them. */
LOOP(every_beginning, COUNT_OF(cases))
{
    const size_t len = strlen(cases[_i].groups);
    struct container_place place;

    for (size_t cut = 0; cut <= len; cut++) {
        char *text = malloc(cut + 1);

        memcpy(text, cases[_i].groups, cut);
        text[cut] = '\0';
        container_place_parse(text, &place);
        ck_assert_uint_lt(strlen(place.id), sizeof(place.id));
        free(text);
    }
}

/* The kernel allows 255 bytes in a name; what is longer is nobody's. */
CASE(long_names)
{
    static char text[2 * CONTAINER_NAME_SIZE];
    struct container_place place;

    for (size_t len = 1; len < CONTAINER_NAME_SIZE + 8; len++) {
        stpcpy(text, "0::/lxc.payload.");
        memset(text + strlen(text), 'n', len);
        text[strlen("0::/lxc.payload.") + len] = '\0';
        ck_assert(container_place_parse(text, &place) == (len < CONTAINER_NAME_SIZE));
        ck_assert_uint_eq(strlen(place.id), len < CONTAINER_NAME_SIZE ? len : 0);
    }
}

/* A path may have 4095 bytes, so this is far too long; it takes no longer than it has bytes. */
CASE(long_paths)
{
    const size_t count = 100000;
    char *text = malloc(4 * count + 100);
    char *end = stpcpy(text, "0::");
    struct container_place place;

    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, i % 2 ? "/a,b" : "/..");
    stpcpy(end, "/docker/" ID);
    ck_assert(container_place_parse(text, &place));
    ck_assert_str_eq(place.id, ID);
    memset(text, ',', 4 * count);
    ck_assert(!container_place_parse(text, &place));
    free(text);
}

CASE(runtimes)
{
    for (int i = CONTAINER_OTHER + 1; i < CONTAINER_RUNTIMES; i++)
        ck_assert_str_ne(container_runtime_name((enum container_runtime)i), "");
    ck_assert(container_runtime_has_ids(CONTAINER_OTHER));
    ck_assert(container_runtime_has_ids(CONTAINER_PODMAN));
    ck_assert(!container_runtime_has_ids(CONTAINER_NONE));
    ck_assert(!container_runtime_has_ids(CONTAINER_LXC));
}
