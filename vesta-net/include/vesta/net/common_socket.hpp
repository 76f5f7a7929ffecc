#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <sys/types.h>

#include <string>

namespace vesta::net {

/// A listening socket that all threads of a server accept from: a unix socket with its file, or one that the process
/// was given.
class common_socket {
  public:
    /// Listens at @p path. A socket file that is there and that nobody listens at, as after a crash, is replaced. The
    /// owner and the group of the file may connect; it goes with the socket.
    ///
    /// Errors: `in_use` if a server listens there; `invalid_settings` if something else is there, or the folder cannot
    /// be used; `internal` for another refusal of the system.
    static result<common_socket> listen(const std::string& path);
    /// Takes over @p given, which listens already. Its file, if it has one, stays with the caller.
    explicit common_socket(descriptor given) noexcept : listening_{std::move(given)} {}

    common_socket(common_socket&&) noexcept = default;
    common_socket& operator=(common_socket&&) = delete;
    ~common_socket();
    /// Removes the file, if it is still this one's, and listens no more. Later calls do nothing.
    void close() noexcept;

    /// Another descriptor of the same socket, for another thread.
    ///
    /// Errors: throws std::system_error if the process has no descriptor left.
    descriptor share() const;

  private:
    common_socket(std::string path, descriptor listening);
    void remove_file() const noexcept;

    std::string path_; // empty: no file of ours
    descriptor listening_;
    dev_t device_ = 0;
    ino_t file_ = 0;
};

} // namespace vesta::net
