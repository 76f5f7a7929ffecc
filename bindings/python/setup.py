"""The wheel contains a native library, so it is for one platform, VESTA_PLATFORM (manylinux_2_28_x86_64)."""

import os

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", os.environ.get("VESTA_PLATFORM", super().get_tag()[2])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(
    cffi_modules=["build_abi.py:ffi"],
    distclass=WithLibrary,
    cmdclass={"bdist_wheel": PlatformWheel},
)
