import { createHash } from 'node:crypto';
import { COLD_PERMITS_LUA } from './cold-permits.ts';

/** Names that are leased at the same time through one group of keys; further ones keep to each machine's share. */
export const LEASED_NAMES_MAX = 512;

/** A machine that has not asked for this long counts as gone. */
export const MACHINE_EXPIRY_MS = 3000;

/**
 * What becomes true in one second of Redis's clock holds from two seconds later. Whoever has asked in the second before
 * a window, or later, therefore knows the same about this window as everybody else.
 */
export const NOTICE_SEC = 2;

/** A name stays leased for this long after the last machine wanted it. */
const LEASED_SEC = 10;

/** The part of the pool that is given out before a window begins. The rest goes to those who need more during it. */
const IN_ADVANCE = 0.9;

const KEYS_EXPIRY_MS = 20_000;

/**
 * One round of one machine: it announces itself, says which names it wants to lease, reports their demand, and takes or
 * gives back permits for this window (`now`) and the next one. Returns what holds for these windows, and the grants.
 */
export const LEASE_SCRIPT = `
${COLD_PERMITS_LUA}
local seen, since, leased, now, nexts, demand, sums = unpack(KEYS)
local id, window, count = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local sec, ms = tonumber(time[1]), time[1] * 1000 + math.floor(time[2] / 1000)

for _, gone in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', ms - ${MACHINE_EXPIRY_MS})) do
  if gone ~= id then
    redis.call('ZREM', seen, gone)
    redis.call('ZREM', since, gone)
  end
end
redis.call('ZADD', seen, ms, id)
local own = tonumber(redis.call('ZSCORE', since, id) or -1)
if own < 0 then
  own = 0
  if redis.call('ZCARD', since) > 0 then own = sec + ${NOTICE_SEC} end
  redis.call('ZADD', since, own, id)
end
local machines = math.max(1, redis.call('ZCOUNT', since, '-inf', window))
local later = math.max(1, redis.call('ZCOUNT', since, '-inf', window + 1))

local function span(name, wanted)
  local text = redis.call('HGET', leased, name)
  local from, to = -1, -1
  if text then
    from, to = string.match(text, '(%-?%d+) (%-?%d+)')
    from, to = tonumber(from), tonumber(to)
  end
  if wanted == '1' then
    if to >= sec + 1 then
      to = math.max(to, sec + ${LEASED_SEC})
    elseif to < sec - ${NOTICE_SEC} and (text or redis.call('HLEN', leased) < ${LEASED_NAMES_MAX}) then
      from, to = sec + ${NOTICE_SEC}, sec + ${LEASED_SEC}
    end
    if to >= 0 then redis.call('HSET', leased, name, from .. ' ' .. to) end
  elseif text and to < sec - ${NOTICE_SEC} then
    redis.call('HDEL', leased, name)
  end
  return from, to
end

local function grant(key, name, limit, among, want)
  local granted = tonumber(redis.call('HGET', key, name) or 0)
  local given = math.min(want, limit - among * cold(limit, among) - granted)
  if want < 0 then given = math.max(want, -granted) elseif given < 0 then given = 0 end
  if given ~= 0 then redis.call('HINCRBY', key, name, given) end
  return given
end

local grants = {}
for i = 0, count - 1 do
  local at = 3 + i * 7
  local name, wanted, limit = ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local want, held = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
  local reported, report = tonumber(ARGV[at + 6]), tonumber(ARGV[at + 7])
  if report >= 0 then redis.call('HINCRBY', demand, name, report) end
  local from, to = span(name, wanted)
  local taken, ahead = 0, 0
  if from <= window and to >= window and want ~= 0 then
    local left = limit - machines * cold(limit, machines) - tonumber(redis.call('HGET', now, name) or 0)
    if want > 0 and machines > 1 then want = math.min(want, math.max(0, math.ceil(left / 2))) end
    taken = grant(now, name, limit, machines, want)
  end
  if window <= sec and from <= window + 1 and to >= window + 1 then
    local pool = ${IN_ADVANCE} * math.max(0, limit - later * cold(limit, later))
    local sum = math.max(reported, tonumber(redis.call('HGET', sums, name) or 0))
    local target = math.max(0, pool - 2 * sum) / later
    if sum > 0 then target = target + math.min(2 * reported, pool * reported / sum) end
    ahead = grant(nexts, name, limit, later, math.max(0, math.floor(target) - held))
  end
  grants[#grants + 1] = taken
  grants[#grants + 1] = ahead
end

for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEYS_EXPIRY_MS}) end
return {sec, own, machines, later, redis.call('HGETALL', leased), grants}
`;

const LEASE_SHA = createHash('sha1').update(LEASE_SCRIPT).digest('hex');

/** What a machine asks about one name. */
export type LeaseAsk = {
  readonly name: string;
  /** Whether the name is busy enough to be leased. */
  readonly isWanted: boolean;
  readonly limit: number;
  /** Permits for this window; fewer than none are given back. */
  readonly want: number;
  /** Permits that the machine holds for the next window. */
  readonly heldNext: number;
  /** The demand that the machine reported in the second before this one. */
  readonly reported: number;
  /** The demand to report, once a second. */
  readonly report: number | undefined;
};

export type LeaseQuestion = {
  readonly tag: string;
  readonly machineId: string;
  /** The second of the machine's clock, which names the window. */
  readonly window: number;
  readonly asks: readonly LeaseAsk[];
};

/** The arguments of EVALSHA. All keys have one tag in braces, so a cluster keeps them on one server. */
export function leaseArgs({ tag, machineId, window, asks }: LeaseQuestion): string[] {
  const permits = [`permits:${window}`, `permits:${window + 1}`];
  const demand = [`demand:${window}`, `demand:${window - 1}`];
  const keys = ['seen', 'since', 'leased', ...permits, ...demand].map(
    (key) => `parley:{${tag}}:${key}`,
  );
  const args = [LEASE_SHA, keys.length, ...keys, machineId, window, asks.length];
  for (const { name, isWanted, limit, want, heldNext, reported, report = -1 } of asks) {
    args.push(name, isWanted ? 1 : 0, limit, want, heldNext, reported, report);
  }
  return args.map(String);
}

export type LeaseAnswer = NonNullable<ReturnType<typeof readLease>>;

/**
 * `sec` is the second of Redis's clock. From the window `ownSince` on, the other machines have left this machine its
 * share. The grants are in the order of the asks. undefined for anything that the script does not return.
 */
export function readLease(answer: unknown, asks: number) {
  if (!Array.isArray(answer) || answer.length !== 6) return undefined;
  const [sec, ownSince, machines, machinesNext] = answer.map(Number);
  const [, , , , leasedFlat, grantsFlat]: readonly unknown[] = answer;
  if (!isCount(sec) || !isCount(ownSince) || !isCount(machines) || !isCount(machinesNext)) {
    return undefined;
  }
  if (!Array.isArray(leasedFlat) || !Array.isArray(grantsFlat)) return undefined;
  if (grantsFlat.length !== 2 * asks) return undefined;
  const grants = Array.from({ length: asks }, (_, index) => ({
    now: Number(grantsFlat[2 * index]),
    next: Number(grantsFlat[2 * index + 1]),
  }));
  return { sec, ownSince, machines, machinesNext, leased: readSpans(leasedFlat), grants };
}

/** The windows from and to which a name is leased. */
export type LeasedSpan = { readonly from: number; readonly to: number };

function readSpans(flat: readonly unknown[]): ReadonlyMap<string, LeasedSpan> {
  const spans = new Map<string, LeasedSpan>();
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [from = '', to = ''] = String(flat[i + 1]).split(' ');
    spans.set(String(flat[i]), { from: Number(from), to: Number(to) });
  }
  return spans;
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
