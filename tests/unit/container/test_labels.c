/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names by the text of control groups, from files below a directory that the test makes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/container/labels.h"
#include "lib/container/path.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define ID  "3f2a5c0b1d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
#define UID "0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f"

#define POD_GROUP "0::/kubepods/burstable/pod" UID "/" ID
#define LXC_GROUP "0::/lxc.payload.web"
#define FILE_OF   "run/containerd/io.containerd.runtime.v2.task/k8s.io/" ID "/config.json"

static struct tree tree;
static struct container_labels *labels;

static void set_up(void)
{
    tree_init(&tree);
    ck_assert_int_eq(container_labels_open(tree.path, &labels), 0);
}

static void tear_down(void)
{
    ck_assert_int_eq(container_labels_error(labels), 0);
    container_labels_close(labels);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

static void put_names(const char *container, const char *pod)
{
    struct buf text = {0};

    buf_printf(&text,
               "{\"annotations\":{\"io.kubernetes.cri.container-name\":\"%s\","
               "\"io.kubernetes.cri.sandbox-name\":\"%s\","
               "\"io.kubernetes.cri.sandbox-namespace\":\"shop\","
               "\"io.kubernetes.cri.image-name\":\"nginx:1\"}}",
               container, pod);
    tree_put(&tree, FILE_OF, buf_text(&text));
    buf_fini(&text);
}

static void check(const char *groups, const char *name, const char *pod, const char *space,
                  const char *image)
{
    const char *const texts[CONTAINER_TEXTS] = {name, pod, space, image};

    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        ck_assert_str_eq(container_labels_text(labels, groups, (enum container_text)i), texts[i]);
}

CASE(names_and_ids)
{
    put_names("nginx", "web-1");
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
    check(LXC_GROUP, "web", "", "", "");
    check("0::/docker/00" ID, "", "", "", "");
    check("0::/docker/" UID, "", "", "", "");
    check("0::/kubepods/pod" UID "/00" ID, "", "id:0c1d2e3f-4a5b", "", "");
    check("0::/system.slice/ssh.service", "", "", "", "");
    check("", "", "", "", "");
    check(POD_GROUP "/init", "nginx", "web-1", "shop", "nginx:1");
}

CASE(ids_alone)
{
    check(POD_GROUP, "id:3f2a5c0b1d2e", "id:0c1d2e3f-4a5b", "", "");
    check("0::/docker/" ID, "id:3f2a5c0b1d2e", "", "", "");
}

/* Before there is a name, and after. */
CASE(ids_stay)
{
    static const char *const texts[CONTAINER_TEXTS] = {"nginx", "web-1", "shop", "nginx:1"};

    container_labels_defer(labels);
    for (int i = 0; i < 2; i++) {
        ck_assert_str_eq(container_labels_id(labels, POD_GROUP), ID);
        ck_assert_str_eq(container_labels_id(labels, POD_GROUP "/init"), ID);
        ck_assert_str_eq(container_labels_pod_uid(labels, POD_GROUP), UID);
        ck_assert_str_eq(container_labels_id(labels, LXC_GROUP), "web");
        ck_assert_str_eq(container_labels_pod_uid(labels, LXC_GROUP), "");
        ck_assert_str_eq(container_labels_id(labels, "0::/system.slice/ssh.service"), "");
        ck_assert_str_eq(container_labels_id(labels, ""), "");
        ck_assert_str_eq(container_labels_pod_uid(labels, ""), "");
        container_labels_learn(labels, POD_GROUP, texts);
    }
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
}

/* A text stays until the next round, which reads what has changed. */
CASE(rounds)
{
    const char *name;

    put_names("nginx", "web-1");
    name = container_labels_text(labels, POD_GROUP, CONTAINER_TEXT_NAME);
    put_names("a-longer-name", "web-1");
    for (int i = 0; i < 1000; i++) {
        char group[64];

        snprintf(group, sizeof(group), "0::/lxc.payload.c%d", i);
        ck_assert_str_eq(container_labels_text(labels, group, CONTAINER_TEXT_NAME), group + 16);
    }
    ck_assert_str_eq(name, "nginx");
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
    container_labels_begin(labels);
    check(POD_GROUP, "a-longer-name", "web-1", "shop", "nginx:1");
}

/* Far more than are kept, in rounds as a screen has them. */
CASE(many_are_forgotten)
{
    char group[64];

    for (int i = 0; i < 50000; i++) {
        if (i % 5000 == 0)
            container_labels_begin(labels);
        snprintf(group, sizeof(group), "0::/lxc.payload.c%d", i);
        ck_assert_str_eq(container_labels_text(labels, group, CONTAINER_TEXT_NAME), group + 16);
    }
    container_labels_begin(labels);
    check(LXC_GROUP, "web", "", "", "");
}

CASE(a_long_name_is_cut)
{
    static char name[100001];

    memset(name, 'n', sizeof(name) - 1);
    put_names(name, "web-1");
    ck_assert_uint_eq(strlen(container_labels_text(labels, POD_GROUP, CONTAINER_TEXT_NAME)), 1024);
    check("0::/x/" ID, container_labels_text(labels, POD_GROUP, CONTAINER_TEXT_NAME), "web-1",
          "shop", "nginx:1");
}

static const struct {
    const char *groups, *pattern;
    bool of_pod, matches;
} patterns[] = {
    {POD_GROUP, "nginx", false, true},
    {POD_GROUP, "ng*x", false, true},
    {POD_GROUP, "[mn]ginx", false, true},
    {POD_GROUP, "ngin", false, false},
    {POD_GROUP, ID, false, true},
    {POD_GROUP, "3f2a5c0b1d2e", false, true},
    {POD_GROUP, "3f2a5c0b1d", false, false},
    {POD_GROUP, "3f2a5c0b1d*", false, true},
    {POD_GROUP, "", false, false},
    {POD_GROUP, "*", false, true},
    {"0::/x", "*", false, false},
    {"", "*", false, false},
    {LXC_GROUP, "w?b", false, true},
    {LXC_GROUP, "web-1", true, false},
    {POD_GROUP, "web-1", true, true},
    {POD_GROUP, "web-*", true, true},
    {POD_GROUP, "shop/web-1", true, true},
    {POD_GROUP, "sh*/*", true, true},
    {POD_GROUP, "shop/", true, false},
    {POD_GROUP, "/web-1", true, false},
    {POD_GROUP, "shops/web-1", true, false},
    {POD_GROUP, "shop/web-1/x", true, false},
    {POD_GROUP, "nginx", true, false},
};

LOOP(globs, COUNT_OF(patterns))
{
    put_names("nginx", "web-1");
    ck_assert(patterns[_i].matches ==
              (patterns[_i].of_pod
                   ? container_labels_has_pod(labels, patterns[_i].groups, patterns[_i].pattern)
                   : container_labels_has_name(labels, patterns[_i].groups, patterns[_i].pattern)));
}

CASE(a_long_glob_matches_nothing)
{
    static char pattern[100000];

    put_names("nginx", "web-1");
    memset(pattern, 's', sizeof(pattern) - 1);
    ck_assert(!container_labels_has_name(labels, POD_GROUP, pattern));
    pattern[5000] = '/';
    ck_assert(!container_labels_has_pod(labels, POD_GROUP, pattern));
}

/* Without opening a file; each container is asked for once in a round. */
CASE(answers_come_later)
{
    const char *const answer[CONTAINER_TEXTS] = {"nginx", "web-1", "shop", "nginx:1"};
    char *groups = NULL;
    bool again = true;

    put_names("wrong", "wrong");
    container_labels_defer(labels);
    check(LXC_GROUP, "web", "", "", "");
    ck_assert(!container_labels_take_question(labels, &groups, &again));
    check(POD_GROUP, "id:3f2a5c0b1d2e", "id:0c1d2e3f-4a5b", "", "");
    ck_assert(container_labels_take_question(labels, &groups, &again));
    ck_assert_str_eq(groups, POD_GROUP);
    ck_assert(!again);
    free(groups);
    check(POD_GROUP, "id:3f2a5c0b1d2e", "id:0c1d2e3f-4a5b", "", "");
    ck_assert(!container_labels_take_question(labels, &groups, &again));
    ck_assert(container_labels_learn(labels, POD_GROUP, answer));
    ck_assert(!container_labels_learn(labels, POD_GROUP, answer));
    ck_assert(!container_labels_learn(labels, "0::/x", answer));
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
    ck_assert(!container_labels_take_question(labels, &groups, &again));
    container_labels_begin(labels);
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
    ck_assert(container_labels_take_question(labels, &groups, &again));
    ck_assert(again);
    free(groups);
}

static struct {
    char id[CONTAINER_ID_DIGITS + 1]; /* the last one */
    bool allows;
    int begins, ends;
} watch;

static bool begin(void *context, const char *id)
{
    ck_assert_ptr_eq(context, &watch);
    ck_assert_int_eq(watch.begins, watch.ends);
    snprintf(watch.id, sizeof(watch.id), "%s", id);
    watch.begins += watch.allows;
    return watch.allows;
}

static void end(void *context)
{
    watch.ends++;
}

/* Once in a round; what has no files needs none. */
CASE(a_guard_may_forbid_files)
{
    container_labels_set_guard(
        labels, (struct container_guard){.begin = begin, .end = end, .context = &watch});
    put_names("nginx", "web-1");
    check(POD_GROUP, "id:3f2a5c0b1d2e", "id:0c1d2e3f-4a5b", "", "");
    ck_assert_str_eq(watch.id, ID);
    ck_assert_int_eq(watch.ends, 0);
    watch.allows = true;
    container_labels_begin(labels);
    check(POD_GROUP, "nginx", "web-1", "shop", "nginx:1");
    check(LXC_GROUP, "web", "", "", "");
    ck_assert_int_eq(watch.begins, 1);
    ck_assert_int_eq(watch.ends, 1);
}

CASE(roots)
{
    struct container_labels *others;

    ck_assert_int_eq(container_labels_open("/nonexistent", &others), -ENOENT);
    ck_assert_int_eq(container_labels_open("/dev/null", &others), -ENOTDIR);
    container_labels_close(NULL);
    ck_assert_int_eq(container_labels_error(NULL), 0);
}
