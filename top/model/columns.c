/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/columns.h"

static struct value cpu_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->delta_cpu_ns);
}

const struct column top_column_cpu = {
    .code = "top-cpu", .unit = UNIT_NS, .need = NEED_STAT | NEED_DELTA, .value = cpu_value};

static struct value mem_value(const struct task *task, const struct column_context *context)
{
    uint64_t total = context->moment->mem_total_kib;

    return value_real(total ? 100.0 * (double)task->process->rss_kib / (double)total : 0.0);
}

const struct column top_column_mem = {
    .code = "top-mem", .unit = UNIT_PERCENT, .need = NEED_MEM, .value = mem_value};

static struct value priority_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->priority);
}

const struct column top_column_priority = {
    .code = "top-pr", .need = NEED_STAT, .value = priority_value};

static struct value nice_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->nice);
}

const struct column top_column_nice = {.code = "top-ni", .need = NEED_STAT, .value = nice_value};

static struct value processor_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->processor);
}

const struct column top_column_processor = {
    .code = "top-p", .need = NEED_STAT, .value = processor_value};

static struct value state_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->state ? value_text(&task->state, 1) : value_none();
}

const struct column top_column_state = {.code = "top-s", .need = NEED_STAT, .value = state_value};

static struct value flags_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->flags);
}

const struct column top_column_flags = {
    .code = "top-flags", .need = NEED_STAT, .value = flags_value};

static struct value name_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_string(task->comm);
}

const struct column top_column_name = {.code = "top-name", .need = NEED_COMM, .value = name_value};

/* A task without a command line, such as a kernel thread, goes by its name. */
static struct value line_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    if (task->cmdline && task->cmdline_len)
        return value_text(task->cmdline, task->cmdline_len);
    return value_string(task->comm);
}

/* By what is shown where there is no command line, as ps sorts. */
static struct value line_sort_value(const struct task *task, const struct column_context *context)
{
    return column_find("args")->sort_value(task, context);
}

const struct column top_column_line = {.code = "top-line",
                                       .need = NEED_COMM | NEED_CMDLINE,
                                       .value = line_value,
                                       .sort_value = line_sort_value};

static struct value shr_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->shared_kib);
}

const struct column top_column_shr = {
    .code = "top-shr", .unit = UNIT_KIB, .need = NEED_STATM, .value = shr_value};

static struct value code_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->code_kib);
}

const struct column top_column_code = {
    .code = "top-code", .unit = UNIT_KIB, .need = NEED_STATM, .value = code_value};

static struct value data_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->data_kib);
}

const struct column top_column_data = {
    .code = "top-data", .unit = UNIT_KIB, .need = NEED_STATM, .value = data_value};

static struct value swap_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->status ? task->status->vm_swap_kib : 0);
}

const struct column top_column_swap = {
    .code = "top-swap", .unit = UNIT_KIB, .need = NEED_STATUS, .value = swap_value};

static struct value used_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->rss_kib + (task->status ? task->status->vm_swap_kib : 0));
}

const struct column top_column_used = {
    .code = "top-used", .unit = UNIT_KIB, .need = NEED_STATUS | NEED_MEM, .value = used_value};

static struct value rss_anon_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->status ? task->status->rss_anon_kib : 0);
}

const struct column top_column_rss_anon = {
    .code = "top-rsan", .unit = UNIT_KIB, .need = NEED_STATUS, .value = rss_anon_value};

static struct value rss_file_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->status ? task->status->rss_file_kib : 0);
}

const struct column top_column_rss_file = {
    .code = "top-rsfd", .unit = UNIT_KIB, .need = NEED_STATUS, .value = rss_file_value};

static struct value rss_shmem_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->status ? task->status->rss_shmem_kib : 0);
}

const struct column top_column_rss_shmem = {
    .code = "top-rssh", .unit = UNIT_KIB, .need = NEED_STATUS, .value = rss_shmem_value};

static struct value locked_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->status ? task->status->vm_locked_kib : 0);
}

const struct column top_column_locked = {
    .code = "top-rslk", .unit = UNIT_KIB, .need = NEED_STATUS, .value = locked_value};

/* NULL where there is no map, or none that we may see. */
static const struct task_smaps *smaps_of(const struct task *task)
{
    return task->details ? task->details->smaps : NULL;
}

static struct value smaps_rss_value(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    (void)context;
    return smaps ? value_uint(smaps->rss_kib) : value_none();
}

const struct column top_column_smaps_rss = {
    .code = "top-rss", .unit = UNIT_KIB, .need = NEED_SMAPS, .value = smaps_rss_value};

static struct value pss_anon_value(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    (void)context;
    return smaps ? value_uint(smaps->pss_anon_kib) : value_none();
}

const struct column top_column_pss_anon = {
    .code = "top-pss-anon", .unit = UNIT_KIB, .need = NEED_SMAPS, .value = pss_anon_value};

static struct value pss_file_value(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    (void)context;
    return smaps ? value_uint(smaps->pss_file_kib) : value_none();
}

const struct column top_column_pss_file = {
    .code = "top-pss-file", .unit = UNIT_KIB, .need = NEED_SMAPS, .value = pss_file_value};

static struct value pss_shmem_value(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    (void)context;
    return smaps ? value_uint(smaps->pss_shmem_kib) : value_none();
}

const struct column top_column_pss_shmem = {
    .code = "top-pss-shmem", .unit = UNIT_KIB, .need = NEED_SMAPS, .value = pss_shmem_value};

static struct value majflt_delta_value(const struct task *task,
                                       const struct column_context *context)
{
    (void)context;
    return value_uint(task->delta_majflt);
}

const struct column top_column_majflt_delta = {
    .code = "top-vmj", .need = NEED_STAT | NEED_USAGE | NEED_DELTA, .value = majflt_delta_value};

static struct value minflt_delta_value(const struct task *task,
                                       const struct column_context *context)
{
    (void)context;
    return value_uint(task->delta_minflt);
}

const struct column top_column_minflt_delta = {
    .code = "top-vmn", .need = NEED_STAT | NEED_USAGE | NEED_DELTA, .value = minflt_delta_value};

static struct value dirty_value(const struct task *task, const struct column_context *context)
{
    (void)task;
    (void)context;
    return value_uint(0);
}

const struct column top_column_dirty = {.code = "top-ndrt", .value = dirty_value};

static struct value started_value(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->start_ns);
}

const struct column top_column_started = {
    .code = "top-started", .unit = UNIT_NS, .need = NEED_STAT, .value = started_value};

/* A task that started after the scan began has run for no time yet. */
static uint64_t elapsed_ns(const struct task *task, const struct column_context *context)
{
    uint64_t uptime_ns = context->moment->uptime_ns;

    return uptime_ns > task->start_ns ? uptime_ns - task->start_ns : 0;
}

static struct value elapsed_value(const struct task *task, const struct column_context *context)
{
    return value_uint(elapsed_ns(task, context));
}

const struct column top_column_elapsed = {
    .code = "top-elapsed", .unit = UNIT_NS, .need = NEED_STAT, .value = elapsed_value};

static struct value utilization(const struct task *task, const struct column_context *context,
                                uint64_t spent_ns)
{
    uint64_t elapsed = elapsed_ns(task, context);

    return value_real(elapsed ? 100.0 * (double)spent_ns / (double)elapsed : 0.0);
}

static struct value cuu_value(const struct task *task, const struct column_context *context)
{
    return utilization(task, context, task->utime_ns + task->stime_ns);
}

const struct column top_column_cuu = {
    .code = "top-cuu", .unit = UNIT_PERCENT, .need = NEED_STAT, .value = cuu_value};

static struct value cuc_value(const struct task *task, const struct column_context *context)
{
    return utilization(task, context,
                       task->utime_ns + task->stime_ns + task->process->cutime_ns +
                           task->process->cstime_ns);
}

const struct column top_column_cuc = {
    .code = "top-cuc", .unit = UNIT_PERCENT, .need = NEED_STAT, .value = cuc_value};
