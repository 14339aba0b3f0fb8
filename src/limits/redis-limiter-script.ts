import { createHash } from 'node:crypto';
import {
  type Admission,
  type Admitted,
  type LimitState,
  type Limits,
  type Scope,
  tightest,
} from './limiter.ts';

/** Windows last a second; the rest is for clocks that are a little apart. Bounds the memory in Redis. */
const WINDOW_EXPIRY_MS = 3000;

/** A machine that has not announced itself for so long is gone. */
const MACHINE_EXPIRY_MS = 3000;

const MACHINES_KEY = 'parley:machines';

/** Longer ids are hashed, so that nobody can fill Redis with names. */
const PUBLISHER_CHARS_MAX = 64;

/**
 * Counts a request under each key, or under none if one has reached its limit. Answers 0 and the counts,
 * or the position of the key that is full.
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

/** Announces a machine, forgets those that no longer do so, and answers how many there are. */
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
  const ipMax = String(limits.ipPerSecond);
  if (publisher === undefined) return [COUNT_SHA, '2', globalKey, ipKey, globalMax, ipMax];
  const publisherMax = String(limits.publisherPerSecond);
  const keys = [globalKey, ipKey, `${window}:${publisherName(publisher)}`];
  return [COUNT_SHA, '3', ...keys, globalMax, ipMax, publisherMax];
}

function publisherName(id: string): string {
  return id.length > PUBLISHER_CHARS_MAX
    ? `publisher-hash:${createHash('sha256').update(id).digest('base64')}`
    : `publisher:${id}`;
}

/** What `COUNT_SCRIPT` answered; undefined if that is none of its answers. */
export function readCounts(
  answer: unknown,
  limits: Limits,
  resetSec: number,
): Admission | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [full, global, ip, publisher]: unknown[] = answer;
  const state = (scope: Scope, limit: number, used: number): LimitState => ({
    scope,
    limit,
    remaining: Math.max(0, limit - used),
    resetSec,
  });
  const { globalPerSecond, ipPerSecond, publisherPerSecond } = limits;
  const refused = (scope: Scope, limit: number) => ({
    isAdmitted: false,
    state: state(scope, limit, limit),
  });
  if (full === 1) return refused('global', globalPerSecond);
  if (full === 2) return refused('ip', ipPerSecond);
  if (full === 3) return refused('publisher', publisherPerSecond);
  if (full !== 0 || typeof global !== 'number' || typeof ip !== 'number') return undefined;
  const own = tightest(state('ip', ipPerSecond, ip), state('global', globalPerSecond, global));
  return {
    isAdmitted: true,
    state:
      typeof publisher === 'number'
        ? tightest(own, state('publisher', publisherPerSecond, publisher))
        : own,
  };
}
