/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names from files as runtimes write them, below a directory that the test makes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/buf.h"
#include "lib/container/names.h"
#include "lib/text/json.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define ID      "3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
#define OTHER   "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define UNNAMED "id:3f2a5c0b1d2e"

#define CONTAINERD "run/containerd/io.containerd.runtime.v2.task/k8s.io/" ID "/config.json"
#define CRIO       "containers/storage/overlay-containers/" ID "/userdata/config.json"
#define DOCKER     "docker/containers/" ID "/config.v2.json"
#define LIST       "containers/storage/overlay-containers/containers.json"
#define VOLATILE   "containers/storage/overlay-containers/volatile-containers.json"
#define LOG        "var/log/containers/web-1_shop_nginx-" ID ".log"

#define CONTAINERD_TEXT                                                                \
    "{\"ociVersion\":\"1.0.2\",\"annotations\":{\"io.kubernetes.cri.container-name\":" \
    "\"nginx\",\"io.kubernetes.cri.container-type\":\"container\","                    \
    "\"io.kubernetes.cri.image-name\":\"docker.io/library/nginx:1\","                  \
    "\"io.kubernetes.cri.sandbox-name\":\"web-1\","                                    \
    "\"io.kubernetes.cri.sandbox-namespace\":\"shop\"}}"
#define CRIO_TEXT                                                                    \
    "{\"annotations\":{\"io.kubernetes.container.name\":\"nginx\","                  \
    "\"io.kubernetes.cri-o.ContainerName\":\"k8s_nginx_web-1_shop_0_0\","            \
    "\"io.kubernetes.pod.name\":\"web-1\",\"io.kubernetes.pod.namespace\":\"shop\"," \
    "\"io.kubernetes.cri-o.ImageName\":\"quay.io/nginx:1\"}}"
#define DOCKER_TEXT                                                           \
    "{\"ID\":\"" ID "\",\"Name\":\"/web\",\"Config\":{\"Image\":\"nginx:1\"," \
    "\"Labels\":{\"a\":\"b\"}}}"
#define LIST_TEXT                                                    \
    "[{\"id\":\"" OTHER "\",\"names\":[\"no\"]},{\"id\":\"" ID       \
    "\",\"names\":[\"web\",\"too\"],\"image\":\"abc\",\"metadata\":" \
    "\"{\\\"image-name\\\":\\\"docker.io/library/nginx:1\\\"}\"}]"

static struct tree tree;
static struct container_names *names;

static unsigned files_read, texts_parsed;

TAKE_OVER(int, buf_read, struct buf *buf, int fd, size_t most)
{
    files_read++;
    return __real_buf_read(buf, fd, most);
}

TAKE_OVER(int, json_read, const struct json_reader *reader, const char *text, size_t len,
          struct json_value **value)
{
    texts_parsed++;
    return __real_json_read(reader, text, len, value);
}

static void set_up(void)
{
    files_read = texts_parsed = 0;
    tree_init(&tree);
    ck_assert_int_eq(container_names_open(tree.path, &names), 0);
}

static void tear_down(void)
{
    container_names_close(names);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

/* After so many rounds files are looked for again that were not there. */
static void pass_rounds(void)
{
    for (int i = 0; i < 10; i++)
        container_names_begin(names);
}

static struct container_name find_in(const char *groups)
{
    static struct container_place place; /* an LXC container's name is borrowed from it */
    struct container_name name;

    ck_assert(container_place_parse(groups, &place));
    ck_assert_int_eq(container_names_find(names, &place, &name), 0);
    return name;
}

static void check_name(const char *groups, const char *container, const char *image)
{
    const struct container_name name = find_in(groups);

    ck_assert_str_eq(name.texts[CONTAINER_TEXT_NAME], container);
    ck_assert_str_eq(name.texts[CONTAINER_TEXT_IMAGE], image);
}

static const struct {
    const char *path, *text, *groups, *name, *pod, *pod_namespace, *image;
} files[] = {
    {CONTAINERD, CONTAINERD_TEXT, "0::/k8s.io/" ID, "nginx", "web-1", "shop",
     "docker.io/library/nginx:1"},
    {CONTAINERD, CONTAINERD_TEXT, "0::/../" ID, "nginx", "web-1", "shop",
     "docker.io/library/nginx:1"},
    {"run/" CRIO, CRIO_TEXT, "0::/x/crio-" ID, "nginx", "web-1", "shop", "quay.io/nginx:1"},
    {"var/lib/" CRIO, CRIO_TEXT, "0::/x/crio-" ID, "nginx", "web-1", "shop", "quay.io/nginx:1"},
    {"var/lib/" DOCKER, DOCKER_TEXT, "0::/docker/" ID, "web", "", "", "nginx:1"},
    {"var/lib/" DOCKER, DOCKER_TEXT, "0::/kubepods/pod0/" ID, "web", "", "", "nginx:1"},
    {"var/lib/" LIST, LIST_TEXT, "0::/machine.slice/libpod-" ID ".scope", "web", "", "",
     "docker.io/library/nginx:1"},
    {"var/lib/" VOLATILE, LIST_TEXT, "0::/machine.slice/libpod-" ID ".scope", "web", "", "",
     "docker.io/library/nginx:1"},
    {LOG, "", "0::/kubepods/pod0/" ID, "nginx", "web-1", "shop", ""},
    /* of none */
    {LOG, "", "0::/docker/" OTHER, "id:001122334455", "", "", ""},
    {"x", "", "0::/docker/" ID, UNNAMED, "", "", ""},
    {"x", "", "0::/lxc.payload.web", "web", "", "", ""},
};

LOOP(files_of_runtimes, COUNT_OF(files))
{
    struct container_name name;

    tree_put(&tree, files[_i].path, files[_i].text);
    check_name(files[_i].groups, files[_i].name, files[_i].image);
    name = find_in(files[_i].groups);
    ck_assert_str_eq(name.texts[CONTAINER_TEXT_POD], files[_i].pod);
    ck_assert_str_eq(name.texts[CONTAINER_TEXT_NAMESPACE], files[_i].pod_namespace);
}

/* Texts that are no such file, whoever wrote them. */
static const char *const texts[] = {
    "",
    "{",
    "[]",
    "null",
    "\"annotations\"",
    "{\"annotations\":[]}",
    "{\"annotations\":{\"io.kubernetes.cri.container-name\":7}}",
    "{\"annotations\":{\"io.kubernetes.cri.container-name\":\"\"}}",
    "{\"annotations\":\"io.kubernetes.cri.container-name\"}",
    "{\"Name\":{},\"Config\":{\"Image\":[]}}",
    ("[{\"id\":7},{\"id\":\"" ID "\",\"names\":{}}]"),
    ("[{\"id\":\"" ID "\",\"names\":[7],\"metadata\":\"{\"}]"),
    "\377\376\001{",
};

LOOP(hostile_texts, COUNT_OF(texts))
{
    tree_put(&tree, CONTAINERD, texts[_i]);
    tree_put(&tree, "run/" CRIO, texts[_i]);
    tree_put(&tree, "var/lib/" DOCKER, texts[_i]);
    tree_put(&tree, "var/lib/" LIST, texts[_i]);
    check_name("0::/docker/" ID, UNNAMED, "");
}

static void put_repeated(const char *part, size_t count, const char *end)
{
    struct buf text = {0};

    for (size_t i = 0; i < count; i++)
        buf_puts(&text, part);
    buf_puts(&text, end);
    tree_put(&tree, "var/lib/" DOCKER, buf_text(&text));
    buf_fini(&text);
}

CASE(deep_and_long_texts)
{
    put_repeated("[", 500000, "");
    check_name("0::/docker/" ID, UNNAMED, "");
    pass_rounds();
    put_repeated(" ", (16 << 20) - strlen(DOCKER_TEXT) + 1, DOCKER_TEXT);
    check_name("0::/docker/" ID, UNNAMED, "");
    pass_rounds();
    put_repeated(" ", (16 << 20) - strlen(DOCKER_TEXT), DOCKER_TEXT);
    check_name("0::/docker/" ID, "web", "nginx:1");
}

/* Until the next one. */
static const char *path_of(const char *file)
{
    static char path[256];

    snprintf(path, sizeof(path), "%s/%s", tree.path, file);
    return path;
}

/* Opening a FIFO for reading would wait for a writer. */
CASE(other_kinds_of_files)
{
    tree_put(&tree, "target", DOCKER_TEXT);
    tree_put(&tree, CONTAINERD, "");
    ck_assert_int_eq(truncate(path_of(CONTAINERD), (off_t)1 << 30), 0);
    tree_mkdir(&tree, "run/" CRIO);
    tree_put(&tree, "var/lib/" LIST, "");
    ck_assert_int_eq(unlink(path_of("var/lib/" LIST)), 0);
    ck_assert_int_eq(mkfifo(path_of("var/lib/" LIST), 0600), 0);
    tree_put(&tree, "var/lib/" DOCKER, "");
    ck_assert_int_eq(unlink(path_of("var/lib/" DOCKER)), 0);
    ck_assert_int_eq(symlink("/target", path_of("var/lib/" DOCKER)), 0);
    check_name("0::/docker/" ID, UNNAMED, "");
}

/* A folder that is elsewhere on its host, by a link that is absolute there, or leads out of it. */
LOOP(links_to_folders_stay_below_the_root, 4)
{
    static const char *const targets[] = {"/data", "/../../data", "../../data", "../../../../data"};

    tree_put(&tree, "data/containers/" ID "/config.v2.json", DOCKER_TEXT);
    tree_mkdir(&tree, "var/lib");
    ck_assert_int_eq(symlink(targets[_i], path_of("var/lib/docker")), 0);
    for (int i = 0; i < 2; i++) {
        check_name("0::/docker/" ID, "web", "nginx:1");
        container_names_begin(names);
    }
}

/* A changed file is seen in the next round, not in the same one; a new one in ten rounds. */
CASE(files_that_change)
{
    check_name("0::/docker/" ID, UNNAMED, "");
    tree_put(&tree, "var/lib/" DOCKER, "{\"Name\":\"/first\"}");
    for (int i = 0; i < 9; i++) {
        container_names_begin(names);
        check_name("0::/docker/" ID, UNNAMED, "");
    }
    container_names_begin(names);
    check_name("0::/docker/" ID, "first", "");
    tree_put(&tree, "var/lib/" DOCKER, "{\"Name\":\"/the second\"}");
    check_name("0::/docker/" ID, "first", "");
    container_names_begin(names);
    check_name("0::/docker/" ID, "the second", "");
}

/* Who runs this test, or a user whose files root makes. */
static uid_t me(void)
{
    return getuid() ? getuid() : 1000;
}

static void put_of_me(const char *path, const char *text)
{
    tree_put(&tree, path, text);
    ck_assert_int_eq(chown(path_of(path), me(), (gid_t)-1), 0);
}

/* The home of the user, as the tree's passwd has it. */
static void put_passwd(void)
{
    char text[256];

    snprintf(text, sizeof(text), "broken\nx:y\na:x:%u1:0::/no:/bin/sh\nme:x:%u:0:Me,:/home/me:/\n",
             me(), me());
    tree_put(&tree, "etc/passwd", text);
}

static const char *user_path(uid_t uid, const char *unit)
{
    static char path[256];

    snprintf(path, sizeof(path), "0::/user.slice/user-%u.slice/user@%u.service/user.slice/%s", uid,
             uid, unit);
    return path;
}

CASE(files_of_users)
{
    put_passwd();
    put_of_me("home/me/.local/share/" LIST, LIST_TEXT);
    check_name(user_path(me(), "libpod-" ID ".scope"), "web", "docker.io/library/nginx:1");
    /* not root's */
    check_name("0::/machine.slice/libpod-" ID ".scope", UNNAMED, "");
    check_name(user_path(me() + 1, "libpod-" ID ".scope"), UNNAMED, "");
}

/* Podman in a session of root, with --cgroups=split. */
CASE(root_has_the_files_of_the_system)
{
    tree_put(&tree, "var/lib/" LIST, LIST_TEXT);
    check_name("0::/user.slice/user-0.slice/session-1.scope/libpod-payload-" ID, "web",
               "docker.io/library/nginx:1");
}

CASE(dockers_of_users)
{
    put_passwd();
    put_of_me("home/me/.local/share/" DOCKER, DOCKER_TEXT);
    check_name(user_path(me(), "docker-" ID ".scope"), "web", "nginx:1");
}

/* Looks up as many containers of the user as a user may make control groups. */
static void find_many_of_user(unsigned count)
{
    char unit[100];

    for (unsigned i = 0; i < count; i++) {
        snprintf(unit, sizeof(unit), "libpod-%064x.scope", i << 4);
        check_name(user_path(me(), unit), "id:000000000000", "");
    }
}

/* Lists that are not valid are read once, as others are, and again when they have changed. */
CASE(broken_lists_of_users)
{
    put_passwd();
    put_of_me("home/me/.local/share/" LIST, "[1,1,1");
    put_of_me("home/me/.local/share/" VOLATILE, "");
    find_many_of_user(100);
    ck_assert_uint_eq(files_read, 3); /* with passwd */
    ck_assert_uint_eq(texts_parsed, 2);
    pass_rounds();
    put_of_me("home/me/.local/share/" VOLATILE, LIST_TEXT);
    find_many_of_user(100);
    ck_assert_uint_eq(files_read, 5);
    check_name(user_path(me(), "libpod-" ID ".scope"), "web", "docker.io/library/nginx:1");
}

/* One large file under the names of many containers; four of its size may be read in a round. */
CASE(large_files_of_users)
{
    char target[128];

    put_passwd();
    put_of_me("home/me/large/config.v2.json", "");
    ck_assert_int_eq(truncate(path_of("home/me/large/config.v2.json"), 1 << 20), 0);
    tree_mkdir(&tree, "home/me/.local/share/docker/containers");
    for (unsigned i = 0; i < 20; i++) {
        snprintf(target, sizeof(target), "home/me/.local/share/docker/containers/%064x", i << 4);
        ck_assert_int_eq(symlink("/home/me/large", path_of(target)), 0);
    }
    for (unsigned round = 1; round <= 2; round++) {
        find_many_of_user(20);
        ck_assert_uint_eq(files_read, round * 5); /* with passwd */
        ck_assert_uint_eq(texts_parsed, round * 4);
        pass_rounds();
    }
}

/* A user who makes a control group of this name does not get the name of root's container. */
CASE(names_are_not_lent_to_users)
{
    put_passwd();
    tree_put(&tree, "var/lib/" DOCKER, DOCKER_TEXT);
    tree_put(&tree, CONTAINERD, CONTAINERD_TEXT);
    check_name(user_path(me(), "docker-" ID ".scope"), UNNAMED, "");
    /* the first file in the order */
    check_name("0::/docker/" ID, "nginx", "docker.io/library/nginx:1");
}

/* Nor does a user who has a link, or a file that is not the user's. */
CASE(files_of_others)
{
    if (getuid() != 0) {
        leave_out("a user's file that is another's", "it takes root to make one");
        return;
    }
    put_passwd();
    put_of_me("home/me/.local/share/" LIST, LIST_TEXT);
    ck_assert_int_eq(chown(path_of("home/me/.local/share/" LIST), 12345, 0), 0);
    check_name(user_path(me(), "libpod-" ID ".scope"), UNNAMED, "");
}

CASE(a_root_that_is_missing)
{
    struct container_names *none = NULL;

    ck_assert_int_eq(container_names_open("/nonexistent", &none), -ENOENT);
    container_names_close(none);
}

/* More than are kept. */
CASE(many_containers)
{
    struct container_place place = {.runtime = CONTAINER_DOCKER};
    const struct container_name borrowed = find_in("0::/docker/" ID);
    struct container_name name;

    for (unsigned i = 0; i < 10010; i++) {
        snprintf(place.id, sizeof(place.id), "%064x", i << 4);
        ck_assert_int_eq(container_names_find(names, &place, &name), 0);
        ck_assert_str_eq(name.texts[CONTAINER_TEXT_NAME], "id:000000000000");
    }
    ck_assert_str_eq(borrowed.texts[CONTAINER_TEXT_NAME], UNNAMED); /* until the next round */
    container_names_begin(names);
    ck_assert_int_eq(container_names_find(names, &place, &name), 0);
    ck_assert_str_eq(name.texts[CONTAINER_TEXT_NAME], "id:000000000000");
}

int main(void)
{
#ifdef WITHOUT_JSON
    leave_out("names of containers", "JSON is no part of this build");
    return 77; /* skipped */
#endif
    return run_tests();
}
