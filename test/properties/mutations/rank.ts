/** A refusal's place in the order in which faults are reported (ruling 10); equal where that is open. */
export type Rank = readonly number[];

const REMAINING = ['test', 'at', 'tmax', 'site', 'app', 'device', 'user', 'regs', 'ext'];

export const EXCLUSION_RANK: Rank = [3];

const IMP_PARTS = { whole: 0, id: 1, duplicate: 2, native: 3, request: 4, rest: 5 } as const;

export function impRank(index: number, part: keyof typeof IMP_PARTS): Rank {
  return [2, index, IMP_PARTS[part]];
}

export function rankOf(path: string): Rank {
  if (path === 'id') return [0];
  if (path === 'imp') return [1];
  const [, index, part] = path.match(/^imp\[(\d+)\]\.?(.*)$/) ?? [];
  if (index === undefined) return [4, REMAINING.indexOf(path.split(/[.[]/)[0] ?? '')];
  switch (part) {
    case '':
      return impRank(Number(index), 'whole');
    case 'id':
      return impRank(Number(index), 'id');
    case 'native':
      return impRank(Number(index), 'native');
    case 'native.request':
      return impRank(Number(index), 'request');
    default:
      return impRank(Number(index), 'rest');
  }
}

/** Negative if `a` is reported before `b`. */
export function compareRanks(a: Rank, b: Rank): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
