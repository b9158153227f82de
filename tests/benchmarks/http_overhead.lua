-- For wrk: each request translates the next line of the file INPUT to TO.
local bodies = {}
for line in io.lines(os.getenv("INPUT")) do
  local text = line:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("%c", " ")
  bodies[#bodies + 1] = '{"texts":["' .. text .. '"],"targetLanguage":"' ..
    os.getenv("TO") .. '"}'
end
local next_body = 0
local headers = { ["Content-Type"] = "application/json" }

function request()
  next_body = next_body % #bodies + 1
  return wrk.format("POST", "/v1/translate", headers, bodies[next_body])
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    "requests %d seconds %.3f bad %d\n", summary.requests,
    summary.duration / 1e6, errors.connect + errors.read + errors.write +
    errors.status + errors.timeout))
end
