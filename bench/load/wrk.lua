-- Sends the bodies of a file, one a line, in turn, and prints a report as JSON. The second argument is the text in them
-- that is replaced by a number that no other request has; the third is where these numbers begin.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

local function split(text, mark)
  local parts = {}
  local from = 1
  while true do
    local first, last = text:find(mark, from, true)
    table.insert(parts, text:sub(from, first and first - 1))
    if not first then return parts end
    from = last + 1
  end
end

function init(args)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  requests = {}
  for body in io.lines(args[1]) do
    wrk.body = body
    table.insert(requests, split(wrk.format(), args[2]))
  end
  number = tonumber(args[3])
  sent = number % #requests
  statuses = {}
end

function request()
  number = number + 1
  sent = sent % #requests + 1
  return table.concat(requests[sent], string.format("%016.0f", number))
end

function response(status)
  local name = tostring(status)
  statuses[name] = (statuses[name] or 0) + 1
end

function done(summary, latency)
  local counts = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do
      counts[status] = (counts[status] or 0) + count
    end
  end
  local pairsOf = {}
  for status, count in pairs(counts) do
    table.insert(pairsOf, string.format('"%s":%d', status, count))
  end
  local errors = summary.errors
  local ms = function(percentile) return latency:percentile(percentile) / 1000 end
  io.write(string.format(
    '\n{"seconds":%f,"lost":%d,"statuses":{%s},"latency":{"p50Ms":%f,"p90Ms":%f,"p95Ms":%f,"p99Ms":%f,"p999Ms":%f,"maxMs":%f}}\n',
    summary.duration / 1e6, errors.connect + errors.read + errors.write + errors.timeout,
    table.concat(pairsOf, ","), ms(50), ms(90), ms(95), ms(99), ms(99.9), latency.max / 1000))
end
