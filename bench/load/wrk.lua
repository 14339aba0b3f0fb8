-- Sends the bodies of a file, one a line, in turn, and prints a report as JSON.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  requests = {}
  for body in io.lines(args[1]) do
    wrk.body = body
    table.insert(requests, wrk.format())
  end
  sent = 0
  statuses = {}
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
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
