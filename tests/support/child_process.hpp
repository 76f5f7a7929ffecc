#pragma once

#include <sys/types.h>
#include <sys/wait.h>

#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vesta::testing {

/// Another program under test, to be killed and paused. Killed when this is destroyed.
class child_process {
  public:
    /// Starts @p command, a path and its arguments.
    explicit child_process(std::vector<std::string> command) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error{"pipe2 failed"};
        id_ = ::fork();
        if (id_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            std::vector<char*> words;
            for (std::string& each : command)
                words.push_back(each.data());
            words.push_back(nullptr);
            ::execv(words[0], words.data());
            ::_exit(127);
        }
        ::close(ends[1]);
        output_ = ends[0];
    }
    child_process(child_process&& other) noexcept
        : id_{std::exchange(other.id_, -1)}, output_{std::exchange(other.output_, -1)} {}
    child_process& operator=(child_process&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(output_, other.output_);
        return *this;
    }
    ~child_process() {
        if (id_ > 0) {
            ::kill(id_, SIGKILL);
            wait();
        }
        if (output_ >= 0) ::close(output_);
    }

    /// The next line that it prints, without its end. Throws where it ended instead.
    std::string read_line() {
        std::string line;
        for (char c = 0; ::read(output_, &c, 1) == 1;) {
            if (c == '\n') return line;
            line += c;
        }
        throw std::runtime_error{"the program ended after printing: " + line};
    }

    pid_t id() const noexcept { return id_; }
    void signal(int which) const { ::kill(id_, which); }
    /// Stops it with SIGSTOP; returns when all its threads stand still.
    void pause() const {
        int status = 0;
        signal(SIGSTOP);
        ::waitpid(id_, &status, WUNTRACED);
    }

    /// Waits for its end; its exit code, or minus the signal that ended it.
    int wait() {
        int status = 0;
        ::waitpid(std::exchange(id_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

  private:
    pid_t id_ = -1;
    int output_ = -1;
};

} // namespace vesta::testing
