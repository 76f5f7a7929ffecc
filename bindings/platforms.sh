# What the packages share. Sourced; scripts/bindings gives the variables.

# architecture TARGET, libc TARGET: of a native; "host" is this machine's, and others are named as zig names them.
architecture() { if [ "$1" = host ]; then uname -m; else echo "${1%%-*}"; fi; }
libc() { case $1 in *-musl) echo musl ;; *) echo gnu ;; esac; }

# compiler TARGET: of C for it.
compiler() { if [ "$1" = host ]; then echo "${CC:-cc}"; else echo "$VESTA_WORK/zig/$1/cc"; fi; }

# natives FOLDER [ARCHITECTURE LIBC]...: libvesta.so of each target into FOLDER/linux-ARCHITECTURE-LIBC. One that needs an older
# libc takes the place of this machine's. Of the platforms named that were not built there is an empty file, for compilers
# that read one of each.
natives() {
    local to=$1
    shift
    for target in $VESTA_TARGETS; do
        mkdir -p "$to/linux-$(architecture "$target")-$(libc "$target")"
        cp "$VESTA_NATIVES/$target/libvesta.so" "$to/linux-$(architecture "$target")-$(libc "$target")"
        cp "$VESTA_NATIVES/$target/LICENSE.yaml-cpp" "$to"
    done
    while [ $# -gt 0 ]; do
        mkdir -p "$to/linux-$1-$2"
        touch "$to/linux-$1-$2/libvesta.so"
        shift 2
    done
}
