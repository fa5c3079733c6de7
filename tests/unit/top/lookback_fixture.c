/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/top/lookback_fixture.h"

#include <check.h>

#include "lib/base/units.h"
#include "tests/common/fixed_host.h"

struct sample samples[2];
static size_t made;

void lookback_setup(void)
{
    model_fixture_setup();
    made = 0;
    for (size_t i = 0; i < 2; i++)
        fixed_host_init(&samples[i]);
}

void lookback_teardown(void)
{
    ck_assert(!model.failed);
    for (size_t i = 0; i < 2; i++)
        fixed_host_fini(&samples[i]);
    model_fixture_teardown();
}

void refresh(unsigned seconds, const char *name)
{
    struct sample *sample = &samples[made++ % 2];
    struct task *task = task_of_sample(sample, 430);
    const struct system_info *before = &model.newest->snapshot.system;
    struct system_info *system = &sample->snapshot.system;

    system->monotonic_ns = before->monotonic_ns + seconds * NS_PER_S;
    system->realtime_ns = before->realtime_ns + (int64_t)(seconds * NS_PER_S);
    task->comm = name;
    task->utime_ns = made * NS_PER_S;
    sample->request = sample_request_of(&model);
    give_sample(sample);
    ck_assert(!model.failed);
}
