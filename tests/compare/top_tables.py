# SPDX-License-Identifier: GPL-2.0-or-later
"""The keys, options and fields of top from which its sequences are made."""

import os

FIELDS = """PID PPID UID USER RUID RUSER SUID SUSER GID GROUP PGRP TTY TPGID SID PR NI nTH P %CPU TIME
TIME+ %MEM VIRT SWAP RES CODE DATA SHR nMaj nMin nDRT S COMMAND WCHAN Flags CGROUPS SUPGIDS SUPGRPS
TGID OOMa OOMs ENVIRON vMj vMn USED nsIPC nsMNT nsNET nsPID nsUSER nsUTS LXC RSan RSfd RSlk RSsh
CGNAME NU LOGID EXE RSS PSS PSan PSfd PSsh USS ioR ioRop ioW ioWop AGID AGNI STARTED ELAPSED %CUU
%CUC nsCGROUP nsTIME CLS Docker nFD""".split()

# Each of them pressed alone and, if it switches something, once more.
SWITCHES = "B C E H I J R S V X b c e i j l m t v x y z 0 1 2 3 4 5 ! A".split()
SORTS = "P M N T R".split()
SCROLLS = "<Down> <Up> <PgDn> <PgUp> <End> <Home> <Right> <Left> <A-j> <A-k> <A-l> <A-h>".split()
PANES = "<C-a> <C-g> <C-k> <C-n> <C-p> <C-u>".split()
PROMPTS = "d s k r n # u U o O L Y g G X <C-r> <C-o>".split()
UNKNOWN = ("K", "$", "\"", ";")

ANSWERS = (
    "d abc<Enter>", "d 5<Enter> d", "d -1<Enter>", "s <Enter>",
    "k <Esc>", "k abc<Enter>", "k {member}<Enter> <Esc>", "k 1<Enter> nosuch<Enter>",
    "k 7<BSpace>8 <Esc>", "r 1<Enter> abc<Enter>", "r 1<Enter> 99<Enter>", "r 1<Enter> <Esc>",
    "r xyz<Enter>", "n 5<Enter> n0<Enter>", "n abc<Enter>", "# 3<Enter> =",
    "u root<Enter> u<Enter>", "u nosuchuser<Enter>", "u !root<Enter> =", "u 65534<Enter>",
    "U nobody<Enter>", "U !nobody<Enter>", "u 99999999999<Enter>",
    "o COMMAND=zoo<Enter> <C-o> <Enter> =", "o command=zoo<Enter>", "o PID<10<Enter>",
    "o !USER=root<Enter> O S=S<Enter> <C-o> <Enter> +", "o COMMAND<Enter>", "o =5<Enter>",
    "o PID=<Enter>", "O COMMAND=ZOO<Enter>", "o COMMAND=ZOO<Enter>", "o COMMAND=zoo<Enter> o COMMAND=zoo<Enter>",
    "o RES>1000<Enter>", "o %MEM>0.0<Enter>",
    "L deep3<Enter> & &", "L nosuchtext<Enter>", "L <Enter>", "& &",
    "g 2<Enter> g 4<Enter> g 1<Enter>", "g 7<Enter>", "G xyz<Enter> G", "A g3<Enter> c",
    "X 4<Enter> X 0<Enter>", "X -1<Enter> <Space><Space><Space><Space><Space><Space><Space><Space><Space><Space> X 0<Enter>", "X abc<Enter>",
    "Y <Esc>", "Y 1<Enter> <Esc>",
)

WINDOWS = (
    "A a a a a", "A w w", "A N - - _ _", "A a - A A", "a", "w w", "A = +", "A u nobody<Enter> a",
    "A G<Enter> a G xyz<Enter>", "A a c w <Down> <Down>", "A a N w N", "A - = - +", "a a a a", "_", "-", "A a a i",
)

FORESTS = ("V v V", "V <Down><Down> v v", "V F F", "V R V R", "V P V", "V c N", "v", "F", "V <Down> F",
           "V T V M", "H V", "V H", "V v O !PID=1<Enter>")

FIELD_SCREENS = (
    "f q", "f <Down> d q", "f <Down><Down> <Space> <Esc>", "f <Down><Down>s q", "f <End> <Home>",
    "f <PgDn> <PgUp>", "f <Home> <Right> <Down><Down> <Left> q", "f <Right> <Down><Enter> <Esc>",
    "f a w q", f"f {'<Down>' * 12} d s q R", "f x", "f <Up> <Up> <Down>", "P f", "N f", "M f q", "T f",
    "f <Home>dd q", "A a f <End>", "G2<Enter> f <End>", "A a a f <End>", "A w f <End>", "f <Down><Down><Down>d q V V",
)
COLOUR_SCREENS = ("Z", "Z q", "Z S 1 <Enter>", "Z a w q", "Z M 3 T 4 <Enter> z", "Z <Up> <Down> <Esc>",
                  "Z B b z q", "Z H <Enter>", "Z X 5 <Enter> x")
HELP_SCREENS = ("h q", "? <Esc>", "h h", "h <Enter>", "h ? q")

SUMMARIES = (
    "t t t t", "m m m m", "1 t t t t", "1 4 4 4 4", "4 4", "1 ! ! ! !", "1 5 5 5", "2 2", "3 0<Enter>", "3 9<Enter>", "3 x<Enter>",
    "1 t 4 4", "l l", "t m l", "E E E E E E", "e e e e e", "<C-e> <C-e> <C-e> <C-e> <C-e>", "I I",
    "<tick>", "1 <tick>", "1 4 <tick>", "1 4 t <tick> t", "t <tick>", "t t <tick>", "1 t <tick>", "1 ! <tick> !",
    "m <tick> m", "4 <tick> m", "0 0", "E m m", "^ ^", "1 ^ ^", "1 I", "t t t t 1", "t t t H",
)

RESIZED = ("<size=60x20>", "<size=100x30> <size=80x24>", "<size=40x12> c", "<size=132x40> f", "A <size=90x30>",
           "1 <size=80x8>", "c <size=200x50>")

PAGES = ("<PgDn> <PgDn> <PgDn> <PgUp> <PgUp>", "n3<Enter> <PgDn> <Down> <PgUp>", "u nobody<Enter> <PgDn> <End> <Home>",
         "C <Down> <PgDn> <Right> <Left> <Home>", "C <End> <PgUp> <Down>", "C <PgDn> <End>", "<End> <Down>", "c <Right> <Right> <End> <Left>",
         "C c <Right><Right><Right><Right><Right><Right> <Right><Right><Right><Right><Right><Right><Right> <Left>")

MARKS = ("x", "x b", "y", "x y b", "z x", "z x >", "x <lt>", "x > > <lt>", "z", "z b", "B", "B x", "z y B", "x N", "J", "j", "J j")

KEYS_ON_TERMINAL = (
    *SWITCHES, *(f"{key} {key}" for key in SWITCHES if key not in "3X"), *SORTS,
    *(f"{key} R" for key in SORTS), *SCROLLS, *PANES, *(f"{key} {key}" for key in PANES),
    *(f"<Down><Down><Down> {key} <Tab> <BTab> =" for key in PANES), "<C-l>", "$ <C-l>",
    *PROMPTS, *(f"{key} <Esc>" for key in PROMPTS), *UNKNOWN, *ANSWERS, *WINDOWS, *FORESTS, *FIELD_SCREENS,
    *COLOUR_SCREENS, *HELP_SCREENS, *SUMMARIES, *RESIZED, *PAGES, *MARKS,
    "<lt>", ">", "> > R", "<lt> <lt> <lt> <lt> <lt> <lt> <lt> <lt> <lt>", "q", "<C-c>", "<Space>", "<Enter>", "W", "W W", "i i",
)

# On a terminal of their own kind, or with options.
SURROUNDINGS = (
    "SIZE=132x50 : c", "SIZE=132x50 : f", "SIZE=200x50 : f", "SIZE=80x30 : f", "SIZE=160x24 : f", "SIZE=100x24 : f", "SIZE=132x50 : 1 4 4 t",
    "SIZE=132x50 : h", "SIZE=132x50 : A", "SIZE=132x50 : V c", "SIZE=30x10 :", "SIZE=80x6 :",
    "SIZE=132x50 : <C-n>", "SIZE=132x50 : J X 3<Enter>",
    "CPUS=2 : 1 ! !", "CPUS=2 : ! <tick>", "CPUS=1 : 1 !", "CPUS=2 : 4 1 4", "CPUS=64 : 1 4 4 4 4 4 4 4 !", "CPUS=64 : 1",
    "-H :", "-H : c V", "-H -p {team} :", "-p {team_thread} :", "-p 1,2,3 : N =", "-p 1 -p 2 :", "-u nobody :", "-U nobody :",
    "-i :", "-i : i", "-c :", "-c : c", "-S :", "SIZE=80x90 -1 :", "-E g -e m :", "-o PID :", "-o -PID :", "-o +TIME+ : R",
    "-w 60 :", "-w 100 :", "-n 2 -d 0.1 :",
    "COLUMNS=70 : c", "COLUMNS=70 -w :", "LINES=10 -w :", "RC=none : f", "RC=damaged :",
    "RC=together : 1 1 4 t 1",
    "RC=written : f", "RC=written : <C-o> <Enter> = z A a", "RC=exported : f", "RC=exported : <C-o> <Enter> = g1<Enter> <C-o> <Enter> A _",
)

# With the delay of each program.
UNDELAYED = ("-s : k r d W Y <C-r>", "-s : h")

BATCH = (
    "-b -n1", "-b -n1 -H", "-b -n2 -d0.1", "-b -n1 -p 1", "-b -n1 -p 1,2,{zombie}", "-b -n1 -p 0", "-b -n1 -p 999999",
    "-b -n1 -p {team_thread}", "-b -n1 -H -p {team_thread}", "-b -n1 -H -p {team}", "-b -n1 -p {team}",
    "-b -n1 -u root", "-b -n1 -u nobody", "-b -n1 -u !root", "-b -n1 -U nobody", "-b -n1 -U 65534",
    "-b -n1 -u nosuch", "-b -n1 -u", "-b -n1 -w", "-b -n1 -w 60", "-b -n1 -w 200", "-b -n1 -w 2", "-b -n1 -w 513", "-b -n1 -w abc",
    "-b -n1 -c", "-b -n1 -c -w 512", "-b -n1 -i", "-b -n1 -S", "-b -n1 -1", "-b -n1 -1 -w 200", "CPUS=2 -b -n1 -1",
    *(f"-b -n1 -E {unit}" for unit in "kmgtpex"), *(f"-b -n1 -e {unit}" for unit in "kmgtpex"),
    *(f"-b -n1 -w 512 -o {name}" for name in FIELDS), "-b -n1 -o +PID", "-b -n1 -o -PID", "-b -n1 -o nosuch", "-b -n1 -o pid",
    "-b -n0", "-b -n x", "-b -n -1", "-b -d x -n1", "-b -d -1 -n1", "-b -d 0,1 -n2", "-b -n1 -Z", "-b -n1 --nosuch", "-b -n1 extra",
    "-h", "--help", "-V", "--version", "-O", "--list-fields", "-p 1 -u root -b -n1", "-p x", "-p 1,x", "-p",
    "-p 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21", "-b -n1 -A", "-b -A -n1", "-A -bn1", "-bn1", "-bHn1", "-b -n 1 -s",
    "-b -n1 -c -c", "-b -n1 -ccicSiS", "-b -n1 -11 -w 200",
    "--batch --iterations=1", "--batch-mode --iterations=1 --sort-override=PID", "COLUMNS=60 -b -n1", "COLUMNS=60 -b -n1 -w",
    "-b -n1 -u root -U root", "-d", "-n", "-E", "-o",
)

# As stock top has written it, and as ours prints it for stock top, out of this one.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "toprc-4.0.7"), encoding="latin-1") as rc:
    WRITTEN = rc.read()
OURS = """format = 1
delay = 99
window = 2
summary-unit = GiB
task-time = days
zeros-hidden = yes
extra-width = 2
[window 1]
fields = PID USER S nTH TIME+ COMMAND
sort = TIME+
ascending = yes
command-lines = yes
mark-sort = yes
processors = bars
processor-lines = each
adjoining = 2
[window 2]
name = Own
fields = PID PPID RES COMMAND
sort = RES
max-tasks = 5
filter-any-case = !USER=NOBODY
filter = COMMAND=o
numbers-left = yes
task-colour = 4
[window 3]
tasks-hidden = yes
[window 4]
memory = off
"""

CONFIGURATIONS = {
    "written": (".config/procps/toprc", WRITTEN),
    "together": (".config/procps/toprc", WRITTEN.replace("winflags=31730", f"winflags={31730 | 0x8000}", 1)),
    "exported": (".config/dotproc/toprc", OURS),
    "none": (".config/other", ""),
    "damaged": (".config/procps/toprc",
                "top's Config File (Linux processes with windows)\nId:n, Mode_altscr=zzz\n"),
}
