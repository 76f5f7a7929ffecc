#pragma once

#include <vesta/base/result.hpp>
#include <vesta/net/descriptor.hpp>

#include <sys/types.h>

#include <string>

namespace vesta::net {

/// A listening unix socket and its file, which goes with it. The owner and the group of the file may connect.
class local_socket {
  public:
    /// Listens at @p path. A socket file that is there and that nobody listens at, as after a crash, is replaced.
    ///
    /// Errors: `in_use` if a server listens there; `invalid_settings` if something else is there, or the folder cannot
    /// be used; `internal` for another refusal of the system.
    static result<local_socket> listen(const std::string& path);

    local_socket(local_socket&&) noexcept = default;
    local_socket& operator=(local_socket&&) = delete;
    ~local_socket();
    /// Removes the file, if it is still this one's, and listens no more. Later calls do nothing.
    void close() noexcept;

    /// Another descriptor of the same socket, for another thread.
    ///
    /// Errors: throws std::system_error if the process has no descriptor left.
    descriptor share() const;

  private:
    local_socket(std::string path, descriptor listening);

    std::string path_;
    descriptor listening_;
    dev_t device_ = 0;
    ino_t file_ = 0;
};

} // namespace vesta::net
