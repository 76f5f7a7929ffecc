#pragma once

#include <string_view>

/// What systemd and its kind are told, as sd_notify(3) describes: nothing unless NOTIFY_SOCKET names a socket.
namespace vesta::cli::service_manager {

/// It serves.
void tell_ready();
/// It reads its files again; `tell_ready` says when that is over.
void tell_reloading();
/// It ends; @p why is for the status line.
void tell_stopping(std::string_view why);

} // namespace vesta::cli::service_manager
