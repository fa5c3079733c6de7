/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "top/base/keys.h"
#include "top/term/internal.h"
#include "top/term/term.h"

/*
 * Codes of our own, above those that ncurses gives the extended strings of a terminfo entry, from
 * KEY_MAX on. An entry of ncurses-term 6.4 has at most 80, by the count in its header, and any has
 * fewer than 8192: by term(5) it has at most 32768 bytes, of which each takes 4.
 */
#define PASTE_BEGIN 0x7ff0
#define PASTE_END   0x7ff1

/*
 * Only presses and releases: waiting for a double click would delay all keys. The mask has all
 * buttons and movements, because getch(3x) does not return after an event outside the mask: it
 * waits for the next key, even with nodelay().
 */
#define MOUSE_EVENTS (BUTTONS(PRESSED) | BUTTONS(RELEASED) | REPORT_MOUSE_POSITION)

static const struct {
    int curses;
    int press;
} special_keys[] = {
    {KEY_UP, PRESS_UP},           {KEY_DOWN, PRESS_DOWN},     {KEY_LEFT, PRESS_LEFT},
    {KEY_RIGHT, PRESS_RIGHT},     {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},
    {KEY_HOME, PRESS_HOME},       {KEY_END, PRESS_END},       {KEY_IC, PRESS_INSERT},
    {KEY_DC, PRESS_DELETE},       {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_BACKSPACE},
    {KEY_BTAB, PRESS_BACK_TAB},   {KEY_MOUSE, PRESS_MOUSE},   {PASTE_BEGIN, PRESS_PASTE_BEGIN},
    {PASTE_END, PRESS_PASTE_END},
};

/*
 * For keyboards without these keys: Alt with h, j, k or l, also with Ctrl. The last three: what
 * xterm(1) sends around a paste, and Shift-Tab, which the entry of "linux" has by another name.
 */
static const struct {
    const char *sequence;
    int curses;
} more_keys[] = {
    {"\033h", KEY_LEFT},      {"\033j", KEY_DOWN},    {"\033k", KEY_UP},
    {"\033l", KEY_RIGHT},     {"\033\010", KEY_HOME}, {"\033\n", KEY_NPAGE},
    {"\033\v", KEY_PPAGE},    {"\033\f", KEY_END},    {"\033[200~", PASTE_BEGIN},
    {"\033[201~", PASTE_END}, {"\033[Z", KEY_BTAB},
};

#define BUTTONS(event) \
    (BUTTON1_##event | BUTTON2_##event | BUTTON3_##event | BUTTON4_##event | BUTTON5_##event)

void term_keys_set_up(void)
{
    keypad(stdscr, TRUE);
    for (size_t i = 0; i < ARRAY_COUNT(more_keys); i++)
        define_key(more_keys[i].sequence, more_keys[i].curses);
    nodelay(stdscr, TRUE);
    mousemask(MOUSE_EVENTS, NULL);
    mouseinterval(0);
}

static int translate(int key)
{
    for (size_t i = 0; i < ARRAY_COUNT(special_keys); i++)
        if (special_keys[i].curses == key)
            return special_keys[i].press;
    if (key >= KEY_F(1) && key <= KEY_F(10))
        return PRESS_F1 + key - KEY_F(1);
    return TERM_UNKNOWN_KEY;
}

/* The loop has waited before a stop, in which the shell may have read what there was. */
bool term_has_ended(void)
{
    struct pollfd now = {.fd = STDIN_FILENO, .events = POLLIN};
    int bytes = 0;

    if (poll(&now, 1, 0) <= 0)
        return false;
    return now.revents != POLLIN || ioctl(STDIN_FILENO, FIONREAD, &bytes) < 0 || bytes == 0;
}

/*
 * get_wch(3x) would lose the first bytes of a character whose last ones come later, and the good
 * keys behind an invalid one.
 */
static int take_byte(mbstate_t *state, char byte)
{
    size_t len = (size_t)-1;
    wchar_t character;

    /* The second time, without what came before, it may begin another character. */
    for (int i = 0; i < 2 && len == (size_t)-1; i++) {
        len = mbrtowc(&character, &byte, 1, state);
        if (len == (size_t)-1)
            *state = (mbstate_t){0};
    }
    if (len > 1)
        return TERM_UNKNOWN_KEY;
    if (character == '\r')
        return PRESS_ENTER;
    return character == '\b' ? PRESS_BACKSPACE : (int)character;
}

int term_key(struct terminal *term)
{
    const int key = getch();

    if (key == ERR)
        return TERM_NO_KEY;
    return key < KEY_MIN ? take_byte(&term->character, (char)key) : translate(key);
}

void term_set_mouse(struct terminal *term, bool on)
{
    if (term->mouse_off == !on)
        return;
    term->mouse_off = !on;
    mousemask(on ? MOUSE_EVENTS : 0, NULL);
    fflush(term->out);
}

bool term_mouse(struct mouse *mouse)
{
    const mmask_t wanted = BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED;
    MEVENT event;

    /* A press may be followed by its release, which ncurses returns first. */
    do {
        if (getmouse(&event) != OK)
            return false;
    } while (!(event.bstate & wanted));
    if (event.x < 0 || event.y < 0)
        return false;
    mouse->row = (size_t)event.y;
    mouse->col = (size_t)event.x;
    if (event.bstate & BUTTON4_PRESSED)
        mouse->action = MOUSE_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        mouse->action = MOUSE_WHEEL_DOWN;
    else
        mouse->action = MOUSE_CLICK;
    return true;
}
