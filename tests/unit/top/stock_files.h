/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_STOCK_FILES_H
#define DOTPROC_TESTS_UNIT_TOP_STOCK_FILES_H

/* The parts of stock top's files, as its versions write them. */
#define TITLE "top's Config File (Linux processes with windows)\n"

/* Id j: a byte for each field, with the highest bit where it is shown. */
#define BYTES_DEF \
    "\xa5\xa8\xb3\xb4\xbb\xbd\xc0\xc4\xb7\xba\xb9\xc5&')*+,-./012568<>?ABCFGHIJKLMNOPQRSTUVWXYZ["
#define BYTES_MORE "\\]^_`abcdefghijklmnopqrstuvwxyz"
#define BYTES_JOB \
    "\xa5\xa6\xb9\xb7\xba(\xb3\xb4\xc4\xbb\xbd@<\xa7\xc5)*+,-./012568>?ABCFGHIJKLMNOPQRSTUVWXYZ["
#define PAIRS_J "sortindx=18, maxtasks=0, graph_cpus=1, graph_mems=2, double_up=0, combine_cpus=0\n"
#define COLOURS "\tsummclr=1, msgsclr=2, headclr=3, taskclr=208\n"
#define WINDOW_J(name, fields) \
    name "\tfieldscur=" fields BYTES_MORE "\n\twinflags=193844, " PAIRS_J COLOURS
#define FILE_J                                                                         \
    TITLE "Id:j, Mode_altscr=1, Mode_irixps=0, Delay_time=1.500, Curwin=1\n" WINDOW_J( \
        "Def", BYTES_DEF) WINDOW_J("Min", BYTES_JOB) WINDOW_J("Mem", BYTES_DEF)        \
        WINDOW_J("Usr",                                                                \
                 BYTES_DEF) "Fixed_widest=5, Summ_mscale=2, Task_mscale=1, Zero_suppress=1\n"

/* Ids k and later: twice the number and one more where it is shown, 20 in a line. */
#define FIELDS_A                                                                                 \
    "  75   77   81  103  105  119  123  129  137  111  117  115  139   78   82   84   86   88"  \
    "   90   92 \n"                                                                              \
    "\t\t    94   96   98  100  106  108  112  120  124  126  130  132  134  140  142  144  146" \
    "  148  150  152 \n"                                                                         \
    "\t\t   154  156  158  160  162  164  166  168  170  172  174  176  178  180  182  184  186" \
    "  188  190  192 \n"
#define FIELDS_B                                                                                 \
    "\t\t   194  196  198  200  202  204  206  208  210  212  214  216  218  220  222  224  226" \
    "  228  230  232 \n"                                                                         \
    "\t\t   234  236  238  240  242  244  246  248  250  252  254  256  258  260  262  264  266" \
    "  268  270  272 \n"
#define FIELDS FIELDS_A FIELDS_B
#define PAIRS_K                                                                          \
    "sortindx=20, maxtasks=9, graph_cpus=0, graph_mems=0, double_up=1, combine_cpus=1, " \
    "core_types=2\n"
#define WINDOW_K(name, flags) name "\tfieldscur=" FIELDS "\twinflags=" flags ", " PAIRS_K COLOURS
#define LAST_K                "Fixed_widest=-1, Summ_mscale=1, Task_mscale=0, Zero_suppress=0, Tics_scaled=6\n"
#define FILE_K                                                                                  \
    TITLE "Id:k, Mode_altscr=0, Mode_irixps=1, Delay_time=0.250, Curwin=0\n" WINDOW_K("Def",    \
                                                                                      "193844") \
        WINDOW_K("Job", "0") WINDOW_K("Mem", "5172223") WINDOW_K("Usr", "193844") LAST_K

/* Id m: the colour of marks, and filters; id n: more, and entries to inspect. */
#define WINDOW_M(name)                                       \
    name "\tfieldscur=" FIELDS "\twinflags=193844, " PAIRS_K \
         "\tsummclr=1, msgsclr=1, headclr=3, taskclr=-1, task_xy=14\n"
#define FILE_M                                                                                \
    TITLE "Id:m, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=3\n" WINDOW_M("Def")    \
        WINDOW_M("Job") WINDOW_M("Mem") WINDOW_M("Usr") LAST_K                                \
        "\n"                                                                                  \
        "begin: saved other filter data -------------------\n"                                \
        "window #0, osel_tot=1\n\ttype=111,\tfilter=PID>5\n"                                  \
        "window #1, osel_tot=2\n\ttype=79,\tfilter=!COMMAND=foo\n\ttype=79,\tfilter=USER=r\n" \
        "end  : saved other filter data -------------------\n"
#define WINDOW_N(name)                                                                      \
    name "\tfieldscur=" FIELDS "\twinflags=193844, sortindx=78, maxtasks=0, graph_cpus=0, " \
         "graph_mems=0, double_up=7, combine_cpus=0\n"                                      \
         "\tsummclr=1, msgsclr=1, headclr=3, taskclr=1, task_xy=-1, core_types=3, "         \
         "cores_vs_cpus=1\n"
#define FILE_N                                                                             \
    TITLE "Id:n, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=0\n" WINDOW_N("Def") \
        WINDOW_N("Job") WINDOW_N("Mem") WINDOW_N("Usr") LAST_K                             \
        "\n"                                                                               \
        "# a comment\npipe\tOpen Files\tlsof -P -p %d 2>&1\nfile\tNUMA Info\t/proc/%d/numa_maps\n"

#endif
