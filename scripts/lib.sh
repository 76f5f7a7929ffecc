# What the scripts share. Sourced, with the project's root as the current folder.

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# install_packages LIST...: installs what is missing of the lists, each a file with one Debian package a line.
install_packages() {
    local missing
    missing=$(cat "$@" | sort -u | while read -r package; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done)
    [ -n "$missing" ] || return 0
    echo "installing:" $missing >&2
    as_root apt-get update -qq
    # Servers that come as packages must not be started: the tests start private copies.
    printf '#!/bin/sh\nexit 101\n' | as_root tee /usr/sbin/policy-rc.d >/dev/null
    as_root chmod +x /usr/sbin/policy-rc.d
    local code=0
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >&2 || code=$?
    as_root rm -f /usr/sbin/policy-rc.d
    return "$code"
}

# build PRESET NINJA-ARGUMENTS... [-- CMAKE-OPTIONS...]: false where either fails, wherever it is called from.
build() {
    local preset=$1 targets=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do targets+=("$1"); shift; done
    [ $# -eq 0 ] || shift
    cmake --preset "$preset" "$@" >/dev/null && ninja -C "build/$preset" "${targets[@]}" >&2
}

# debian_sources FOLDER KIND [SUITE]: where this machine's apt finds packages of Debian, as `sources.list` and `parts` for another
# apt; KIND is deb or deb-src, and SUITE takes the place of this machine's.
debian_sources() {
    local suite=${3:-bookworm}
    rm -rf "$1"
    mkdir -p "$1/parts" "$1/lists/partial"
    sed "s/^deb /$2 /; s/bookworm/$suite/" /etc/apt/sources.list >"$1/sources.list" 2>/dev/null || true
    for each in /etc/apt/sources.list.d/debian*.sources; do
        [ ! -e "$each" ] || sed "s/^Types:.*/Types: $2/; /^Suites:/s/bookworm/$suite/g" "$each" >"$1/parts/$(basename "$each")"
    done
    apt_options=(-qq -o Dir::Etc::sourcelist="$1/sources.list" -o Dir::Etc::sourceparts="$1/parts"
        -o Dir::State::lists="$1/lists" -o APT::Sandbox::User=root)
}

# debian_source WORK PACKAGE[=VERSION] FOLDER [SUITE]: without changing what this machine's apt reads, and of the suite, if given,
# in place of this machine's.
debian_source() {
    debian_sources "$1" deb-src "${4:-}"
    apt-get "${apt_options[@]}" update
    (cd "$1" && apt-get "${apt_options[@]}" source --download-only "$2")
    mkdir -p "$(dirname "$3")"
    dpkg-source --no-check -x "$1"/*.dsc "$3" >/dev/null
}

# debian_files WORK SUITE ARCHITECTURE FOLDER PACKAGE...: what these packages have, for that architecture of Debian's, without
# installing them or what they depend on.
debian_files() {
    local apt=$1 to=$4 foreign=(-o APT::Architecture="$3" -o APT::Architectures="$3" -o Dir::State::status=/dev/null)
    debian_sources "$apt" deb "$2"
    shift 4
    apt-get "${apt_options[@]}" "${foreign[@]}" update
    (cd "$apt" && apt-get "${apt_options[@]}" "${foreign[@]}" download "$@")
    for each in "$apt"/*.deb; do dpkg-deb -x "$each" "$to"; done
}

# clean_root FOLDER SUITE NAME: a new copy of that Debian, as FOLDER/NAME, without anything of ours. Only root may make one.
clean_root() {
    local base=$1/$2 root=$1/$3
    if [ ! -e "$base/complete" ]; then
        rm -rf "$base"
        mkdir -p "$1"
        debootstrap --variant=minbase "$2" "$base" >"$base.log" || { tail "$base.log" >&2; return 1; }
        touch "$base/complete"
    fi
    rm -rf "$root"
    cp -a "$base" "$root"
    cp /etc/resolv.conf "$root/etc"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
}

# java_libraries FOLDER GROUP:ARTIFACT:VERSION...: these and what they need, by Maven, in FOLDER/lib.
java_libraries() {
    local to=$1 each group artifact number
    rm -rf "$to"
    mkdir -p "$to"
    {
        echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>vesta</groupId><artifactId>libraries</artifactId><version>1</version><dependencies>'
        for each in "${@:2}"; do
            IFS=: read -r group artifact number <<<"$each"
            echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$number</version></dependency>"
        done
        echo '</dependencies></project>'
    } >"$to/pom.xml"
    mvn -q -B -Dstyle.color=never -f "$to/pom.xml" dependency:copy-dependencies -DoutputDirectory="$to/lib" >&2
}
