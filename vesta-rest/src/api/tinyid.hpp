#pragma once

#include <string>
#include <string_view>

// TinyId's answers. Those in JSON are {"data":...,"code":200,"message":""}; in text an error is the empty text.
namespace vesta::rest {

inline constexpr std::string_view tinyid_begin = R"({"data":)";
inline constexpr std::string_view tinyid_end = R"(,"code":200,"message":""})";

inline constexpr int tinyid_wrong_token = 5;
inline constexpr int tinyid_error = 6;

/// Its JSON's type of content.
inline constexpr std::string_view tinyid_json = "application/json;charset=UTF-8";

/// Appends an error in JSON.
void write_tinyid_error(int code, std::string_view message, std::string& to);

} // namespace vesta::rest
