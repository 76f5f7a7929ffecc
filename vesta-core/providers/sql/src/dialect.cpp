#include "dialect.hpp"

namespace vesta::sql {

const char* insert_if_absent(dialect kind) noexcept {
    return kind == dialect::mysql ? "INSERT IGNORE INTO " : "INSERT OR IGNORE INTO ";
}

const char* now_ms(dialect kind) noexcept {
    return kind == dialect::mysql ? "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)"
                                  : "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
}

} // namespace vesta::sql
