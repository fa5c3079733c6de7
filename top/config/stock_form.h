/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_STOCK_FORM_H
#define DOTPROC_TOP_CONFIG_STOCK_FORM_H

/*
 * The form of stock top's configuration files:
 *
 *   top's Config File (Linux processes with windows)
 *   Id:k, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=0
 *   Def  fieldscur= 75 81 ... numbers, on several lines (id j: a byte for each field)
 *        winflags=193844, sortindx=18, maxtasks=0, ...
 *        summclr=1, msgsclr=1, headclr=3, taskclr=1
 *   the same for each of four windows, then
 *   Fixed_widest=0, Summ_mscale=1, Task_mscale=0, Zero_suppress=0, Tics_scaled=0
 *   and optionally filters and entries to inspect.
 *
 * A line of pairs may have any pairs of its section, since their lines differ between versions.
 */

#define STOCK_EYECATCHER "Config File (Linux processes with windows)"

/* A field is written as 2 * (its id + this), plus 1 if it is shown. */
#define STOCK_FIELD_BASE 37

/* Numbers below this are reserved for future fields. */
#define STOCK_FIELD_LIMIT 100

#endif
