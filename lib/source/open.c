/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Selects the back end, and reports which ones work on this host. */
#include "lib/source/back_end.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/source/procfs.h"
#include "lib/text/debug.h"

/* In the order in which "auto" tries them. */
static const struct source_ops *const back_ends[] = {
#ifdef WITH_BPF
    &source_bpf,
#endif
    &source_dot,
    &source_task,
    &source_flat,
};

#define BACK_ENDS ARRAY_COUNT(back_ends)

static bool is_auto(const struct source_options *options)
{
    return !options->name || strcmp(options->name, "auto") == 0;
}

bool source_may_use_bpf(const struct source_options *options)
{
    return is_auto(options) || strcmp(options->name, "bpf") == 0;
}

static int open_auto(const struct source_options *options, struct source **out, struct buf *why)
{
#ifdef WITH_BPF
    int result = source_bpf.open(options, out, why);

    if (result != -ENOTSUP)
        return result;
    DEBUG(SOURCE, "auto: %s", buf_text(why));
    buf_clear(why);
#endif
    return procfs_open(options, out, why);
}

static int open_named(const struct source_options *options, struct source **out, struct buf *why)
{
    for (size_t i = 0; i < BACK_ENDS; i++) {
        if (strcmp(options->name, back_ends[i]->name) == 0)
            return back_ends[i]->open(options, out, why);
    }
    buf_printf(why, "unknown source \"%s\"; valid ones are auto", options->name);
    for (size_t i = 0; i < BACK_ENDS; i++)
        buf_printf(why, ", %s", back_ends[i]->name);
    return -EINVAL;
}

int source_open(const struct source_options *options, struct source **out, struct buf *why)
{
    int result = is_auto(options) ? open_auto(options, out, why) : open_named(options, out, why);

    if (result < 0)
        DEBUG(SOURCE, "none: %s", buf_message(why));
    else
        DEBUG(SOURCE, "opened %s on %s, %s", source_name(*out),
              options->procfs ? options->procfs : "/proc", (*out)->live ? "live" : "recorded");
    return result;
}

/*
 * Whether a back end works when selected by name or by auto. If not, the reason is in `why`, which
 * is marked as failed if memory was short.
 */
static bool is_usable(const struct source_ops *ops, const char *procfs, bool by_name,
                      struct buf *why)
{
    const struct source_options options = {.name = by_name ? ops->name : NULL, .procfs = procfs};
    struct source *source;
    int result;

    buf_clear(why);
    result = ops->open(&options, &source, why);
    if (result == 0)
        source_close(source);
    else if (result == -ENOMEM)
        why->failed = true;
    return result == 0;
}

/* The reason without a prefix that names the source. */
static const char *reason_of(const struct buf *why)
{
    const char *text = buf_text(why);
    const char *colon = strstr(text, ": ");

    return strncmp(text, "source ", strlen("source ")) == 0 && colon ? colon + 2 : text;
}

/*
 * Whether BPF shows processes that /proc hides: programs pinned by an administrator ignore
 * hidepid=, which may have been set since.
 */
static bool shows_hidden(const struct source_options *options)
{
    return geteuid() != 0 && hidepid_hides(options->procfs ? options->procfs : "/proc");
}

void source_put_list(const struct source_options *options, struct buf *out)
{
    struct buf why = {0};
    bool picked = false;

    for (size_t i = 0; i < BACK_ENDS; i++) {
        const struct source_ops *ops = back_ends[i];

        buf_printf(out, "  %-5s ", ops->name);
        if (is_usable(ops, options->procfs, false, &why)) {
            buf_puts(out, picked ? "works here" : "works here, and auto picks it");
            if (strcmp(ops->name, "bpf") == 0 && shows_hidden(options))
                buf_puts(out, "; it shows processes that /proc hides (hidepid)");
            buf_putc(out, '\n');
            picked = true;
        } else {
            struct buf named = {0};

            if (is_usable(ops, options->procfs, true, &named))
                buf_puts(out, "works here, but ");
            buf_printf(out, "%s\n", reason_of(&why));
            out->failed |= why.failed || named.failed;
            buf_fini(&named);
        }
        if (ops->put_details)
            ops->put_details(out);
    }
    buf_fini(&why);
}

void source_set_guard(struct source *source, struct source_guard *guard)
{
    source->guard = guard;
    if (source->ops->set_guard)
        source->ops->set_guard(source, guard);
}

const char *source_name(const struct source *source)
{
    return source->ops->name;
}

void source_close(struct source *source)
{
    if (source)
        source->ops->close(source);
}
