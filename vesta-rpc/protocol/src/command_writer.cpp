#include <vesta/rpc/protocol/command_writer.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>

namespace vesta::rpc {

void write_command(output_buffer& to, std::span<const std::string_view> arguments) {
    reply_writer write{to, resp_version::resp2}; // a command has the form of a reply in every version
    write.array(arguments.size());
    for (const std::string_view each : arguments)
        write.bulk(each);
}

} // namespace vesta::rpc
