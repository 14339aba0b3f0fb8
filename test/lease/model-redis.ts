import { coldPermits } from '../../src/host/limits/lease/cold-permits.ts';
import {
  LEASED_NAMES_MAX,
  type LeaseAnswer,
  type LeaseAsk,
  type LeaseQuestion,
  MACHINE_EXPIRY_MS,
  NOTICE_SEC,
} from '../../src/host/limits/lease/lease-script.ts';

const LEASED_SEC = 10;
const IN_ADVANCE = 0.9;

/** What the script does, in TypeScript, on a clock that a test sets. */
export function createModelRedis() {
  let seen = new Map<string, number>();
  let since = new Map<string, number>();
  let leased = new Map<string, { from: number; to: number }>();
  let counts = new Map<string, number>();
  const read = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, by: number) => void counts.set(key, read(key) + by);

  function announce(id: string, sec: number, ms: number): number {
    for (const [other, seenMs] of seen) {
      if (other === id || seenMs > ms - MACHINE_EXPIRY_MS) continue;
      seen.delete(other);
      since.delete(other);
    }
    seen.set(id, ms);
    const own = since.get(id) ?? (since.size > 0 ? sec + NOTICE_SEC : 0);
    since.set(id, own);
    return own;
  }

  function span({ name, isWanted }: LeaseAsk, sec: number) {
    const known = leased.get(name);
    const { from, to } = known ?? { from: -1, to: -1 };
    if (!isWanted) {
      if (known !== undefined && to < sec - NOTICE_SEC) leased.delete(name);
      return { from, to };
    }
    const isRoom = known !== undefined || leased.size < LEASED_NAMES_MAX;
    const next =
      to >= sec + 1
        ? { from, to: Math.max(to, sec + LEASED_SEC) }
        : to < sec - NOTICE_SEC && isRoom
          ? { from: sec + NOTICE_SEC, to: sec + LEASED_SEC }
          : { from, to };
    if (next.to >= 0) leased.set(name, next);
    return next;
  }

  function grant(key: string, limit: number, among: number, want: number): number {
    const granted = read(key);
    const free = limit - among * coldPermits(limit, among) - granted;
    const given = want < 0 ? Math.max(want, -granted) || 0 : Math.max(0, Math.min(want, free));
    add(key, given);
    return given;
  }

  function ask({ tag, machineId, window, asks }: LeaseQuestion, ms: number): LeaseAnswer {
    const sec = Math.floor(ms / 1000);
    const ownSince = announce(`${tag} ${machineId}`, sec, ms);
    const effective = (by: number) =>
      Math.max(1, [...since.values()].filter((from) => from <= by).length);
    const [machines, machinesNext] = [effective(window), effective(window + 1)];
    const grants = asks.map((one) => {
      const { name, limit, heldNext, reported, report } = one;
      if (report !== undefined) add(`demand ${window} ${name}`, report);
      const { from, to } = span(one, sec);
      let now = 0;
      let next = 0;
      if (from <= window && to >= window && one.want !== 0) {
        const key = `permits ${window} ${name}`;
        const free = limit - machines * coldPermits(limit, machines) - read(key);
        const half = Math.max(0, Math.ceil(free / 2));
        const want = one.want > 0 && machines > 1 ? Math.min(one.want, half) : one.want;
        now = grant(key, limit, machines, want);
      }
      if (window <= sec && from <= window + 1 && to >= window + 1) {
        const pool =
          IN_ADVANCE * Math.max(0, limit - machinesNext * coldPermits(limit, machinesNext));
        const sum = Math.max(reported, read(`demand ${window - 1} ${name}`));
        let target = Math.max(0, pool - 2 * sum) / machinesNext;
        if (sum > 0) target += Math.min(2 * reported, (pool * reported) / sum);
        const want = Math.max(0, Math.floor(target) - heldNext);
        next = grant(`permits ${window + 1} ${name}`, limit, machinesNext, want);
      }
      return { now, next };
    });
    return { sec, ownSince, machines, machinesNext, leased: new Map(leased), grants };
  }

  return {
    ask,
    /** As a restart without anything on disk. */
    forget() {
      [seen, since, leased, counts] = [new Map(), new Map(), new Map(), new Map()];
    },
  };
}
