# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Minimal Debian systems in folders, with ca-certificates: made once, kept, and entered. For those
# that source this.
#
#   chroot_lacks               what is missing here to make and enter one; nothing if nothing is
#   chroot_make SUITE ARCH     makes it if need be; prints its folder, which is not to be changed
#   chroot_copy FROM TO        a copy that may be
#   chroot_run [--bind FROM TO]... FOLDER COMMAND...
#                              runs a command in it, in which folders FROM of ours are read at TO
#
# ARCH is one that the kernel here runs. All is kept in the folder that chroot_cache prints; what
# is removed from there is made anew. Nothing of the system is changed: mounts are seen by the
# command alone, and are gone with it whatever ends it.

chroot_say() {
    echo "${0##*/}: $*" >&2
}

chroot_cache() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/dotproc/distros
    mkdir -p "$cache"
    echo "$cache"
}

# The files that apt reads its sources from.
chroot_sources() {
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
        /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$file" ] || echo "$file"
    done
}

# chroot_archives FILE: "URI SUITE" of each archive of packages with a component main in it, in
# either of the forms that sources.list(5) knows.
chroot_archives() {
    case $1 in
    *.list)
        awk '$1 == "deb" && sub(/^[ \t]*deb[ \t]+(\[[^]]*\][ \t]*)?/, "") && / main( |$)/ {
            print $1, $2
        }' "$1"
        ;;
    *.sources)
        awk '
            function value(name) { return " " values[name] " " }
            function finish(    uris, suites, uri, suite, i, j) {
                uris = split(value("uris"), uri)
                suites = split(value("suites"), suite)
                if (value("types") ~ / deb / && value("components") ~ / main / &&
                    tolower(value("enabled")) !~ / (no|false|off|0) /)
                    for (i = 1; i <= uris; i++)
                        for (j = 1; j <= suites; j++)
                            print uri[i], suite[j]
                split("", values)
            }
            /^#/ { next }
            /^[ \t]*$/ { finish(); next }
            { line = $0; gsub(/[ \t]+/, " ", line) }
            /^[^ \t]/ {
                name = tolower(substr(line, 1, index(line, ":") - 1))
                line = substr(line, index(line, ":") + 1)
            }
            { values[name] = values[name] " " line; gsub(/ +/, " ", values[name]) }
            END { finish() }' "$1"
        ;;
    esac
}

# The mirrors of Debian among the sources of apt here, one a line. A suite is known as Debian's by
# the keyring with which debootstrap checks it.
chroot_mirrors() {
    local file uri suite script
    chroot_sources | while IFS= read -r file; do
        chroot_archives "$file"
    done | while read -r uri suite; do
        script=/usr/share/debootstrap/scripts/$suite
        case $uri in
        http://* | https://*)
            if grep -qs debian-archive-keyring "$script"; then
                echo "${uri%/}"
            fi
            ;;
        esac
    done | awk '!seen[$0]++'
}

chroot_lacks() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "not root"
    elif ! command -v debootstrap >/dev/null; then
        echo "no debootstrap"
    elif ! command -v unshare >/dev/null || ! unshare --mount true 2>/dev/null; then
        echo "no mounts of our own (unshare --mount)"
    elif [ -z "$(chroot_mirrors)" ]; then
        echo "no mirror of Debian in the sources of apt"
    fi
}

# chroot_try COMMAND...: three times at most, as a mirror may not answer at once.
chroot_try() {
    local times
    for times in 1 2 3; do
        ! "$@" || return 0
        [ $times -eq 3 ] || sleep $((10 * times))
    done
    return 1
}

# The proxy of apt here, as the variable that apt and debootstrap take it from.
chroot_proxy() {
    local scheme proxy
    for scheme in http https; do
        proxy=$(apt-config dump --format '%v%n' "Acquire::$scheme::Proxy" 2>/dev/null | head -n 1)
        if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then
            echo "${scheme}_proxy=$proxy"
        fi
    done
    env | grep -E '^(http|https|no)_proxy=' || :
}

# chroot_make_from MIRROR SUITE: what chroot_make makes.
chroot_make_from() {
    rm -rf "$folder.part"
    # What it mounts is not to stay when it is interrupted, least of all below a folder that is to be
    # removed.
    unshare --mount --propagation private --fork --kill-child \
        env ${environment[0]+"${environment[@]}"} debootstrap --variant=minbase \
        --include=ca-certificates --arch="$arch" "$2" "$folder.part" "$1" \
        >"$log" 2>&1 </dev/null
}

chroot_make() {
    local suite=$1 arch=$2 cache folder mirror log environment
    cache=$(chroot_cache)
    folder=$cache/$suite-$arch
    log=$folder.log
    mapfile -t environment < <(chroot_proxy)
    (
        flock 9
        if [ ! -d "$folder" ]; then
            chroot_say "making a $suite of $arch in $folder"
            chroot_mirrors >"$folder.mirrors"
            while IFS= read -r mirror; do
                if chroot_try chroot_make_from "$mirror" "$suite"; then
                    mv "$folder.part" "$folder"
                    break
                fi
            done <"$folder.mirrors"
            rm -rf "$folder.part" "$folder.mirrors"
        fi
    ) 9>"$folder.lock"
    if [ ! -d "$folder" ]; then
        chroot_say "it failed; the end of $log is:"
        tail -n 5 "$log" >&2
        return 1
    fi
    echo "$folder"
}

chroot_copy() {
    rm -rf "$2"
    cp -a --reflink=auto "$1" "$2"
}

chroot_run() {
    local environment binds=()
    while [ "$1" = --bind ]; do
        binds+=("$2" "$3")
        shift 3
    done
    local folder=$1
    shift
    mapfile -t environment < <(chroot_proxy)
    cp -L --remove-destination /etc/resolv.conf "$folder/etc/resolv.conf" 2>/dev/null || :
    # The shell in the middle makes the mounts; it dies with the one that waits for it. Whoever only
    # changed the root would not be allowed namespaces of his own.
    # shellcheck disable=SC2016 # the inner shell's variables
    unshare --mount --propagation private --fork --kill-child sh -euc '
        folder=$1
        shift
        while [ "$1" != -- ]; do
            mkdir -p "$folder$2"
            mount --bind "$1" "$folder$2"
            mount -o remount,ro,bind "$folder$2"
            shift 2
        done
        shift
        mount -t proc proc "$folder/proc"
        mount --rbind /sys "$folder/sys"
        mount --rbind /dev "$folder/dev"
        mount --rbind "$folder" "$folder"
        cd "$folder"
        pivot_root . .
        umount -l .
        exec "$@"' sh "$folder" ${binds[0]+"${binds[@]}"} -- \
        /usr/bin/env -i ${environment[0]+"${environment[@]}"} HOME=/root TERM="${TERM:-dumb}" LC_ALL=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive "$@"
}
