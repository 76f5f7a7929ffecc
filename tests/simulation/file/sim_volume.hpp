#pragma once

#include "support/random.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::testing {

/// What a file system does besides what it promises.
struct volume_habits {
    bool hard_links = true; ///< Without them, a file that gets another name loses the one it had.
    bool locks_work = true; ///< Or everybody gets every lock.
    bool torn_blocks =
        false; ///< A block of 4 KiB that is being written may have anything, also where it had been durable.
    bool folder_lies = false; ///< Names that could not be synchronised once count as synchronised from then on.
};

/// One folder with its files: as processes see them, and as a power cut leaves them. What was not synchronised is there
/// afterwards by chance: of each file's bytes a part, and of the names either a beginning of all changes or, for each
/// name apart, some of its changes. Copying it copies the medium; what is pending stays pending.
class sim_volume {
  public:
    using file_number = std::uint64_t; ///< 0: no file.

    sim_volume(random_source& random, volume_habits habits) : random_{&random}, habits_{habits} {}

    const volume_habits& habits() const noexcept { return habits_; }
    std::vector<std::string> names() const;
    file_number find(const std::string& called) const;
    const std::string& content(file_number of) const { return files_.at(of).seen; }

    file_number make(const std::string& called);
    void append(file_number to, std::string_view bytes);
    void overwrite(file_number of, std::string_view bytes, std::size_t at);
    /// One that fails leaves pages behind that count as clean: the next one has nothing to do.
    void sync(file_number of, bool works = true);

    /// Gives @p called to a file, or takes it away.
    void name(const std::string& called, file_number of);
    void sync_names(bool works = true);

    /// Whether @p by has the lock now.
    bool lock(file_number of, const void* by);
    bool is_locked_by(file_number of, const void* by) const;
    bool is_locked(file_number of) const { return locks_.contains(of); }
    void unlock(file_number of, const void* by);

    /// All processes are gone, too, which is for the caller to see to.
    void lose_power();

    /// It is another host's now, which knows nothing of locks taken elsewhere.
    void move_to(std::string other) {
        host = std::move(other);
        locks_.clear();
    }

    /// All in it is written anew, as `cp -a` and a restored backup do: each file has another number.
    void renumber();

    /// Overwrites a file durably: what no process of ours does.
    void damage(const std::string& called, std::string content);

    std::string host = "here";
    unsigned boots = 1;

  private:
    struct file {
        std::string seen;
        std::string durable;
        bool counts_as_clean = false;
    };
    struct change {
        std::string name;
        file_number to;
        bool counts_as_done = false;
    };

    void keep_some_names();
    void keep_some_bytes(file& of);
    void tear_blocks(file& of);

    random_source* random_;
    volume_habits habits_;
    file_number last_ = 0;
    std::map<file_number, file> files_;
    std::map<std::string, file_number> seen_;
    std::map<std::string, file_number> durable_;
    std::vector<change> pending_;
    std::map<file_number, const void*> locks_;
};

} // namespace vesta::testing
