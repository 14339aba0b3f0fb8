import { ownMemory } from '../../src/limits/limit-counters.ts';
import type { Admission, Limiter, Limits } from '../../src/limits/limiter.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { redisAt } from '../../src/limits/redis-client.ts';
import { createRedisLimiter, type RedisLimiter } from '../../src/limits/redis-limiter.ts';
import type { OpenRedis } from '../../src/limits/redis-limiter-link.ts';
import { AMPLE } from '../limiter.ts';

export type Machine = {
  readonly limiter: RedisLimiter;
  /** `info …` or `warn …`, with the reason where there is one. */
  readonly logged: readonly string[];
};

export type MachineOptions = {
  readonly limits?: Partial<Limits>;
  readonly nowMs?: () => number;
  readonly id?: string;
  readonly answerMsMax?: number;
};

/** One machine of several that share limits, with a connection and memory of its own. */
export async function startMachine(
  redis: string | OpenRedis,
  options: MachineOptions = {},
): Promise<Machine> {
  const { limits = {}, nowMs = Date.now, id = crypto.randomUUID(), ...rest } = options;
  const all = { ...AMPLE, ...limits };
  const logged: string[] = [];
  const note = (level: string) => (facts: object, message: string) => {
    logged.push(`${level} ${message}${'reason' in facts ? ` (${facts.reason})` : ''}`);
  };
  const limiter = createRedisLimiter({
    limits: all,
    machine: createMachineLimiter(all, ownMemory(all), nowMs),
    share: createMachineLimiter(all, ownMemory(all), nowMs),
    open: typeof redis === 'string' ? redisAt(redis) : redis,
    machineId: id,
    nowMs,
    ...rest,
    log: { info: note('info'), warn: note('warn') },
  });
  await limiter.ready;
  return { limiter, logged };
}

/** A whole request: what the exchange does before it validates. */
export async function request(
  limiter: Limiter,
  ip: string,
  publisher?: string,
): Promise<Admission> {
  const admission = limiter.admit(ip);
  if (!admission.isAdmitted) return admission;
  return await limiter.settle({ ip, publisher, state: admission.state });
}

/** As many requests as given, some at a time; resolves to how many were admitted. */
export async function admittedOf(
  times: number,
  ask: (index: number) => Promise<Admission>,
  atATime = 32,
): Promise<number> {
  let index = 0;
  let admitted = 0;
  const client = async () => {
    while (index < times) if ((await ask(index++)).isAdmitted) admitted++;
  };
  await Promise.all(Array.from({ length: atATime }, client));
  return admitted;
}
