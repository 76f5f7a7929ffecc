// Any bytes: what the command parser finds must not depend on how they arrive, must lie within them, and must read back
// from its own writing.
#include <vesta/rpc/protocol/command_parser.hpp>
#include <vesta/rpc/protocol/command_writer.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using vesta::rpc::parse_status;

struct seen {
    std::vector<std::vector<std::string>> commands;
    parse_status end = parse_status::incomplete;
    std::string problem;
    bool operator==(const seen&) const = default;
};

void require(bool holds) {
    if (!holds) std::abort();
}

seen read(std::string_view stream, std::size_t step) {
    seen all;
    vesta::rpc::command_parser parser{{.arguments = 16, .argument_bytes = 64, .command_bytes = 256}};
    std::size_t begin = 0;
    std::size_t end = std::min(step, stream.size());
    for (;;) {
        const std::string input{stream.substr(begin, end - begin)};
        all.end = parser.parse(input);
        if (all.end == parse_status::complete) {
            require(parser.consumed() > 0 && parser.consumed() <= input.size());
            all.commands.emplace_back(parser.arguments().begin(), parser.arguments().end());
            begin += parser.consumed();
        } else if (all.end == parse_status::failed) {
            all.problem = parser.problem();
            return all;
        } else if (end == stream.size()) {
            return all;
        } else {
            end = std::min(end + step, stream.size());
        }
    }
}

void reads_back(const std::vector<std::string>& command) {
    vesta::output_buffer written;
    vesta::rpc::write_command(written, std::vector<std::string_view>(command.begin(), command.end()));
    const seen again = read(written.view(), written.size());
    require(again.end == parse_status::failed || (again.commands.size() == 1 && again.commands.front() == command));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view stream{reinterpret_cast<const char*>(data), size};
    const seen whole = read(stream, std::max<std::size_t>(size, 1));
    for (const std::size_t step : {1, 3})
        require(read(stream, step) == whole);
    for (const auto& command : whole.commands) {
        if (!command.empty()) reads_back(command);
    }
    return 0;
}
