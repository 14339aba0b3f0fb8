import type { OpenRedis } from '../../src/limits/redis-limiter-link.ts';
import { COUNT_SHA } from '../../src/limits/redis-limiter-script.ts';

/** No answer until the connection ends. */
export const SILENCE = Symbol('silence');

/** A Redis that behaves as told, and knows how it was treated. */
export function createFakeRedis() {
  const fake = {
    /** What the count script answers: anything, an error to reject with, or `SILENCE`. */
    counts: [0, 1, 1, 1] as unknown,
    /** Whether the machine's announcement is answered. */
    isAnnouncing: true,
    isThere: true,
    delayMs: 0,
    machines: 1,
    opened: 0,
    closed: 0,
    asked: [] as string[][],
    lose: () => {},
  };
  const open: OpenRedis = async (onLost) => {
    fake.opened++;
    if (!fake.isThere) throw new Error('nobody there');
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    const end = () => ended.reject(new Error('Connection closed'));
    fake.lose = () => {
      end();
      onLost();
    };
    return {
      async send(command, args) {
        if (fake.delayMs > 0) await Bun.sleep(fake.delayMs);
        if (command === 'EVAL') return fake.isAnnouncing ? fake.machines : ended.promise;
        if (args[0] !== COUNT_SHA) return 'OK';
        fake.asked.push(args);
        if (fake.counts instanceof Error) throw fake.counts;
        return fake.counts === SILENCE ? ended.promise : fake.counts;
      },
      close() {
        fake.closed++;
        end();
      },
    };
  };
  return { fake, open };
}
