# cmake -DFOLDER=... -DTO=... -P embed.cmake: writes a C++ source that holds the console: one page.
file(READ ${FOLDER}/index.html page)
file(READ ${FOLDER}/console.css style)
set(script "")
file(GLOB sources ${FOLDER}/script/*.js)
list(SORT sources)
foreach(each ${sources})
    file(READ ${each} text)
    string(APPEND script "${text}")
endforeach()
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${TO} "// Written by vesta-rest/console/embed.cmake.
#include \"console/page.hpp\"

namespace vesta::rest {

std::string_view console_html() noexcept {
    return R\"~~(${page})~~\";
}

} // namespace vesta::rest
")
