/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_I18N_H
#define DOTPROC_TEXT_I18N_H

/* The locale of the user, and messages in its language. */

/*
 * The name of the locale that setlocale(3) uses for a category, given by the category's environment
 * variable.
 */
const char *locale_wanted(const char *variable);

/*
 * Sets the user's locale for a category by setlocale(3). 0, also if the system has no such locale
 * and the previous one stays; or -ENOMEM.
 */
int locale_take(int category);

/*
 * Sets the directory of the translations of `domain` for gettext(3): $DOTPROC_LOCALEDIR, or else
 * the installed one. Translations contain printf(3) formats, so a privileged program ignores the
 * variable: secure_getenv(3). 0 or -ENOMEM.
 */
int locale_translate(const char *domain, const char *installed);

/*
 * The translation by gettext(3); the message itself if there is no memory to load the catalogue, as
 * glibc may crash while it does.
 */
const char *locale_message(const char *message) __attribute__((format_arg(1)));

/*
 * For the programs, as lib has no messages: _() translates a text for people; N_() only marks one
 * in a const table.
 */
#define _(text)  locale_message(text)
#define N_(text) text

#endif
