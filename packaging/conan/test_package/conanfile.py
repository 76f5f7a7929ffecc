"""Builds the C++ example of the documents against the package, and makes IDs with it."""
import os

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout
from conan.tools.files import copy


class UsesVesta(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeToolchain", "CMakeDeps"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if not can_run(self):
            return
        settings = os.path.join(self.source_folder, os.pardir, os.pardir, os.pardir, "conf")
        copy(self, "vesta.yaml", settings, os.path.join(self.build_folder, "conf"))
        program = os.path.join(self.cpp.build.bindir, "example_cpp")
        self.run(f"{program} {os.path.join(self.build_folder, 'conf', 'vesta.yaml')}", env="conanrun")
