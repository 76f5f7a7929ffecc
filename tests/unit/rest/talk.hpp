#pragma once

#include "session/session.hpp"
#include "support/rest_catalogue.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::testing {

/// What a server shares, on generators in memory: those of the test server.
struct rest_world {
    /// @p leaf is the scheme of the generator of that name.
    explicit rest_world(rest::limits limit = {}, std::string_view leaf = "snowflake");

    /// Also after generators were added, which a server would not see.
    void open();

    rest_catalogue generators;
    rest::limits limit;
    rest::compatibility manners = rest::compatibility::own; ///< Takes effect when the world is opened,
    std::unique_ptr<access::gate> gate;                     ///< and so does this,
    net::request_log* requests = nullptr;                   ///< and this.
    std::unique_ptr<rest::services> services;
    std::unique_ptr<rest::workbench> bench;
};

/// One answer, taken apart.
struct heard {
    int status = 0;
    std::string head; ///< Without the empty line.
    std::string content;
    bool has_field(std::string_view line) const { return head.find(std::string{line}) != std::string::npos; }
};

/// One connection's session, without a connection.
class talk {
  public:
    using next = rest::session::next;

    explicit talk(rest_world& world) : session_{*world.bench, access::visitor{world.gate.get(), "10.0.0.1:5555"}} {}

    /// Gives the session bytes, and does what a connection would, except for waiting: see `resume`.
    void say(std::string_view bytes);
    /// The system takes the answers, or a part, since the client does not read.
    void send(bool all = true) { session_.answers_sent({}, all); }
    /// After a wait.
    void resume();
    void end_input();
    void time_out();

    next then() const noexcept { return then_; }
    rest::session& session() noexcept { return session_; }
    bool is_closed() const noexcept { return then_ == next::close; }
    const std::string& output() const noexcept { return output_; }

    /// All answers so far. @p heads says which of them have no content although they tell its length.
    std::vector<heard> answers(const std::vector<bool>& heads = {}) const;

  private:
    using turn_of_session = net::step (rest::session::*)(net::turn&);
    void take(turn_of_session what);
    void take(net::step done, output_buffer& out);

    rest::session session_;
    std::string output_;
    next then_ = next::receive;
};

/// A request without a body, of HTTP/1.1.
std::string get(std::string_view target, std::string_view more_fields = {}, std::string_view method = "GET");

} // namespace vesta::testing
