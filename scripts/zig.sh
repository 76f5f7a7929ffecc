# zig as a C++ compiler for other systems than this one. Sourced, with the project's root as the current folder.

# zig_tools TARGET FOLDER [OPTION...]: programs in FOLDER that compile for TARGET with these options. They are those of all uses,
# since zig builds the libraries of the language for each set of them. The program is $zig_program.
zig_tools() {
    local python=$PWD/build/zig/venv/bin/python to=$2 options
    options="-target $1 ${*:3}"
    if [ ! -x "$python" ]; then
        python3 -m venv "$PWD/build/zig/venv"
        "$python" -m pip install --quiet ziglang==0.17.1
    fi
    zig_program=$("$python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).with_name("zig"))')
    mkdir -p "$to"
    for each in cc c++; do printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$zig_program" "$each" "$options" >"$to/$each"; done
    for each in ar ranlib; do printf '#!/bin/sh\nexec %s %s "$@"\n' "$zig_program" "$each" >"$to/$each"; done
    chmod +x "$to"/*
}
