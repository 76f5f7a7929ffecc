-- wrk -s wrk.lua URL -- FILE: every ID that is answered becomes a line of FILE and the thread's number.
local threads = 0

setup = function(thread)
    threads = threads + 1
    thread:set("number", threads)
end

init = function(args)
    ids = assert(io.open(args[1] .. "." .. number, "a"))
    ids:setvbuf("line")
end

response = function(status, headers, body)
    if status == 200 then ids:write(body, "\n") end
end
