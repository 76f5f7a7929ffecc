#pragma once

#include "ledger.hpp"
#include "sim_disk.hpp"

#include <vesta/file/host_register.hpp>
#include <vesta/file/marks.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace vesta::testing {

using disk_ptr = std::shared_ptr<file::disk>;

/// Puts something between the store and its disk, or nothing.
using disk_wrapper = std::function<disk_ptr(disk_ptr)>;

/// What a process is going to do with machine ID 7.
struct sim_life {
    int moves = 2; ///< How often it moves the mark up.
    bool gives_back = false;
    std::chrono::milliseconds epoch_moved{}; ///< Of its layout.
    file::host_register* among = nullptr;    ///< The other owners on its host.
    unix_ms booted{};                        ///< Clocks being right, it makes no ID of a time before that.
};

/// How it went.
struct life_report {
    bool started = false;
    error refusal{};   ///< Why it did not start.
    bool lost = false; ///< The machine ID, to another process.
};

/// Lives it. Enters into @p book, in ticks of its layout, what it was covered for; @p report is right also where a call
/// throws.
void live(const sim_life& life, const disk_ptr& on, sim_host& host, ledger& book, life_report& report);

} // namespace vesta::testing
