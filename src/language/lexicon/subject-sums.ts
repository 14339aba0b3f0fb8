import { similarityOf } from './similarity.ts';
import { SUBJECTS } from './subjects.ts';

const COUNT = SUBJECTS.length;

export type SubjectSums = ReturnType<typeof createSubjectSums>;

/** Below every sum. */
const UNKNOWN = -1;

/** A number for each subject, most of them 0. */
export function createSubjectSums() {
  const numbers = new Float64Array(COUNT);
  /** What was found by `commonWith`, or `UNKNOWN`. */
  const common = new Float64Array(COUNT);
  const touched: number[] = [];
  /** Those that `common` has. */
  const compared: number[] = [];
  common.fill(UNKNOWN);
  return {
    touched: touched as readonly number[],
    at: (subject: number) => numbers[subject] as number,
    add(subject: number, number: number): void {
      if (numbers[subject] === 0) touched.push(subject);
      numbers[subject] = (numbers[subject] as number) + number;
    },
    /** How much all of it has in common with a subject. */
    commonWith(subject: number): number {
      const known = common[subject] as number;
      if (known >= 0) return known;
      let sum = 0;
      for (const other of touched) sum += (numbers[other] as number) * similarityOf(other, subject);
      common[subject] = sum;
      compared.push(subject);
      return sum;
    },
    clear(): void {
      for (const subject of touched) numbers[subject] = 0;
      for (const subject of compared) common[subject] = UNKNOWN;
      touched.length = 0;
      compared.length = 0;
    },
  };
}
