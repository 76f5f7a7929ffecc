"""Vesta for Conan 2, from this checkout: conan create packaging/conan. What it needs comes from the system's packages."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt

DEBIAN = ("libhowardhinnant-date-dev", "libpoco-dev", "libpq-dev", "libssl-dev", "libyaml-cpp-dev", "libzookeeper-mt-dev", "zlib1g-dev")
FOR_SERVERS = ("libboost-json1.81-dev", "libboost-url1.81-dev", "libboost1.81-dev", "libcli11-dev", "libspdlog-dev", "prometheus-cpp-dev")


class Vesta(ConanFile):
    name = "vesta"
    description = "Unique 64-bit IDs: a library and two servers"
    license = "Apache-2.0"
    settings = "os", "arch", "compiler", "build_type"
    options = {"servers": [True, False]}
    default_options = {"servers": False}

    @property
    def sources(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        self.version = re.search(r"project\(Vesta VERSION ([\d.]+)", load(self, os.path.join(self.sources, "CMakeLists.txt")))[1]

    def export_sources(self):
        for each in ("CMakeLists.txt", "LICENSE", "cmake/*", "packaging/*", "vesta-*/*"):
            copy(self, each, self.sources, self.export_sources_folder)

    def system_requirements(self):
        Apt(self).install([*DEBIAN, *(FOR_SERVERS if self.options.servers else ())], check=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["VESTA_BUILD_SERVERS"] = bool(self.options.servers)
        toolchain.cache_variables["VESTA_BUILD_TESTS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # Vesta's own CMake package has the targets: find_package(Vesta COMPONENTS embed).
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "Vesta"))
