import type { Asked } from '../../src/host/fleet/lots.ts';

/** The commands of a round, as Redis does them, on a clock that a test sets. */
export function createModelRedis() {
  let sets = new Map<string, Map<string, number>>();
  const setAt = (key: string) => {
    const found = sets.get(key) ?? new Map<string, number>();
    sets.set(key, found);
    return found;
  };

  function run([name, ...args]: Asked['command'], ms: number): unknown {
    const [key = '', ...rest] = args.map(String);
    switch (name) {
      case 'TIME':
        return [Math.floor(ms / 1000), 0];
      case 'EXPIRE':
        return 1;
      case 'ZADD':
        for (let i = 0; i < rest.length; i += 2) setAt(key).set(rest[i + 1] ?? '', Number(rest[i]));
        return 1;
      case 'ZREMRANGEBYSCORE':
        for (const [member, score] of setAt(key)) {
          if (score <= Number(rest[1])) setAt(key).delete(member);
        }
        return 0;
      case 'ZCOUNT':
        return [...setAt(key).values()].filter((score) => score >= Number(rest[0])).length;
      case 'ZRANGE':
        return [...setAt(key).keys()].sort().slice(0, Number(rest[1]) + 1);
      case 'HGET':
        return setAt(key).get(rest[0] ?? '') ?? null;
      case 'HINCRBY': {
        const total = (setAt(key).get(rest[0] ?? '') ?? 0) + Number(rest[1]);
        setAt(key).set(rest[0] ?? '', total);
        return total;
      }
      default:
        throw new Error(`no model of ${name}`);
    }
  }

  return {
    run,
    /** As a restart without anything on disk. */
    forget() {
      sets = new Map();
    },
  };
}
