/** Of a leased limit, the part that is split among all machines in advance: one in so many. */
const COLD_ONE_IN = 50;

/**
 * The requests of a leased limit that every machine may admit without having asked for them: a caller that reaches a
 * machine for the first time must not be refused. The rest of the limit is the pool in Redis.
 */
export function coldPermits(limit: number, machines: number): number {
  return Math.max(1, Math.floor(limit / (COLD_ONE_IN * machines)));
}

/** The part of a limit that a machine enforces by itself; at least one. */
export function shareOf(limit: number, machines: number): number {
  return Math.max(1, Math.floor(limit / machines));
}

/** The same in the language of Redis. */
export const COLD_PERMITS_LUA = `
local function cold(limit, machines)
  return math.max(1, math.floor(limit / (${COLD_ONE_IN} * machines)))
end
`;
