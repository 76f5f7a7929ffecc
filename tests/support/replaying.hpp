#pragma once

#include <vesta/sql/connection.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace vesta::testing {

/// What stands between a program and its database and retries what it believes lost: every statement that committed by
/// itself may be executed again, later and in a session of its own. A statement inside of a transaction cannot: where
/// its session is lost, so is the transaction.
class replaying_proxy {
  public:
    /// With @p also_within it executes the statements of transactions again, too, as no proxy should.
    explicit replaying_proxy(bool also_within = false) : also_within_{also_within} {}

    /// Connects through this.
    sql::connector connector() {
        return [this](const sql::options& to) -> result<std::unique_ptr<sql::connection>> {
            auto opened = sql::connection::open(to);
            if (!opened) return std::move(opened).error();
            return std::unique_ptr<sql::connection>{std::make_unique<link>(*this, *std::move(opened))};
        };
    }

    /// Executes all it may once more.
    void replay(const sql::options& to) {
        const std::lock_guard guard{guard_};
        const auto session = sql::connection::open(to).value();
        for (const auto& [statement, values] : seen_)
            session->execute(statement, values).value();
    }

    std::size_t seen() const { return seen_.size(); }

  private:
    class link final : public sql::connection {
      public:
        link(replaying_proxy& by, std::unique_ptr<connection> to) : by_{by}, to_{std::move(to)} {}

        sql::dialect kind() const noexcept override { return to_->kind(); }
        result<std::uint64_t> execute(const std::string& text, std::span<const sql::parameter> values) override {
            if ((!within_ || by_.also_within_) && text.starts_with("UPDATE")) by_.note(text, values);
            return to_->execute(text, values);
        }
        result<void> query(const std::string& text, std::span<const sql::parameter> values, std::size_t columns,
                           const sql::row_sink& each) override {
            return to_->query(text, values, columns, each);
        }
        std::int64_t last_insert_id() noexcept override { return to_->last_insert_id(); }
        result<void> begin() override {
            within_ = true;
            return to_->begin();
        }
        result<void> commit() override {
            within_ = false;
            return to_->commit();
        }
        void rollback() noexcept override {
            within_ = false;
            to_->rollback();
        }
        bool answers() noexcept override { return to_->answers(); }
        bool broken() const noexcept override { return to_->broken(); }

      private:
        replaying_proxy& by_;
        const std::unique_ptr<connection> to_;
        bool within_ = false;
    };

    void note(const std::string& text, std::span<const sql::parameter> values) {
        const std::lock_guard guard{guard_};
        seen_.emplace_back(text, sql::parameters{values.begin(), values.end()});
    }

    const bool also_within_;
    std::mutex guard_;
    std::vector<std::pair<std::string, sql::parameters>> seen_;
};

} // namespace vesta::testing
