-- wrk -s pipeline.lua URL -- PATH DEPTH: DEPTH requests in one write.
init = function(args)
    local all = {}
    for i = 1, tonumber(args[2]) do all[i] = wrk.format("GET", args[1]) end
    together = table.concat(all)
end

request = function() return together end
