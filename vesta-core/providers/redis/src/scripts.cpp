#include "scripts.hpp"

namespace vesta::redis::scripts {

const std::string_view pop = R"(
local head = redis.call('LINDEX', KEYS[1], 0)
if not head then return {'end'} end
local low, high, from, to = string.match(head, '^(%d+) (%d+) (%d+) (%d+)$')
if not low then
  redis.call('LPOP', KEYS[1])
  return redis.error_reply('ERR the queue ' .. KEYS[1] .. ' held something else')
end
local width = math.ceil((tonumber(high) - tonumber(low)) / 32)
local take = math.max(1, math.ceil(tonumber(ARGV[1]) / width))
local rest = string.format('%d', math.min(tonumber(to), tonumber(from) + take))
if rest == to then
  redis.call('LPOP', KEYS[1])
else
  redis.call('LSET', KEYS[1], 0, low .. ' ' .. high .. ' ' .. rest .. ' ' .. to)
end
local parts = redis.call('LLEN', KEYS[1])
local behind = rest == to and parts or parts - 1
return {low, high, from, rest, string.format('%d', tonumber(to) - tonumber(rest)), string.format('%d', behind), 'end'}
)";

const std::string_view push = R"(
for _, each in ipairs(ARGV) do redis.call('RPUSH', KEYS[1], each) end
return {'end'}
)";

const std::string_view clear = R"(
redis.call('DEL', KEYS[1])
return {'end'}
)";

const std::string_view lock = R"(
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'taken', 'end'} end
return {'end'}
)";

const std::string_view unlock = R"(
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {'end'}
)";

const std::string_view pop_numbers = R"(
local waiting = redis.call('LRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)
if #waiting == 0 then return {'end'} end
for _, each in ipairs(waiting) do
  if not string.match(each, '^%d+$') then
    return redis.error_reply('ERR the list ' .. KEYS[1] .. ' holds something else than numbers')
  end
end
local count = 1
while count < #waiting and tonumber(waiting[count + 1]) == tonumber(waiting[count]) + 1 do count = count + 1 end
redis.call('LTRIM', KEYS[1], count, -1)
return {waiting[1], waiting[count], string.format('%d', redis.call('LLEN', KEYS[1])), 'end'}
)";

const std::string_view push_numbers = R"(
for number = tonumber(ARGV[1]), tonumber(ARGV[2]) do redis.call('RPUSH', KEYS[1], string.format('%.0f', number)) end
return {'end'}
)";

} // namespace vesta::redis::scripts
