#pragma once

#include <sys/types.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace vesta::testing {

/// A forked child that does something, says how that went, and then stays until it is told to end.
class child {
  public:
    /// Runs @p work, which answers a line of text, in a child. Returns when the child has said it.
    template <class Work>
    explicit child(const Work& work) {
        std::array<int, 2> said{};
        std::array<int, 2> told{};
        if (::pipe(said.data()) != 0 || ::pipe(told.data()) != 0) throw std::runtime_error{"pipe"};
        pid_ = ::fork();
        if (pid_ == 0) {
            ::alarm(60); // no child outlives its test for long, whatever happens to the parent
            ::close(told[1]);
            live(work, said[1], told[0]);
        }
        ::close(said[1]);
        ::close(told[0]);
        end_it_ = told[1];
        std::array<char, 4096> chunk{};
        for (ssize_t got = 0; (got = ::read(said[0], chunk.data(), chunk.size())) > 0;) {
            words_.append(chunk.data(), static_cast<std::size_t>(got));
            if (words_.ends_with('\n')) break;
        }
        ::close(said[0]);
        if (words_.ends_with('\n')) words_.pop_back();
    }
    child(const child&) = delete;
    child& operator=(const child&) = delete;
    ~child() {
        kill(SIGKILL);
        ::close(end_it_);
    }

    pid_t pid() const noexcept { return pid_; }
    /// What its work answered; empty where it died before.
    const std::string& words() const noexcept { return words_; }

    /// Lets it come to the end of its work's scope and exit. Its exit code, or minus the signal that ended it.
    int finish() {
        ::close(end_it_);
        end_it_ = -1;
        return reap();
    }

    /// Ends it by @p signal, and waits for that.
    void kill(int signal) {
        if (pid_ <= 0) return;
        ::kill(pid_, signal);
        static_cast<void>(reap());
    }

  private:
    /// @p work is called with what reports and stays: the child's own objects live until it was told to end.
    template <class Work>
    [[noreturn]] static void live(const Work& work, int say, int listen) {
        work([&](std::string line) {
            line += '\n';
            if (::write(say, line.data(), line.size()) < 0) ::_exit(90);
            char unused = 0;
            while (::read(listen, &unused, 1) > 0) {
            }
        });
        ::_exit(0);
    }

    int reap() {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

    pid_t pid_ = -1;
    int end_it_ = -1;
    std::string words_;
};

} // namespace vesta::testing
