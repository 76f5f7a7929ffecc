#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace vesta::testing {

/// A range of numbers, the end excluded.
struct number_span {
    std::int64_t first;
    std::int64_t end;

    friend bool operator==(const number_span&, const number_span&) = default;
};

/// What one worker has done, in a file that is mapped into memory: a write is there for others at once, and stays when
/// the writer is killed with the next instruction. All incarnations of a worker write to the same journal.
class journal {
  public:
    static constexpr std::size_t most = 400'000;

    struct list {
        std::atomic<std::uint64_t> count{0};
        number_span spans[most];

        void add(std::int64_t first, std::int64_t end) {
            const std::uint64_t at = count.load(std::memory_order_relaxed);
            if (at == most) throw std::runtime_error{"the journal is full"};
            spans[at] = {first, end};
            count.store(at + 1, std::memory_order_release);
        }
        void forget_last() { count.fetch_sub(1, std::memory_order_release); }
        /// Adds one number, where possible to the last span.
        void add(std::int64_t number) {
            const std::uint64_t at = count.load(std::memory_order_relaxed);
            if (at != 0 && spans[at - 1].end == number) {
                std::atomic_ref{spans[at - 1].end}.store(number + 1, std::memory_order_release);
            } else {
                add(number, number + 1);
            }
        }
    };

    struct content {
        std::atomic<std::uint64_t> served_count{0};
        std::atomic<std::uint64_t> starts{0};
        std::atomic<std::uint64_t> unbalanced{0}; ///< Clean stops whose counts did not add up.
        std::atomic<std::uint64_t> failures{0};
        list served;
        list reserved;
        list offered; ///< To be given back; without those that the store refused.
        list given_back;
    };

    explicit journal(const std::filesystem::path& file) {
        const int handle = ::open(file.c_str(), O_RDWR | O_CREAT, 0600);
        if (handle < 0 || ::ftruncate(handle, sizeof(content)) != 0)
            throw std::runtime_error{"cannot make " + file.string()};
        void* const at = ::mmap(nullptr, sizeof(content), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
        ::close(handle);
        if (at == MAP_FAILED) throw std::runtime_error{"cannot map " + file.string()};
        content_ = static_cast<content*>(at); // a file of zeros is an empty journal
    }
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;
    ~journal() { ::munmap(content_, sizeof(content)); }

    content* operator->() const noexcept { return content_; }

  private:
    content* content_;
};

} // namespace vesta::testing
