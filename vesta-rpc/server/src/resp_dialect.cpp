#include "resp_dialect.hpp"

#include "session.hpp"

namespace vesta::rpc::detail {
namespace {

constexpr std::size_t read_at_once = 65'536; // besides the kept part of a command

} // namespace

resp_dialect::resp_dialect(const service& of, counters& counted)
    : of_{of}, counted_{counted}, input_size_{of.options.commands.command_bytes + read_at_once},
      input_{std::make_unique_for_overwrite<char[]>(input_size_)} {}

std::unique_ptr<net::session> resp_dialect::make_session(const net::client& with) {
    return std::make_unique<session>(of_, counted_, std::span{input_.get(), input_size_}, with);
}

void resp_dialect::turn_away(output_buffer& out) {
    out.append("-ERR max number of clients reached\r\n");
}

} // namespace vesta::rpc::detail
