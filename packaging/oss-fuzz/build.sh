#!/usr/bin/env bash
# What OSS-Fuzz runs in its image: builds the targets of tests/fuzz with its compiler, flags and engine ($CXX, $CXXFLAGS,
# $LIB_FUZZING_ENGINE), and puts into $OUT each target, its corpus, and the libraries it loads. Outside of the image:
#   SRC=.. (a folder with this repository as vesta) OUT=/tmp/out WORK=/tmp/work CC=clang-19 CXX=clang++-19
#   CFLAGS="-O1 -fsanitize=address,fuzzer-no-link" CXXFLAGS="$CFLAGS" LIB_FUZZING_ENGINE=-fsanitize=fuzzer FUZZ_TARGETS="id mark"
set -euo pipefail

# The packaged libraries are built with libstdc++.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"
source="$SRC/vesta"
# As a part of another project: another compiler may warn of more, and that is no error there. Without the hardening, which does not
# go with sanitizers.
mkdir -p "$WORK/fuzz"
printf 'cmake_minimum_required(VERSION 3.25)\nproject(fuzz C CXX)\nenable_testing()\nadd_subdirectory(%s vesta)\n' "$source" >"$WORK/fuzz/CMakeLists.txt"
cmake -S "$WORK/fuzz" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DVESTA_BUILD_FUZZ=ON \
    -DVESTA_FUZZ_COMPILE= -DVESTA_FUZZ_LINK="$LIB_FUZZING_ENGINE"

read -ra targets <<<"${FUZZ_TARGETS:-$(cd "$source/tests/fuzz" && printf '%s\n' *_fuzz.cpp | sed 's/_fuzz\.cpp//' | tr '\n' ' ')}"
ninja -C "$WORK/build" "${targets[@]/#/fuzz_}"

mkdir -p "$OUT/lib"
for each in "${targets[@]}"; do
    cp "$WORK/build/vesta/bin/fuzz_$each" "$OUT/"
    (cd "$source/tests/fuzz/corpus/$each" && zip -q -r "$OUT/fuzz_${each}_seed_corpus.zip" .)
    # The image that runs them has no libraries but libc's.
    ldd "$OUT/fuzz_$each" | awk '$3 ~ "^/" { print $3 }' | grep -Ev '/(libc|libm|libdl|libpthread|librt|libresolv|ld-linux.*)\.so' |
        while read -r library; do cp -Lu "$library" "$OUT/lib/"; done
    patchelf --force-rpath --set-rpath "\$ORIGIN/lib" "$OUT/fuzz_$each"
done
