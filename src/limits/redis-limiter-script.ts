import { createHash } from 'node:crypto';
import {
  type Admission,
  type Admitted,
  callerLimit,
  type Limits,
  publisherLimit,
  refusedBy,
  stateOf,
  tightest,
} from './limiter.ts';

/** A window lasts one second; the rest allows for clocks that differ. Bounds the memory in Redis. */
const WINDOW_EXPIRY_MS = 3000;

/** A machine that has not announced itself for this long counts as gone. */
const MACHINE_EXPIRY_MS = 3000;

const MACHINES_KEY = 'parley:machines';

/** Longer ids are hashed, so that long ids cannot fill the memory of Redis. */
const PUBLISHER_CHARS_MAX = 64;

/**
 * Counts a request under each key, or under none if one of them has reached its limit. Returns 0 and the
 * counts, or the position of the key at its limit.
 */
export const COUNT_SCRIPT = `
local counts = redis.call('MGET', unpack(KEYS))
for i = 1, #KEYS do
  if tonumber(counts[i] or 0) >= tonumber(ARGV[i]) then return {i} end
end
local answer = {0}
for i = 1, #KEYS do
  local count = redis.call('INCR', KEYS[i])
  if count == 1 then redis.call('PEXPIRE', KEYS[i], ${WINDOW_EXPIRY_MS}) end
  answer[i + 1] = count
end
return answer
`;

/** Announces a machine, removes machines that no longer announce themselves, and returns the number left. */
const ANNOUNCE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${MACHINE_EXPIRY_MS})
redis.call('PEXPIRE', KEYS[1], ${MACHINE_EXPIRY_MS})
return redis.call('ZCARD', KEYS[1])
`;

export const COUNT_SHA = createHash('sha1').update(COUNT_SCRIPT).digest('hex');

export function announceArgs(machineId: string): string[] {
  return [ANNOUNCE_SCRIPT, '1', MACHINES_KEY, machineId];
}

export function countArgs({ ip, publisher }: Admitted, limits: Limits, second: number): string[] {
  const window = `parley:limit:${second}`;
  const globalKey = `${window}:global`;
  const ipKey = `${window}:ip:${ip}`;
  const globalMax = String(limits.globalPerSecond);
  const ipMax = String(callerLimit(limits, ip));
  if (publisher === undefined) return [COUNT_SHA, '2', globalKey, ipKey, globalMax, ipMax];
  const publisherMax = String(publisherLimit(limits, publisher));
  const keys = [globalKey, ipKey, `${window}:${publisherName(publisher)}`];
  return [COUNT_SHA, '3', ...keys, globalMax, ipMax, publisherMax];
}

function publisherName(id: string): string {
  return id.length > PUBLISHER_CHARS_MAX
    ? `publisher-hash:${createHash('sha256').update(id).digest('base64')}`
    : `publisher:${id}`;
}

/** The admission that an answer of `COUNT_SCRIPT` means; undefined for any other answer. */
export function readCounts(
  answer: unknown,
  { ip: caller, publisher: publisherId = '' }: Admitted,
  limits: Limits,
  resetSec: number,
): Admission | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [full, global, ip, publisher]: unknown[] = answer;
  const { globalPerSecond } = limits;
  const ipPerSecond = callerLimit(limits, caller);
  const publisherPerSecond = publisherLimit(limits, publisherId);
  if (full === 1) return refusedBy('global', globalPerSecond, resetSec);
  if (full === 2) return refusedBy('ip', ipPerSecond, resetSec);
  if (full === 3) return refusedBy('publisher', publisherPerSecond, resetSec);
  if (full !== 0 || typeof global !== 'number' || typeof ip !== 'number') return undefined;
  const own = tightest(
    stateOf('ip', ipPerSecond, ip, resetSec),
    stateOf('global', globalPerSecond, global, resetSec),
  );
  return {
    isAdmitted: true,
    state:
      typeof publisher === 'number'
        ? tightest(own, stateOf('publisher', publisherPerSecond, publisher, resetSec))
        : own,
  };
}
