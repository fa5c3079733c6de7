# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs of another suite of Debian that run here: they are taken out of a minimal system of it with
# their libraries and loader, and see the /proc, the terminals and the users that ours see. For those
# that source this, and chroot.bash before it.
#
#   take_programs NAME SUITE PACKAGES PROGRAMS LIBRARIES
#       prints the folder NAME-SUITE, kept where chroot.bash keeps its systems, with the programs,
#       lib/, and the files `loader`, the loader's name in lib/, and `versions`, a line "PACKAGE
#       VERSION" for each of PACKAGES; LIBRARIES are those that programs open by name. The lists are
#       separated by blanks. It is made once; removed, it is made anew. Status 1: it cannot be had
#       here, and what is printed says why.
#   take_command FOLDER PROGRAM
#       prints the words by which it is run

# In the system: $1 packages, $2 programs, $3 libraries.
# shellcheck disable=SC2016 # the inner shell's variables
TAKE='set -eu
    apt-get -q update
    apt-get -qy install --no-install-recommends $1
    mkdir -p /taken/lib
    for program in $2; do
        cp "$(command -v "$program")" /taken/
    done
    libraries=
    for program in $2; do
        libraries="$libraries $(ldd "/taken/$program" | grep -oE "/[^ ]+" | sort -u)"
        loader=$(ldd "/taken/$program" | grep -oE "/[^ ]*/ld-[^ ]+")
    done
    for name in $3; do
        library=$(ldconfig -p | sed -n "s,^[[:space:]]*$name .*=> ,,p" | head -n 1)
        [ -z "$library" ] || libraries="$libraries $library
            $(ldd "$library" | grep -oE "/[^ ]+" | sort -u)"
    done
    for library in $libraries; do
        case $library in
        /taken/*) ;;
        *) cp -Lu "$library" /taken/lib/ ;;
        esac
    done
    basename "$loader" >/taken/loader
    for package in $1; do
        dpkg-query -W -f "\${Package} \${Version}\n" "$package"
    done >/taken/versions'

# take_anew FOLDER SUITE PACKAGES PROGRAMS LIBRARIES: messages go to FOLDER.log.
take_anew() {
    local folder=$1 base
    base=$(chroot_make "$2" "$(dpkg --print-architecture)") || return
    chroot_say "taking $4 out of a $2"
    chroot_copy "$base" "$folder.system"
    # A mirror may be a copy that stands still, and sid says how long it is valid.
    echo 'Acquire::Check-Valid-Until "false";' >"$folder.system/etc/apt/apt.conf.d/90standing"
    if chroot_try chroot_run "$folder.system" sh -c "$TAKE" sh "$3" "$4" "$5" >"$folder.log" 2>&1 </dev/null; then
        rm -rf "$folder"
        mv "$folder.system/taken" "$folder"
    fi
    rm -rf "$folder.system"
}

take_programs() {
    local folder lacks
    folder=$(chroot_cache)/$1-$2
    (
        flock 9
        [ ! -f "$folder/versions" ] || exit 0
        lacks=$(chroot_lacks)
        if [ -n "$lacks" ]; then
            echo "$4 cannot be taken out of a system of Debian: $lacks"
            exit 1
        fi
        take_anew "$folder" "${@:2}"
        if [ ! -f "$folder/versions" ]; then
            echo "$4 could not be taken out of $2: see $folder.log"
            exit 1
        fi
    ) 9>"$folder.lock" && echo "$folder"
}

take_command() {
    local loader
    loader=$(cat "$1/loader")
    printf '%s ' "$1/lib/$loader" --library-path "$1/lib" --argv0 "$2" "$1/$2"
}
