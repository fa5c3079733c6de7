# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the command lines: every word of tables.py, alone and with others.

A case is a line as a shell would take it, without the program: assignments first. {zoo} stands for
the ids of all processes of the zoo, {zoo_parent} for that of their parent, {NAME} for that of one
and {tty} for the terminal that one has. Where a line can be asked says its scope:

    zoo    anywhere: it names the processes it is about, or shows none
    all    where nobody else starts and ends processes: in a namespace of our own
    host   on the host itself
"""

import itertools
from collections import namedtuple

from tables import (
    AIX_CODES,
    BSD_LETTERS,
    MACROS,
    NEWER_SPECIFIERS,
    PERSONALITIES,
    SHORT_KEYS,
    SPECIFIERS,
    UNIX_LETTERS,
)

# as_user: worth asking as an ordinary user, too.
Case = namedtuple("Case", "line scope as_user")


def zoo(line, as_user=False):
    return Case(line, "zoo", as_user)


def everything(line, as_user=False):
    return Case(line, "all", as_user)


def on_host(line):
    return Case(line, "host", True)


def lines(make, text):
    """A case for each line of a text, with and without those that begin with a star as a user."""
    for line in text.strip().splitlines():
        line = line.strip()
        yield make(line.lstrip("* "), line.startswith("*"))


def specifiers(codes):
    """Each in front of others, behind them, cut, with a heading, on threads, and as a sort key."""
    for code in codes:
        yield zoo(f"-p {{zoo}} -o pid,{code},stat", as_user=True)
        yield zoo(f"-p {{zoo}} -o {code}:5,ppid,{code}=A_LONG_HEADING,pid,{code}")
        yield zoo(f"-mp {{zoo}} -o tid,{code},lwp")
        yield zoo(f"-Lp {{zoo}} -o tid,{code}")
        yield zoo(f"-p {{zoo}} --sort {code},pid -o pid,ppid")


def macros():
    for name in MACROS:
        yield zoo(f"-p {{zoo}} -o {name}", as_user=True)
        yield zoo(f"-Lp {{zoo}} -o {name}")
        yield zoo(f"-p {{zoo}} --cols 70 -o pid,{name}=X")
        yield zoo(f"-p {{zoo}} -O {name}")


def aix_codes():
    for code in AIX_CODES:
        yield zoo(f"-p {{zoo}} -o %{code}")
        yield zoo(f"-p {{zoo}} -o '|%p %{code}%p %{code}  '")
    yield from lines(zoo, """
        -p {zoo} -o %p%c
        -p {zoo} -o '%a%p'
        -p {zoo} -o ' %p '
        -p {zoo} -o %p%%
        -p {zoo} -o %q
        -p {zoo} -o %q%p%
        -p {zoo} -o '%q% p'
        -p {zoo} -o %q%%p
        -p {zoo} -o %p%
        -p {zoo} -o '% p'
        -p {zoo} -o %cpu
        -p {zoo} -o %cpux
        -p {zoo} -o %cpu,nosuch
        -p {zoo} -o '%cpu nosuch'
        -p {zoo} -o %cpu,%p
        -p {zoo} -o %mem,nosuch
        -p {zoo} -o %mem%cpu
        -p {zoo} -o %memory
        -p {zoo} -o %m
        -p {zoo} -o %m%p
        -p {zoo} -o %mem,%cpu:0
        PS_FORMAT=%cpu,nosuch -p {zoo}
        -p {zoo} -o pid%p
        -p {zoo} -O %p
        -p {zoo} -o '%p text %c'
        -p {zoo} -o '%p: %c'
        -p {zoo} -o '%p%%%c'
        -p {zoo} -o 'λ%pλ%c'
        -p {zoo} -o '%C : %p : %z : %a'
        -p {zoo} -o '%p|%c|%a'
        -p {zoo} -o '|%p %c'
        -p {zoo} -o ' |%p %c'
        -p {zoo} -o %px
        -p {zoo} -o '%p %%a'
        -p {zoo} -o '%%p'
        -p {zoo} -o 'pid %a'
        -p {zoo} -o '[%p]'
        -p {zoo} -o 'pid,%c'
        -p {zoo} -o '%p,%c'
        -p {zoo} -o '%p	%c'
        -p {zoo} -o '%c '
        -p {zoo} -o %p -o %c
        -p {zoo} -o %c -o pid,args
        -p {zoo} o %c
        -p {zoo} -O '%p %c'
        O %c p {zoo}
        --cols 20 -p {zoo} -o '%c:%a'
        PS_FORMAT='%p:%c' -p {zoo}
        PS_FORMAT='[%p]' -p {zoo}
        """)
    yield zoo("-p {zoo} -o '%p\n%a\n'")


def letters():
    """Options that choose columns and rows: each, each two, and some threes."""
    for count in (1, 2):
        for chosen in itertools.combinations(UNIX_LETTERS, count):
            # Read again as BSD options, T is a selection.
            make = everything if chosen == ("H", "T") else zoo
            yield make(f"-{''.join(chosen)} -p {{zoo}}", as_user=count == 1)
        for chosen in itertools.combinations(BSD_LETTERS, count):
            yield zoo(f"{''.join(chosen)} p {{zoo}}", as_user=count == 1)
    for chosen in itertools.islice(itertools.combinations(UNIX_LETTERS, 3), 0, None, 5):
        yield zoo(f"-{''.join(chosen)} -p {{zoo}}")
    for unix, bsd in itertools.product("LTfHlj", "ujlHms"):
        yield zoo(f"{bsd} -{unix} -p {{zoo}}")


def personalities():
    for name in PERSONALITIES:
        for options in ("", "-f", "-l", "-j", "j", "l", "u", "v", "s", "m", "h", "-x", "-fl", "-c"):
            yield zoo(f"PS_PERSONALITY={name} {options} {'-p' if '-' in options else 'p'} {{zoo}}")
        for options in ("", "a", "x", "-a", "g", "-x", "ax"):
            yield everything(f"PS_PERSONALITY={name} {options}")


def sorting():
    for key in SHORT_KEYS:
        yield zoo(f"O {key}p o pid,ppid,comm p {{zoo}}")
        yield zoo(f"O -{key} p {{zoo}}")
    yield from lines(zoo, """
        k pid,-comm p {zoo}
        k-pid p {zoo}
        k +tty,-pid o tty,pid p {zoo}
        n k user,pid p {zoo}
        n k -group,pid p {zoo}
        n O u p {zoo}
        c k args,pid p {zoo}
        c O c p {zoo}
        O c k -pid p {zoo}
        k -pid O c p {zoo}
        O -p O c p {zoo}
        O psr o comm k -pid p {zoo}
        o pid O psr k pid p {zoo}
        O P k pid f p {zoo}
        O Up p {zoo}
        O -U+p p {zoo}
        O Uf+p p {zoo}
        O fU-p p {zoo}
        O user p {zoo}
        -O user -p {zoo}
        -p {zoo} --sort user,-pid
        -p {zoo} --sort=-vsz,+pid
        -p {zoo} --sort:pid
        -p {zoo} -H --sort -pid
        f k-pid p {zoo}
        -Lp {zoo} --sort -tid -o tid,comm
        -mp {zoo} --sort -pid
        -p {zoo} --sort ppid,ppid,pid
        -p {zoo} --sort 'pid,'
        """)


def selections():
    yield from lines(zoo, """
        *-p {zombie},{stopped}
        *-p '{stopped} {zombie}'
        -p {stopped} -p {zombie}
        *-q {stopped},{zombie},{team}
        -q {team} -f
        -q {team} -L
        q{zombie},{stopped}
        --pid {team}
        --pid={team}
        --pid:{team}
        --quick-pid {team},{zombie}
        {team} {zombie}
        {team},{zombie}
        {team},{zombie} {stopped}
        -f {team}
        l {team} {zombie}
        *--ppid {zoo_parent}
        --ppid {zoo_parent} --sort -pid
        --ppid {zoo_parent} -L
        --ppid {zoo_parent} f
        --ppid {deep},{broad},{terminal}
        -s {session}
        --sid {session}
        +{session}
        -{session}
        -g {session}
        -s {session},{terminal}
        -p {zoo} r
        -p 2147483647
        -q 2147483647
        -p {team},{team},{team}
        -p {team},{zombie},{team}
        p {team},{zombie},{team}
        u{team},{zombie},{team}
        x{team}
        -p {team},{zombie},{team} -o pid
        -p {team},{zombie},{team} -L
        -p {team},{team} -L
        -q {zombie},{team},{team} -T
        -p {team},{zombie},{team} f
        -p {team},{zombie},{team} --sort pid
        -p {team},{zombie},{team} -C nosuch
        -p {team},{zombie} -p {zombie}
        -p {team},{zombie} -m
        -q {team},{zombie} -m
        {team} {zombie} {team}
        g -p {team}
        g {team}
        -g -p {team}
        -q {team},{team}
        -p 0x1 -o pid
        -p +{team}
        -C nosuchcommand
        -u 1234567
        """)
    yield from lines(everything, """
        *
        *-e
        *-A
        *-a
        *-d
        *-ad
        *a
        *x
        *ax
        *g
        *-g
        -e g
        g T
        gr
        *ag
        *gx
        *axg
        *r
        *axr
        *T
        *Tx
        *x -p {team}
        *-x -p {team}
        *ax p {stopped},{team}
        *-d -p {team}
        *-a -p {team}
        *-e -p {team}
        *x -p {team} -m
        *x -L -p {team}
        *x {team}
        *x -p {team} -p {stopped}
        *x -p {team} {stopped}
        *x -p {team} --sort -pid
        *x -p {team} f
        *x -p {team} -N
        *x -p {team} T
        *x -p {team} -C nosuch
        *t
        *xt
        *-N
        *-aN
        *-dN
        -eN
        aN
        -N -p {zombie}
        -N -N -p {zombie}
        --deselect -p {zombie}
        -N r
        T -N
        -N -u root
        *-N -u nosuch
        -N -u nosuch,root
        -N -u root,nosuch
        --deselect --group nosuch
        -N --user nosuch
        -N -U nosuch
        -N -U 4294967295
        -N -G nosuch
        -N -g nosuch
        -N -g ,
        -N U nosuch
        -N -u nosuch -p {zombie}
        -u nosuch -N
        -N -t nosuch
        -N -p x
        -N -C nosuch
        -N -t -
        -C zombie
        -C zombie,stopped
        -C 'exactly15chars!'
        -C exactly15chars!!!
        -C 'like stat'
        -C 'a) R (b c'
        -H -C deep3,broad,sessionmember,ttyother
        -H -C deep3,broad,sessionmember,ttyother --sort comm
        --forest -C deep5,zombie,ttyfront,deep3,ttyother
        -LC worker-1
        -mC team
        *-u root
        -u root,nobody
        *-u nobody
        *-U nobody
        *U nobody
        U 100,nobody
        -U 100
        -u 101
        -u 4242424
        --user nobody
        --User=nobody
        -G 1
        -G nogroup
        *-G 2,nogroup
        --Group 1
        --group 2
        --group nogroup
        -g nogroup
        -g root,nogroup
        -t -
        -t '?'
        -t {tty}
        *t {tty}
        t{tty}
        -t{tty}
        -t /dev/{tty}
        -t -,{tty}
        --tty {tty}
        -N -t {tty}
        -t pts/4095
        -t pts/01
        -N -t pts/01
        t pts/4095
        -u nobody -t {tty}
        -u nobody -p {zombie} -C stopped
        -A a
        -a -x
        -ax
        -aux
        -auxf
        LIBPROC_HIDE_KERNEL=1 -e
        """)


def listings():
    """The well-known ones, over everything that is there."""
    yield from lines(everything, """
        *-ef
        *-eF
        *-el
        *-ely
        *-elc
        -ej
        -efj
        -efl
        -eFl
        -ec
        -eP
        *-eM
        *-eZ
        *-eLf
        -eL
        -eT
        -eTf
        *aux
        *axu
        axj
        axl
        axs
        axv
        axX
        *axf
        axfj
        *axjf
        -ejH
        *-eH
        -e --forest
        -ef --forest
        axuf
        axH
        -eLF
        axm
        -em
        axms
        -axm
        -xmp {zoo}
        axc
        axuc
        *axe
        axec
        axeww
        axn
        axln
        axS
        axuS
        -e --cumulative
        eaxww
        -e --context
        --context
        axZ
        auxZ
        -efZ
        """)


def widths():
    formats = ("-f", "-l", "u", "l", "s", "j", "e", "-jF", "-Hf", "f", "-o pid,wchan", "-o pid,user",
               "-o args,args", "-o pid,args,comm", "-o pid,user:30,cgroup:8,args")
    for columns in (1, 5, 8, 12, 20, 33, 40, 60, 79, 80, 90, 131, 132, 133):
        for chosen in formats:
            where = "-p {zoo}" if "-" in chosen else "p {zoo}"
            yield zoo(f"--cols {columns} {chosen} {where}")
    yield from lines(zoo, """
        -fp {zoo} -w
        -fp {zoo} -ww
        u w p {zoo}
        u ww p {zoo}
        --cols 40 u w p {zoo}
        --cols 40 u ww p {zoo}
        --cols 200 u w p {zoo}
        --width 50 u p {zoo}
        --columns=50 u p {zoo}
        --columns 0x20 u p {zoo}
        COLUMNS=40 u p {zoo}
        COLUMNS=40 u w p {zoo}
        COLUMNS=0x28 u p {zoo}
        COLUMNS=abc u p {zoo}
        COLUMNS=-1 u p {zoo}
        COLUMNS=1 u p {zoo}
        COLUMNS=8 u p {zoo}
        COLUMNS=9 u p {zoo}
        COLUMNS=8 --cols 80 u p {zoo}
        COLUMNS=8 u ww p {zoo}
        COLUMNS=0 u p {zoo}
        COLUMNS=5 -q1 -q2
        COLUMNS=5 -o nosuch
        COLUMNS=5 PS_FORMAT=nosuch -p {zoo}
        COLUMNS=131071 u p {zoo}
        COLUMNS=131072 u p {zoo}
        COLUMNS=40 u --cols 50 p {zoo}
        -p {zoo} -o user:3,pid
        -p {zoo} -o user:200,pid
        -p {zoo} -o pid:145,comm
        -p {zoo} -o pid,user:3
        -p {zoo} -o pid:2,comm:30,user
        -p {zoo} -o args:5,args:9,args
        -p {zoo} -o pid:20,ppid:1,tty:1,stat
        -p {zoo} -o comm:1,args:1,user:1,wchan:1,pid
        -p {zoo} -o pending:4,blocked:16,ignored:20
        -p {zoo} -o pid:1=LONG,stat:1=LONG,comm
        --cols 25 -p {zoo} -o lstart:1,comm
        --cols 20 -p {zoo} -o lstart:1,comm
        --cols 20 -p {zoo} -o lstart:1,user
        """)


def delimiters():
    for chosen in ("-f", "-lF", "-m", "u", "s", "v", "X", "-o c,cp,pmem,bsdtime,bsdstart,pid",
                   "-o pid,comm,args:5,user", "-o %p=%c"):
        where = "-p {zoo}" if "-" in chosen else "p {zoo}"
        yield zoo(f"--delimiter , {chosen} {where}")
    yield from lines(zoo, """
        --delimiter=: -fp {zoo} --cols 30
        --delimiter '|' -p {zoo} --no-headers
        --delimiter ' ' -p {zoo} -o pid,c
        --delimiter , -p {zoo} -o pid,comm,cgroup --cols 20
        --delimiter
        --delimiter ab
        """)


def headings():
    yield from lines(zoo, """
        h -p {zoo}
        -p {zoo} --no-headers
        -p {zoo} --no-heading
        -p {zoo} --noheader
        -p {zoo} --noheadings
        -p {zoo} --headers --rows 5
        -p {zoo} --headers --rows 1
        -p {zoo} --headers --rows 2
        -p {zoo} --headings --lines=9
        -p {zoo} --header
        -p {zoo} --headers -o pid=
        -mp {zoo} --headers --rows 7
        LINES=1 -p {zoo}
        LINES=1 -p {zoo} --headers
        LINES=1 COLUMNS=1 -p {zoo}
        LINES=4 -p {zoo} --headers
        LINES=4 -p {zoo} --headers --rows 7
        LINES=x -p {zoo} --headers
        -p {zoo} -o pid=
        -p {zoo} -o pid=,comm=
        -p {zoo} -o pid=,comm
        -p {zoo} -o pid= -o comm=
        -p {zoo} -o 'pid=a heading, with words'
        -p {zoo} -o pid=A,comm=B
        -p {zoo} -o comm=漢字,pid=Ü
        -p {zoo} -o pid==
        -p {zoo} -o pid:9=
        -p {zoo} -o user=W,user:3=WIDE
        -p 2147483647 -o pid=
        -p {zoo} h -o pid
        """)


def environments():
    yield from lines(zoo, """
        PS_FORMAT=pid,comm -p {zoo}
        PS_FORMAT=pid,comm -Lp {zoo}
        PS_FORMAT=pid,comm -fp {zoo}
        PS_FORMAT=pid,comm u p {zoo}
        PS_FORMAT=pid,comm p {zoo}
        PS_FORMAT=nosuch -p {zoo}
        PS_FORMAT=pid,,comm -p {zoo}
        PS_FORMAT= -p {zoo}
        PS_FORMAT=%p%c -p {zoo}
        PS_FORMAT=user:0 -p {zoo}
        PS_FORMAT=RUSAGE -p {zoo}
        I_WANT_A_BROKEN_PS=1 -fp {zoo}
        I_WANT_A_BROKEN_PS= m p {zoo}
        CMD_ENV=bsd l p {zoo}
        CMD_ENV=bsd PS_PERSONALITY=sysv l p {zoo}
        PS_PERSONALITY=hp -x {team}
        COLUMNS=60 PS_PERSONALITY=hp -x {team}
        PS_PERSONALITY=hpux -xj {team}
        _XPG=5 PS_PERSONALITY=irix -lp {zoo}
        _XPG=no PS_PERSONALITY=irix -lp {zoo}
        TZ=Asia/Tokyo -fp {zoo} -o lstart,start,stime,start_time,bsdstart
        TZ=XXX-14 -p {zoo} -o lstart,start,stime,start_time,bsdstart
        LC_ALL=C u p {zoo}
        LC_ALL=C -fp {zoo}
        LC_ALL=C -p {zoo} -o comm
        LC_ALL=C -p {zoo} -o comm:4,args:9,pid
        LC_ALL=C f p {zoo}
        LC_ALL=POSIX e p {zoo}
        LC_ALL=nosuch -p {zoo} -o comm,args
        """)


def formats():
    yield from lines(zoo, """
        -p {zoo} -o pid -o comm
        -p {zoo} -o pid,comm -o user,args
        -p {zoo} -o 'pid comm'
        -p {zoo} -o 'pid	comm'
        -p {zoo} o pid,comm
        o pid,comm p {zoo}
        opid,comm p {zoo}
        --format pid,comm -p {zoo}
        --format=pid,comm -p {zoo}
        -opid,comm -p {zoo}
        -p {zoo} -o pid,
        -p {zoo} -O comm
        -p {zoo} -O user:12=HH
        -p {zoo} -O pid
        O comm p {zoo}
        -f -o pid p {zoo}
        -p {zoo} c -o comm,args
        -p {zoo} e -o comm
        -p {zoo} e -o comm,args,ucmd
        -p {zoo} e -o fname,cmd:9,args
        -p {zoo} e -o args,comm
        -p {zoo} c -o args:5,ucmd:4,fname:3
        -p {zoo} -H -o comm,args
        -p {zoo} -H -o args,comm
        -p {zoo} f -o args,comm
        -p {zoo} f -o pid,ucmd
        -p {zoo} f -o args:12,pid
        -p {zoo} fc -o args:12,pid
        -p {zoo} -n -o user,wchan
        -p {zoo} n -o user,wchan,uname,ruser
        n u p {zoo}
        -p {zoo} S -o time,cputime,cputimes,bsdtime,etime,etimes,pcpu
        -p {zoo} -o time,cputime,cputimes,bsdtime,etime,etimes,pcpu
        -Lp {zoo} -o tid,etime,stat,nlwp,lwp,pid,comm
        """)


def complaints():
    yield from lines(zoo, """
        -
        --
        /tmp
        --nosuch
        --for
        B
        W
        aW
        -W
        -B
        -eB
        -e-x
        -a-x
        a-x
        -dx
        -C
        -G
        -U
        -u nosuchuser
        -U nosuchuser
        U nosuchuser
        -G nosuchgroup
        --group nosuchgroup
        -g nosuchgroup
        -t nosuchtty
        -o
        -O
        -p
        -q
        -s
        --ppid
        --pid
        --quick-pid
        --sid
        --tty
        --user
        --User
        --group
        --Group
        --format
        --sort
        --cols
        --rows
        --cols x
        --cols 0
        --cols -5
        --rows 0
        --rows x
        o
        O
        p
        q
        U
        k
        -p x
        -p 1x
        -p 0
        -p -1
        -p 2147483648
        -p 99999999999999999999
        -p 1,
        -p ,1
        -p 1,,2
        -p ''
        -o ''
        -u ''
        ''
        -C a,,b
        -C ''
        '1 -f'
        1 -f
        +x
        -1x
        -s x
        --ppid x
        --ppid -1
        -u 4294967296
        -G 4294967296
        -U -1
        --group -1
        +
        1 ''
        -t /dev
        --tty {tty},pts
        -o nosuch
        -o pid,,comm
        -o ,
        -o user:0
        -o user:x
        -o user:-1
        -o user:05
        -o user:2147483648
        -o user:18446744073709551621
        -o pid:1x
        -o RUSAGE:5
        -o RUSAGE:x
        -o nosuch:x
        -o nosuch /tmp
        -q 1 -q 2 -o nosuch
        q 1 q x
        -q 1 --sort pid f -N
        -o nosuch -t nosuchtty
        -o nosuch --headers --headers
        -o nosuch H f
        --sort nosuch -U -1
        o pid O start_time -
        O pid k nosuch -N
        -O nosuch
        -o pid -O user
        -O pid -O user
        o pid O user
        O xyz
        O zz
        --sort nosuch
        --sort pid,,comm
        --sort ''
        k nosuch
        k pid k pid
        --sort pid --sort pid
        O u k pid
        f O P
        O P f
        -H O tP
        u l
        u v
        j s
        -f u
        -o pid u
        -f -o pid -l
        -o pid -P
        -y
        -a x
        -d a
        -L -H
        -L --forest
        -c u
        -c -p {zoo} v
        -D%Y -p {zoo} -o lstart
        -H m
        H m
        m -m
        -L -T
        -L m
        -T H
        -o pid -T H
        h h
        --headers --no-headers
        -V -e
        V e
        -e V
        L e
        --version -e
        --info -e
        -q 1 -q 1
        -q 1 -p 1
        -q 1 --sort pid
        -q 1 -H
        -q 1 f
        -q 1 -N
        -q 1 -u root
        -q 1 r
        -q 1 -e
        -q 1 -a
        --forest=1
        --headers=1
        --pid=
        --cols=
        --sort=
        -dx -o nosuch
        PS_PERSONALITY=bsd -e
        PS_PERSONALITY=sysv -x
        """)


def host():
    yield from map(on_host, ("-p 1", "-p 1 -f", "-p 1,2 -l", "u 1", "-p 2 -o pid,ppid,comm,args,stat",
                             "-p 1 -o pid,tty,user,args", "-q 1 -o pid=", "--ppid 2 -o pid,stat,comm",
                             "--ppid 2 -o pid,args,wchan,cls,ni,pri", "--ppid 2 -f", "l 2",
                             "-p 2,{zoo_parent} --sort -ag_nice,pid -o pid,ag_nice"))
    for options in ("-f", "-l", "-L", "-m", "-Lf", "-T", "-H", "-F", "-j", "-lm"):
        yield zoo(f"DOTPROC_SOURCE=bpf {options} -p {{zoo}}")
    for options in ("u", "s", "v", "j", "X", "f", "H", "m"):
        yield zoo(f"DOTPROC_SOURCE=bpf {options} p {{zoo}}")
    for code in SPECIFIERS[::4]:
        yield zoo(f"DOTPROC_SOURCE=bpf -p {{zoo}} -o pid,{code},stat")


def all_cases():
    """Every line once, in an order that stays the same."""
    cases = itertools.chain(
        specifiers(SPECIFIERS), specifiers(NEWER_SPECIFIERS), macros(), aix_codes(), letters(),
        personalities(), sorting(), selections(), listings(), widths(), delimiters(), headings(),
        environments(), formats(), complaints(), host())
    seen = {}
    for case in cases:
        seen.setdefault(case.line, case)
    return list(seen.values())
