/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/top/model_fixture.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/names.h"
#include "tests/common/fixed_host.h"
#include "tests/common/key_names.h"
#include "top/model/model.h"
#include "top/screens/screens.h"

struct sample host_sample, thread_sample;
struct model model;
struct name_cache *names;
static struct container_labels *labels;

void give_sample(struct sample *sample)
{
    update(&model, &(struct event){.kind = EVENT_SAMPLE, .as.sample = sample});
}

void resize(size_t rows, size_t cols)
{
    update(&model, &(struct event){.kind = EVENT_SIZE, .as.size = {rows, cols}});
}

struct task *task_of_sample(struct sample *sample, pid_t tid)
{
    for (size_t i = 0; i < sample->snapshot.count; i++)
        if (sample->snapshot.tasks[i].tid == tid)
            return &sample->snapshot.tasks[i];
    ck_abort_msg("there is no task %d", (int)tid);
    return NULL;
}

struct task *task_of(pid_t tid)
{
    return task_of_sample(&host_sample, tid);
}

void model_fixture_setup(void)
{
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    fixed_host_init(&host_sample);
    fixed_host_init_threads(&thread_sample);
    model_init(&model, names, true);
    model.settings.ended = false;
    model.self = 999;
    model.settings.cursor = false; /* rows scroll, unless a test turns it on */
    model.colour_count = 256;
    host_sample.request = sample_request_of(&model);
    resize(24, 80);
    give_sample(&host_sample);
}

void model_fixture_teardown(void)
{
    model_fini(&model);
    fixed_host_fini(&host_sample);
    fixed_host_fini(&thread_sample);
    container_labels_close(labels);
    labels = NULL;
    name_cache_free(names);
}

struct container_labels *give_labels(void)
{
    ck_assert_int_eq(container_labels_open(NULL, &labels), 0);
    container_labels_defer(labels);
    model.context.containers = labels;
    return labels;
}

static struct effects find_user(void)
{
    struct event found = {.kind = EVENT_USER, .as.user.name = model.wanted_user.name};

    found.as.user.known = user_id_by_name(found.as.user.name, &found.as.user.uid) > 0;
    return update(&model, &found);
}

struct effects press_key(const char *name)
{
    struct event event = {.kind = EVENT_KEY};
    struct effects effects;

    ck_assert_msg(key_by_name(name, &event.as.key), "there is no key %s", name);
    effects = update(&model, &event);
    return effects.action == ACTION_FIND_USER ? find_user() : effects;
}

static struct effects type_text(const char *text)
{
    struct event event = {.kind = EVENT_KEY};
    struct effects effects = {0};

    for (; *text; text++) {
        event.as.key = (unsigned char)*text;
        effects = update(&model, &event);
    }
    return effects;
}

struct effects press_keys(const char *keys)
{
    struct effects effects = {0};
    char copy[128];
    char *rest, *key;

    ck_assert_uint_lt((size_t)snprintf(copy, sizeof(copy), "%s", keys), sizeof(copy));
    for (key = strtok_r(copy, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
        effects = *key == '\'' && key[1] ? type_text(key + 1) : press_key(key);
    return effects;
}

void expect_shown(const char *text, bool is_shown)
{
    struct frame frame;
    struct buf shown = {0};

    frame_init(&frame);
    screen_view(&model, &frame);
    frame_put_text(&frame, &shown);
    ck_assert(!model.failed && !frame.failed);
    ck_assert_msg((strstr(buf_text(&shown), text) != NULL) == is_shown, "%s in\n%s", text,
                  buf_text(&shown));
    buf_fini(&shown);
    frame_fini(&frame);
}
