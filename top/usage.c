/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/usage.h"

#include "lib/version.h"
#include "top/base/i18n.h"
#include "top/model/fields.h"

static const struct {
    const char *option;
    const char *help;
} options[] = {
    {"-A, --apply-defaults", N_("without any configuration")},
    {"-b, --batch-mode", N_("print frames as text, for files and pipes")},
    {"-c, --cmdline-toggle", N_("command lines in place of names")},
    {"-d, --delay SECONDS", N_("time between refreshes")},
    {"-E, --scale-summary-mem k|m|g|t|p|e", N_("memory unit of the summary")},
    {"-e, --scale-task-mem k|m|g|t|p", N_("memory unit of the tasks")},
    {"-H, --threads-show", N_("threads in place of processes")},
    {"-i, --idle-toggle", N_("leave out idle tasks")},
    {"-n, --iterations NUMBER", N_("end after so many frames")},
    {"-O, --list-fields", N_("list the fields that -o takes, and end")},
    {"-o, --sort-override [+|-]FIELD", N_("sort by this field; - from low to high")},
    {"-p, --pid PID[,PID...]", N_("only these processes, up to 20; 0 is top itself")},
    {"-S, --accum-time-toggle", N_("times with those of reaped children")},
    {"-s, --secure-mode", N_("without keys that change anything outside")},
    {"-U, --filter-any-user [!]USER", N_("only this user's tasks, by any of its ids")},
    {"-u, --filter-only-euser [!]USER", N_("only this user's tasks, by the effective id")},
    {"-w, --width [COLUMNS]", N_("width of the output, 3 to 512")},
    {"-1, --single-cpu-toggle", N_("a line for each processor")},
    {"    --json=lines", N_("batch mode with an object of JSON for each frame")},
    {"    --procfs DIR", N_("read this procfs in place of /proc")},
    {"    --source NAME", N_("how to find tasks: auto, bpf, dot, task or flat")},
    {"-h, --help", N_("print this text, and end")},
    {"-V, --version", N_("print the version, and end")},
};

void usage_put_help(struct buf *out, const char *program)
{
    buf_printf(out, _("Usage:\n %s [options]\n\nOptions:\n"), program);
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
        buf_printf(out, " %-37s %s\n", options[i].option, _(options[i].help));
    buf_printf(out, _("\nMore in %s(1).\n"), program);
}

void usage_put_version(struct buf *out, const char *program)
{
    buf_printf(out, "%s from dotproc %s\n", program, DOTPROC_VERSION_LINE);
}

void usage_put_fields(struct buf *out)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        buf_printf(out, "%s\n", field_at(id)->header);
}
