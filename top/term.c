/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/term.h"

#include <errno.h>
#include <fcntl.h>
#include <ncurses.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "top/i18n.h"
#include "top/interrupt.h"
#include "top/model/palette.h"
#include "top/rescue.h"
#include "top/update/keys.h"

/* An Escape that no more follows is the key itself: so long a line may take over a network. */
#define ESCAPE_DELAY_MS 50

struct term {
    SCREEN *screen;
    int colours;
    int farewell_rows; /* of the screen that the rescue's bytes are for; 0: there are none */

    FILE *out; /* the terminal once more, for ncurses alone */

    /*
     * A file in memory that stands behind `out` while a frame is drawn: ncurses writes each piece
     * between two movements of the cursor by itself, and each would be a packet of its own on its
     * way to a terminal far away. Below 0: there is none.
     */
    int pieces;
    struct buf whole;
};

static const struct {
    wint_t curses;
    int press;
} special_keys[] = {
    {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},     {KEY_LEFT, PRESS_LEFT},
    {KEY_RIGHT, PRESS_RIGHT},   {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},
    {KEY_HOME, PRESS_HOME},     {KEY_END, PRESS_END},       {KEY_IC, PRESS_INSERT},
    {KEY_DC, PRESS_DELETE},     {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_BACKSPACE},
    {KEY_BTAB, PRESS_BACK_TAB}, {KEY_MOUSE, PRESS_MOUSE},
};

/* For keyboards without these keys: with Alt, and those of the second row with Ctrl too. */
static const struct {
    const char *sequence;
    int curses;
} alternative_keys[] = {
    {"\033h", KEY_LEFT},    {"\033j", KEY_DOWN},   {"\033k", KEY_UP},     {"\033l", KEY_RIGHT},
    {"\033\010", KEY_HOME}, {"\033\n", KEY_NPAGE}, {"\033\v", KEY_PPAGE}, {"\033\f", KEY_END},
};

/* Pair 0 is the terminal's; one for text of each colour, then one for text on each colour. */
static int pair_of(const struct term *term, int colour, bool is_ground)
{
    return 1 + colour + (is_ground ? term->colours : 0);
}

/* Light enough for black text: by the cube and the greys of xterm's 256 colours. */
static bool is_light(int colour)
{
    static const bool first[] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1};
    int red, green, blue;

    if (colour < 16)
        return first[colour];
    if (colour >= 232)
        return colour >= 244;
    colour -= 16;
    red = colour / 36;
    green = colour / 6 % 6;
    blue = colour % 6;
    return 3 * red + 6 * green + blue >= 25; /* half of the brightest */
}

/* https://no-color.org: whatever it is set to, unless empty. */
static int wanted_colours(void)
{
    const char *none = getenv("NO_COLOR");
    int count;

    if ((none && *none) || !has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return 0;
    count = COLORS <= COLOUR_MOST ? COLORS : COLOUR_MOST + 1;
    while (count && 2 * count >= COLOR_PAIRS)
        count /= 2;
    return count;
}

/*
 * Text on a ground of some colour is black or white, whichever can be read on it: the terminal's
 * own ground, which reverse video would make the text's colour, may be light or dark.
 */
static void define_colours(struct term *term)
{
    term->colours = wanted_colours();
    for (int i = 0; i < term->colours; i++) {
        short text = is_light(i) ? COLOR_BLACK : COLOR_WHITE;

        init_extended_pair(pair_of(term, i, false), i, -1);
        init_extended_pair(pair_of(term, i, true), text, i);
    }
}

int term_colours(const struct term *term)
{
    return term->colours;
}

/* Pauses that terminals of long ago needed ("$<5>") are left out. */
static void put_sequence(struct buf *out, const char *sequence)
{
    while (*sequence) {
        size_t len = strcspn(sequence, "$");

        buf_put(out, sequence, len);
        sequence += len;
        if (strncmp(sequence, "$<", 2) == 0)
            sequence += strcspn(sequence, ">") + (strchr(sequence, '>') != NULL);
        else if (*sequence)
            buf_putc(out, *sequence++);
    }
}

/* What the terminal's type has under this name; NULL: nothing. */
static const char *sequence_named(const char *name)
{
    char *sequence = tigetstr((NCURSES_CONST char *)name);

    return (intptr_t)sequence == -1 ? NULL : sequence; /* -1: no sequence has that name */
}

static void put_named(struct buf *out, const char *name)
{
    const char *sequence = sequence_named(name);

    if (sequence)
        put_sequence(out, sequence);
}

/* As ncurses ends its reports. */
static void put_mouse_off(struct buf *out)
{
    const char *mouse = sequence_named("XM");

    if (mouse)
        put_sequence(out, tparm(mouse, 0));
    else if (sequence_named("kmous"))
        buf_puts(out, "\033[?1000l");
}

/* Where there is no other screen to leave, what comes next stands below this one. */
static void put_leave(struct buf *out)
{
    const char *move = sequence_named("cup");

    if (sequence_named("rmcup")) {
        put_named(out, "rmcup");
    } else {
        if (move)
            put_sequence(out, tparm(move, LINES - 1, 0));
        buf_puts(out, "\r\n");
    }
}

/* endwin(3) once more, for whom it is too late to call it. */
static void prepare_rescue(struct term *term)
{
    struct buf farewell = {0};

    put_mouse_off(&farewell);
    put_named(&farewell, "sgr0");
    put_named(&farewell, "op");
    put_named(&farewell, "rmkx");
    put_named(&farewell, "cnorm");
    put_leave(&farewell);
    if (!farewell.failed)
        rescue_set(farewell.data, farewell.len);
    buf_fini(&farewell);
    term->farewell_rows = LINES;
}

static void give_back(struct term *term)
{
    curs_set(1);
    endwin();
    rescue_set(NULL, 0);
    term->farewell_rows = 0;
}

/* 0 or -errno. */
static int open_out(struct term *term)
{
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    int error;

    term->pieces = -1;
    if (fd < 0)
        return -errno;
    term->out = fdopen(fd, "w");
    if (!term->out) {
        error = -errno;
        close(fd);
        return error;
    }
    term->pieces = memfd_create("frame", MFD_CLOEXEC);
    return 0;
}

static void term_free(struct term *term)
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
    keypad(stdscr, TRUE);
    for (size_t i = 0; i < sizeof alternative_keys / sizeof alternative_keys[0]; i++)
        define_key(alternative_keys[i].sequence, alternative_keys[i].curses);
    nodelay(stdscr, TRUE);
    /* Presses alone: to wait whether one becomes a double click would hold up all keys. */
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    typeahead(-1); /* a frame is written whole, not line by line between looks at the keyboard */
    curs_set(0);
}

/* 0; or -errno with one line in `why`. */
static int open_screen(struct term *term, struct buf *why)
{
    const char *type = getenv("TERM");

    set_escdelay(ESCAPE_DELAY_MS);
    term->screen = newterm(NULL, term->out, stdin);
    if (!term->screen) {
        buf_printf(why, _("terminal type '%s' is not known (-b does without)"), type ? type : "");
        return -ENOTTY;
    }
    set_modes();
    define_colours(term);
    prepare_rescue(term);
    return 0;
}

int term_open(struct term **out, struct buf *why)
{
    struct term *term;
    int error;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        buf_puts(why, _("failed tty get: the screen needs a terminal (-b does without)"));
        return -ENOTTY;
    }
    term = calloc(1, sizeof *term);
    if (!term) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    error = open_out(term);
    if (!error)
        error = rescue_open(STDOUT_FILENO);
    if (error) {
        buf_puts(why, strerror(-error));
        term_free(term);
        return error;
    }
    error = open_screen(term, why);
    if (error) {
        rescue_close();
        term_free(term);
        return error;
    }
    *out = term;
    return 0;
}

static void leave_text(const struct frame *frame)
{
    struct buf text = {0};

    frame_put_text(frame, &text);
    if (!text.failed && fwrite(buf_text(&text), 1, text.len, stdout) == text.len)
        fflush(stdout);
    buf_fini(&text);
}

void term_close(struct term *term, const struct frame *last)
{
    if (!term)
        return;
    give_back(term);
    rescue_close();
    if (last)
        leave_text(last);
    delscreen(term->screen);
    term_free(term);
}

int term_fd(const struct term *term)
{
    (void)term;
    return STDIN_FILENO;
}

void term_size(struct term *term, size_t *rows, size_t *cols)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    if (term->farewell_rows != LINES)
        prepare_rescue(term);
    *rows = LINES > 0 ? (size_t)LINES : 1;
    *cols = COLS > 0 ? (size_t)COLS : 1;
}

static int translate(wint_t key)
{
    for (size_t i = 0; i < sizeof special_keys / sizeof special_keys[0]; i++)
        if (special_keys[i].curses == key)
            return special_keys[i].press;
    return TERM_NO_KEY;
}

bool term_has_ended(const struct term *term, short revents)
{
    int bytes = 0;

    (void)term;
    if (revents & (POLLHUP | POLLERR | POLLNVAL))
        return true;
    return revents & POLLIN && (ioctl(STDIN_FILENO, FIONREAD, &bytes) < 0 || bytes == 0);
}

int term_key(struct term *term)
{
    wint_t key;
    int kind = get_wch(&key);

    if (kind == ERR)
        return TERM_NO_KEY;
    if (kind == KEY_CODE_YES) {
        int press = translate(key);

        /* One that means nothing here is passed over, for another may be waiting. */
        return press == TERM_NO_KEY ? term_key(term) : press;
    }
    if (key == '\r')
        return PRESS_ENTER;
    return key == '\b' ? PRESS_BACKSPACE : (int)key;
}

bool term_mouse(struct term *term, struct mouse *mouse)
{
    MEVENT event;

    (void)term;
    if (getmouse(&event) != OK || event.x < 0 || event.y < 0)
        return false;
    mouse->row = (size_t)event.y;
    mouse->col = (size_t)event.x;
    if (event.bstate & BUTTON4_PRESSED)
        mouse->act = MOUSE_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        mouse->act = MOUSE_WHEEL_DOWN;
    else if (event.bstate & BUTTON1_PRESSED)
        mouse->act = MOUSE_CLICK;
    else
        return false;
    return true;
}

static void set_look(const struct term *term, unsigned look)
{
    attr_t attributes = look & LOOK_BOLD ? A_BOLD : A_NORMAL;
    int colour = look_colour(look);
    bool reverse = look & LOOK_REVERSE;
    int pair = 0;

    if (colour >= 0 && colour < term->colours)
        pair = pair_of(term, colour, reverse);
    else if (reverse)
        attributes |= A_REVERSE;
    attr_set(attributes, 0, &pair);
}

static void draw_line(const struct term *term, const struct frame *frame, size_t row)
{
    const struct frame_line *line = &frame->lines[row];

    move((int)row, 0);
    for (size_t i = 0; i < line->span_count; i++) {
        const struct frame_span *span = &frame->spans[line->first_span + i];

        set_look(term, span->look);
        addnstr(frame->text.data + span->offset, (int)span->bytes);
    }
    if (line->rest_look && line->cells < (size_t)COLS) {
        set_look(term, line->rest_look);
        for (size_t col = line->cells; col < (size_t)COLS; col++)
            addch(' ');
    }
    set_look(term, LOOK_PLAIN);
}

static void write_all(const char *bytes, size_t len)
{
    struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};

    while (len) {
        ssize_t written = write(STDOUT_FILENO, bytes, len);

        if (written < 0 && errno == EAGAIN)
            poll(&ready, 1, -1); /* somebody else has made the terminal so */
        else if (written < 0 && errno != EINTR)
            return; /* it is gone, as its input will say */
        if (written > 0) {
            bytes += written;
            len -= (size_t)written;
        }
    }
}

/* Sends what has been put into the file, which is empty again then. */
static void send_pieces(struct term *term)
{
    off_t len = lseek(term->pieces, 0, SEEK_CUR);
    ssize_t got = -1;

    buf_clear(&term->whole);
    if (len > 0 && buf_reserve(&term->whole, (size_t)len))
        got = pread(term->pieces, term->whole.data, (size_t)len, 0);
    if (got > 0)
        write_all(term->whole.data, (size_t)got);
    lseek(term->pieces, 0, SEEK_SET);
}

static void send_frame(struct term *term)
{
    int fd = fileno(term->out);

    if (term->pieces < 0 || dup3(term->pieces, fd, O_CLOEXEC) < 0) {
        refresh();
        return;
    }
    refresh();
    dup3(STDOUT_FILENO, fd, O_CLOEXEC);
    send_pieces(term);
}

void term_draw(struct term *term, const struct frame *frame, bool afresh)
{
    erase();
    for (size_t row = 0; row < frame->line_count && row < (size_t)LINES; row++)
        draw_line(term, frame, row);
    if (frame->cursor)
        move((int)frame->cursor_row, (int)frame->cursor_col);
    curs_set(frame->cursor ? 1 : 0);
    if (afresh)
        clearok(curscr, TRUE);
    send_frame(term);
}

void term_suspend(struct term *term)
{
    give_back(term);
    interrupt_stop();
    term_resume(term);
}

/* A shell may have given the terminal its own modes meanwhile, even where we did not see it. */
void term_resume(struct term *term)
{
    reset_prog_mode();
    curs_set(0);
    refresh();
    prepare_rescue(term);
}
