import { COUNT_WORDS, mapCounts } from '../../src/host/limits/frequency/count-memory.ts';
import { createSubjectCounts } from '../../src/host/limits/frequency/subject-counts.ts';
import { SECRET } from './a-sale.ts';

/** The memory of a machine, and the counts of as many of its processes as call for them. */
export function aMachine() {
  const memory = new BigUint64Array(COUNT_WORDS);
  return { counts: () => createSubjectCounts(mapCounts(memory), SECRET) };
}
