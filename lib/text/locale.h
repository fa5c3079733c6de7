/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_LOCALE_H
#define DOTPROC_TEXT_LOCALE_H

/*
 * The name of the locale that setlocale(3) takes for a category, which is given by its variable in
 * the environment.
 */
const char *locale_wanted(const char *variable);

/*
 * Takes the user's locale for a category, by setlocale(3). 0, also where the system has no such
 * locale, so that the one before stays; or -ENOMEM.
 */
int locale_take(int category);

/*
 * Has gettext(3) take translations of `domain` from where they were installed, or from where
 * $DOTPROC_LOCALEDIR says. Translations contain printf(3) formats, so a privileged program ignores
 * the environment: secure_getenv(3). 0 or -ENOMEM.
 */
int locale_translate(const char *domain, const char *installed);

/*
 * What gettext(3) says for a message, or the message itself where there is no memory for what it
 * loads first: in the midst of that glibc may crash.
 */
const char *locale_message(const char *message) __attribute__((format_arg(1)));

#endif
