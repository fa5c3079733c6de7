/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/cgroup_text.h"

#include <string.h>

#include "lib/base/units.h"
#include "top/base/i18n.h"

/* That of the group in which the task is now, not where it was when the sample was taken. */
static const struct cgroup_pressure *find(const struct model *model)
{
    const struct sample *sample = model->sample;
    const struct task *task = model_find_task(model, model->detail.tid);
    char path[CGROUP_PATH_SIZE] = "";

    if (task && task->have & NEED_CGROUP)
        cgroup_pressure_find(task->details->cgroup, path);
    return *path && strcmp(path, sample->request.cgroup) == 0 ? &sample->cgroup : NULL;
}

static void put_pressure(const struct cgroup_pressure *cgroup, enum pressure_kind kind,
                         struct buf *out)
{
    buf_printf(out, _("%s pressure "), pressure_name(kind));
    pressure_put(out, &cgroup->pressures[kind]);
    buf_puts(out, " %");
}

bool cgroup_text_put(const struct model *model, size_t index, struct buf *out)
{
    const struct cgroup_pressure *cgroup = find(model);
    const size_t kinds = cgroup && pressures_known(cgroup->pressures) ? PRESSURE_KINDS : 0;

    if (!cgroup)
        return false;
    if (index < kinds) {
        put_pressure(cgroup, (enum pressure_kind)index, out);
        return true;
    }
    if (index > kinds || !cgroup->has_throttling)
        return false;
    buf_printf(out, _("throttled x%ju, %.2f s"), (uintmax_t)cgroup->throttled_count,
               (double)cgroup->throttled_us / (double)(NS_PER_S / 1000));
    return true;
}
