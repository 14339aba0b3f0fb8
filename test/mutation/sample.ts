import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/**
 * So many of the mutants, picked by chance, the same ones for the same seed. Each has its own lot, so that a
 * change elsewhere in the code leaves the others in the sample.
 */
export function sampleOf(
  mutants: readonly Mutant[],
  count: number,
  seed: string,
): readonly Mutant[] {
  const times = new Map<string, number>();
  const lots = mutants.map((mutant) => {
    const name = [seed, mutant.file, mutant.operator, mutant.source, mutant.change].join('\0');
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    return { mutant, lot: createHash('sha256').update(`${name}\0${time}`).digest('hex') };
  });
  const picked = new Set(
    lots
      .sort((a, b) => a.lot.localeCompare(b.lot))
      .slice(0, count)
      .map(({ mutant }) => mutant),
  );
  return mutants.filter((mutant) => picked.has(mutant));
}
