/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/term/term.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "top/base/foreground.h"
#include "top/base/interrupts.h"
#include "top/base/terminal_reset.h"
#include "top/base/watchdog.h"
#include "top/term/internal.h"

/* An Escape not followed by anything for this long is the key itself. Allows for a slow network. */
#define ESCAPE_DELAY_MS 50

/* Opens `out`, a second descriptor of the terminal. 0 or -errno. */
static int out_open(struct terminal *term)
{
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    int result;

    term->pieces = -1;
    if (fd < 0)
        return -errno;
    term->out = fdopen(fd, "w");
    if (!term->out) {
        result = -errno;
        close(fd);
        return result;
    }
    term->pieces = memfd_create("frame", MFD_CLOEXEC);
    return 0;
}

/* Sends text, at once. */
static void out_send_text(const char *bytes, size_t len)
{
    struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};

    while (len) {
        ssize_t written = write(STDOUT_FILENO, bytes, len);

        if (written < 0 && errno == EAGAIN)
            poll(&ready, 1, -1); /* another process has set O_NONBLOCK on the terminal */
        else if (written < 0 && errno != EINTR)
            return; /* the terminal is gone: poll(2) on its input will report that */
        if (written > 0) {
            bytes += written;
            len -= (size_t)written;
        }
    }
}

/* Sends the content of the file, and empties it. 0 or -ENOMEM. */
static int send_pieces(struct terminal *term)
{
    const off_t len = lseek(term->pieces, 0, SEEK_CUR);
    int result = 0;

    buf_clear(&term->whole);
    if (len > 0 && !buf_reserve(&term->whole, (size_t)len))
        result = -ENOMEM;
    else if (len > 0 && pread(term->pieces, term->whole.data, (size_t)len, 0) == len)
        out_send_text(term->whole.data, (size_t)len);
    lseek(term->pieces, 0, SEEK_SET);
    return result;
}

/* Sends everything drawn since the last call with one write(2). 0 or -ENOMEM. */
static int out_send(struct terminal *term)
{
    int fd = fileno(term->out);

    if (term->pieces < 0 || dup3(term->pieces, fd, O_CLOEXEC) < 0) {
        refresh();
        return 0;
    }
    refresh();
    dup3(STDOUT_FILENO, fd, O_CLOEXEC);
    return send_pieces(term);
}

static void give_back(struct terminal *term)
{
    term_set_paste_marks(term->out, false);
    curs_set(1);
    endwin();
    terminal_reset_set(NULL, 0);
    term->reset_rows = 0;
}

static void term_free(struct terminal *term)
{
    if (term->out)
        fclose(term->out);
    if (term->pieces >= 0)
        close(term->pieces);
    buf_fini(&term->whole);
    free(term);
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    term_keys_set_up();
    typeahead(-1); /* write a frame without checking for input between lines */
    curs_set(0);
}

static void prepare_reset(struct terminal *term)
{
    term_prepare_reset();
    term->reset_rows = LINES;
}

/*
 * The memory of ncurses for a screen: three copies, the current one, the wanted one, and the one
 * that is drawn to.
 */
static size_t screen_bytes(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
        return 0;
    return 3 * sizeof(cchar_t) * size.ws_row * size.ws_col;
}

/* 0; or -errno with one line in `why`. */
static int open_screen(struct terminal *term, struct buf *why)
{
    const char *type = getenv("TERM");

    set_escdelay(ESCAPE_DELAY_MS);
    errno = 0;
    if (spare_memory_check_for(screen_bytes()) == 0)
        term->curses = newterm(NULL, term->out, stdin); /* would crash without memory */
    if (!term->curses && errno == ENOMEM) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    if (!term->curses) {
        buf_printf(why, _("terminal type '%s' is not known (-b needs none)"), type ? type : "");
        return -ENOTTY;
    }
    prepare_reset(term);
    term->is_plain = !term_can_move_cursor();
    set_modes();
    term_set_paste_marks(term->out, true);
    term->colours = colours_set_up();
    return 0;
}

/* ncurses calls exit(3) if it has no memory for a sequence. */
static void leave_at_exit(void)
{
    if (terminal_reset_now())
        fprintf(stderr, "top: %s\n", strerror(ENOMEM));
}

static bool has_foreground(void)
{
    return foreground_await(STDOUT_FILENO, interrupt_end_if_signalled);
}

int term_open(struct terminal **out, int *colours, struct buf *why)
{
    static bool at_exit;
    struct terminal *term;
    int result;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        buf_puts(why, _("failed tty get: not a terminal (use -b)"));
        return -ENOTTY;
    }
    if (!has_foreground()) {
        buf_puts(why, _("failed tty set: not in the foreground (use -b)"));
        return -EIO;
    }
    term = calloc(1, sizeof(*term));
    if (!term) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    if (!at_exit && atexit(leave_at_exit) == 0)
        at_exit = true;
    result = out_open(term);
    if (!result)
        result = terminal_reset_open(STDOUT_FILENO);
    if (result) {
        buf_puts(why, strerror(-result));
        term_free(term);
        return result;
    }
    terminal_reset_set("\r", 1); /* and the modes, until the screen has its own bytes */
    result = open_screen(term, why);
    if (result) {
        terminal_reset_close();
        term_free(term);
        return result;
    }
    *colours = term->colours;
    *out = term;
    return 0;
}

/* A plain terminal has the text already, but for the end of its last line. */
static int leave_text(const struct terminal *term, const struct frame *frame)
{
    struct buf text = {0};
    int result;

    if (term->is_plain)
        buf_putc(&text, '\n');
    else
        frame_put_text(frame, &text);
    result = text.failed ? -ENOMEM : 0;
    if (result == 0 && fwrite(buf_text(&text), 1, text.len, stdout) == text.len)
        fflush(stdout); /* if it fails, the terminal is gone and there is no place for a message */
    buf_fini(&text);
    return result;
}

int term_close(struct terminal *term, const struct frame *last)
{
    int result = 0;

    if (!term)
        return 0;
    if (has_foreground()) {
        give_back(term);
        watchdog_watch(true); /* anew: a slow line takes its time for each */
        result = last ? leave_text(term, last) : 0;
    } else {
        terminal_reset_now(); /* leaves the modes to the program that has the terminal */
    }
    terminal_reset_close();
    if (spare_memory_check() == 0)
        delscreen(term->curses); /* allocates, and would crash without memory */
    term_free(term);
    return result;
}

void term_size(struct terminal *term, size_t *rows, size_t *cols)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    if (term->reset_rows != LINES)
        prepare_reset(term);
    *rows = LINES > 0 ? (size_t)LINES : 1;
    *cols = COLS > 0 ? (size_t)COLS : 1;
}

static void draw_line(const struct terminal *term, const struct frame *frame, size_t row)
{
    const struct frame_line *line = &frame->lines[row];

    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];

        colours_set_look(term->colours, span->look);
        addnstr(frame->text.data + span->offset, (int)span->bytes);
    }
    if (line->rest_look && line->cells < (size_t)COLS) {
        colours_set_look(term->colours, line->rest_look);
        for (size_t col = line->cells; col < (size_t)COLS; col++)
            addch(' ');
    }
    colours_set_look(term->colours, LOOK_PLAIN);
}

/* On lines of their own below what is there, so that all of it is on the screen. */
static int draw_text(const struct frame *frame)
{
    struct buf text = {0};
    struct span rest, line;
    int result;

    frame_put_text(frame, &text);
    result = text.failed ? -ENOMEM : 0;
    rest = span_of(result ? "" : buf_text(&text));
    while (span_take_part(&rest, '\n', &line)) {
        out_send_text("\r\n", 2); /* nonl(3x) */
        out_send_text(line.text, line.len);
    }
    buf_fini(&text);
    return result;
}

int term_draw(struct terminal *term, const struct frame *frame, bool afresh)
{
    const int result = spare_memory_check(); /* ncurses may crash without memory */

    if (result)
        return result;
    if (term->is_plain)
        return draw_text(frame);
    for (size_t row = 0; row < (size_t)LINES; row++) {
        move((int)row, 0);
        clrtoeol();
        if (row < frame->line_count)
            draw_line(term, frame, row);
    }
    if (frame->cursor)
        move((int)frame->cursor_row, (int)frame->cursor_col);
    curs_set(frame->cursor ? 1 : 0);
    if (afresh)
        clearok(curscr, TRUE);
    return out_send(term);
}

/*
 * A shell may have changed the terminal's modes meanwhile. If it takes the terminal only now, these
 * calls stop the program.
 */
static void set_up_again(struct terminal *term)
{
    reset_prog_mode();
    prepare_reset(term);
    term_set_paste_marks(term->out, true);
    curs_set(0);
    refresh();
}

/*
 * What stty(1) has set in a stop is what the terminal is to have in the end. A shell that had found
 * it as we use it, since a parent stopped at once, sets that again.
 */
static void keep_changed_modes(void)
{
    struct termios modes;

    if (tcgetattr(STDOUT_FILENO, &modes) == 0 && modes.c_lflag & ICANON &&
        terminal_reset_save_modes())
        def_shell_mode();
}

/*
 * A parent such as the shell of a script stops at once, and then the user's shell has the terminal
 * already: SIGTTOU would stop this program here, and foreground_stop() once more when it continues.
 */
bool term_suspend(struct terminal *term)
{
    sigset_t ttou, mask;

    sigemptyset(&ttou);
    sigaddset(&ttou, SIGTTOU);
    sigprocmask(SIG_BLOCK, &ttou, &mask);
    give_back(term);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    foreground_stop(STDOUT_FILENO);
    if (!has_foreground())
        return false;
    keep_changed_modes();
    set_up_again(term);
    return true;
}

bool term_resume(struct terminal *term)
{
    if (!has_foreground())
        return false;
    set_up_again(term);
    return true;
}

bool term_keep(struct terminal *term)
{
    return foreground_is_ours(STDOUT_FILENO) || term_resume(term);
}
