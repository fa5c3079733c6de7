/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/messages.h"

#include <errno.h>
#include <string.h>

#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "ps/help.h"

/* The width that procps prints for a file or pipe in messages about the screen. */
#define SCREEN_TOLD_COLUMNS ((size_t)131072)

static void put_escaped(struct buf *out, const char *text)
{
    escape_put(out, text, strlen(text), ESCAPE_UNLIMITED);
}

void message_put(struct buf *out, const char *text)
{
    help_put_program(out);
    buf_puts(out, ": ");
    put_escaped(out, text);
    buf_putc(out, '\n');
}

void message_put_warning(struct buf *out, const char *text)
{
    struct buf escaped = {0};

    put_escaped(&escaped, text);
    buf_printf(out, _("warning: %s\n"), buf_text(&escaped));
    out->failed |= escaped.failed;
    buf_fini(&escaped);
}

void message_put_refusal(struct buf *out, const char *text, int result)
{
    const size_t len = strcspn(text, "\n"); /* of the first line */
    struct buf escaped = {0};

    escape_put(&escaped, text, len, ESCAPE_UNLIMITED);
    /* As in procps, messages about conflicts with -q have neither "error:" nor the usage. */
    if (result == -ENOTSUP) {
        buf_printf(out, "%s\n", buf_text(&escaped));
    } else {
        buf_printf(out, _("error: %s\n"), buf_text(&escaped));
        if (text[len])
            put_escaped(out, text + len + 1);
        buf_puts(out, text[len] ? "\n\n" : "\n");
        help_put_usage(out);
    }
    out->failed |= escaped.failed;
    buf_fini(&escaped);
}

void message_put_bogus_screen(struct buf *out, const struct screen *screen)
{
    buf_printf(out, _("your %zux%zu screen size is bogus. expect trouble\n"),
               screen->columns == SCREEN_UNLIMITED ? SCREEN_TOLD_COLUMNS : screen->columns,
               screen->lines);
}

void message_put_unwritten(struct buf *out, int error)
{
    struct buf text = {0};

    buf_printf(&text, _("write error: %s"), strerror(-error));
    message_put(out, buf_text(&text));
    out->failed |= text.failed;
    buf_fini(&text);
}

void message_put_no_procfs(struct buf *out, const char *procfs, const char *why)
{
    if (!procfs || strcmp(procfs, "/proc") == 0)
        buf_puts(out, _("Error, do this: mount -t proc proc /proc\n"));
    else
        message_put(out, why);
}

void message_put_stuck(struct buf *out, size_t count)
{
    struct buf text = {0};

    buf_printf(&text, _("stuck tasks that were not read: %zu"), count);
    message_put(out, buf_text(&text));
    out->failed |= text.failed;
    buf_fini(&text);
}

void message_put_cgroups_left_out(struct buf *out)
{
    message_put(
        out, _("control groups were left out: too many, unreadable, or their paths are too long"));
}

void message_put_unnamed(struct buf *out, size_t count)
{
    struct buf text = {0};

    buf_printf(&text, _("containers whose files did not respond: %zu"), count);
    message_put(out, buf_text(&text));
    out->failed |= text.failed;
    buf_fini(&text);
}
