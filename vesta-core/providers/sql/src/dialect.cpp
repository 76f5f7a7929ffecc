#include "dialect.hpp"

namespace vesta::sql {

const char* insert_if_absent(dialect kind) noexcept {
    return kind == dialect::mysql ? "INSERT IGNORE INTO " : "INSERT OR IGNORE INTO ";
}

const char* now_ms(dialect kind) noexcept {
    // SQLite counts days in a double, exact to 40 us: without a half, a cast makes one millisecond less of some.
    return kind == dialect::mysql ? "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)"
                                  : "CAST((julianday('now') - 2440587.5) * 86400000 + 0.5 AS INTEGER)";
}

} // namespace vesta::sql
