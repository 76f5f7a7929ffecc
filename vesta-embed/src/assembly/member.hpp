#pragma once

#include <vesta/generate/catalogue.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/time/clock_guard.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta::embed {

/// One generator of an instance, whatever its kind, as the views publish it. Nothing but `close` blocks. Safe to use
/// from any thread.
class member {
  public:
    member(std::string name, std::string kind) : name_{std::move(name)}, kind_{std::move(kind)} {}
    member(const member&) = delete;
    member& operator=(const member&) = delete;
    virtual ~member() = default;

    const std::string& name() const noexcept { return name_; }
    const std::string& kind() const noexcept { return kind_; }

    /// As `catalogue::stream`, for a query that names this generator.
    virtual result<id_source*> stream(const stream_query& query) = 0;
    virtual generator_status status() const = 0;
    /// Ends it and gives back what it can. What has reservations of the instance's has nothing to do.
    virtual void close() {}

    /// The generator behind it. Error: `invalid_argument` for another kind.
    virtual result<const time_generator*> time_based() const;
    virtual result<segment_generator*> segments();
    virtual result<sharded_generator*> sharded();

  protected:
    /// That the selectors of a query do not suit this kind; @p what says which it needs or takes.
    error unsuited(const std::string& what) const;

  private:
    error not_of(std::string_view kind) const;

    const std::string name_;
    const std::string kind_;
};

/// A time-based generator, with the reservations it lives off. What it is given outlives it.
class time_member final : public member {
  public:
    time_member(std::string name, std::string kind, time_generator& of, std::vector<std::shared_ptr<reservation>> held,
                const clock_guard& clock)
        : member{std::move(name), std::move(kind)}, of_{of}, held_{std::move(held)}, clock_{clock} {}

    result<id_source*> stream(const stream_query& query) override;
    result<const time_generator*> time_based() const override { return &of_; }
    generator_status status() const override;

  private:
    static void refuse(generator_status& status, const error& why);
    void wait_for_machine_id(generator_status& status) const;
    void add_reservations(generator_status& status) const;

    time_generator& of_;
    const std::vector<std::shared_ptr<reservation>> held_;
    const clock_guard& clock_;
};

} // namespace vesta::embed
