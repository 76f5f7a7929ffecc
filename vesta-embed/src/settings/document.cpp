#include "document.hpp"

#include "reader.hpp"

#include <yaml-cpp/eventhandler.h>

#include <sstream>

namespace vesta::embed {
namespace {

/// Watches the documents of a text and stops at the second.
///
/// YAML::LoadAll cannot be used: for a text such as "," it never returns, since the parser reports document after
/// document without moving on (yaml-cpp 0.7).
class one_document final : public YAML::EventHandler {
  public:
    explicit one_document(std::string_view origin) : origin_{origin} {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (std::exchange(begun_, true))
            throw wrong_setting(
                origin_, mark.line + 1, "",
                "are one YAML document; here a second one begins, or a character stands that ends the first");
    }

    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}

  private:
    std::string_view origin_;
    bool begun_ = false;
};

error not_yaml(std::string_view origin, int line, const std::string& why) {
    const auto where = std::string{origin} + (line > 0 ? ":" + std::to_string(line) : "");
    return {errc::invalid_settings, where + ": not YAML: " + why};
}

/// What a message quotes of a file may hold anything; a message is one line.
error in_one_line(error reason) {
    for (char& each : reason.message)
        if (static_cast<unsigned char>(each) < ' ' || each == 127) each = '?';
    return reason;
}

} // namespace

error error_of_document(std::string_view origin) {
    try {
        throw;
    } catch (const failure& wrong) {
        return in_one_line(wrong.error());
    } catch (const YAML::Exception& wrong) {
        return in_one_line(not_yaml(origin, wrong.mark.line + 1, wrong.msg));
    } catch (const std::exception& wrong) { // yaml-cpp throws others, too, for some malformed texts
        return in_one_line(not_yaml(origin, 0, wrong.what()));
    }
}

YAML::Node parse_document(std::string_view yaml, std::string_view origin) {
    std::istringstream text{std::string{yaml}};
    YAML::Parser parser{text};
    one_document counted{origin};
    while (parser.HandleNextDocument(counted)) {
    }
    return YAML::Load(std::string{yaml});
}

} // namespace vesta::embed
