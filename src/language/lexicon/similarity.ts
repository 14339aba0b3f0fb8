import { SUBJECTS } from './subjects.ts';

/** Of two subjects. */
export const SAME = 1;
/** Of one category of the taxonomy, or declared to go well together. */
export const NEAR = 0.7;
/** One has the category that the other is a part of. */
const PART = 0.5;
/** Parts of one top category. */
const COUSIN = 0.2;
const STRANGE = 0;

const COUNT = SUBJECTS.length;

const LEVELS = [STRANGE, COUSIN, PART, NEAR, SAME];

/** What each number of `CLOSENESS` means. */
export const SIMILARITIES: Float32Array = Float32Array.from(LEVELS);

/** Of two subjects that have nothing to do with each other, which most have not. */
export const NOT_CLOSE = LEVELS.indexOf(STRANGE);

/**
 * By rows: that of subjects `a` and `b` is at `a * SUBJECTS.length + b`. In bytes, because the table is looked at some hundred
 * times for a request: as numbers it is larger than the nearest memory of a processor.
 */
export const CLOSENESS: Uint8Array = fillCloseness();

function fillCloseness(): Uint8Array {
  const table = new Uint8Array(COUNT * COUNT);
  for (let a = 0; a < COUNT; a++) {
    for (let b = a; b < COUNT; b++) {
      const level = LEVELS.indexOf(a === b ? SAME : compared(a, b));
      table[a * COUNT + b] = level;
      table[b * COUNT + a] = level;
    }
  }
  return table;
}

/** How close two subjects are, from 0 to 1. */
export function similarityOf(one: number, other: number): number {
  return SIMILARITIES[CLOSENESS[one * COUNT + other] as number] as number;
}

function compared(a: number, b: number): number {
  const [one, other] = [SUBJECTS[a], SUBJECTS[b]];
  if (one === undefined || other === undefined) return STRANGE;
  if (one.near.includes(other.name) || other.near.includes(one.name)) return NEAR;
  let closest = STRANGE;
  for (const category of one.categories) {
    for (const second of other.categories) {
      closest = Math.max(closest, categorySimilarity(category, second));
    }
  }
  return closest;
}

/** Of two categories of the IAB Content Taxonomy 1.0: "IAB8" and "IAB8-6". */
function categorySimilarity(one: string, other: string): number {
  if (one === other) return NEAR;
  const [top = '', part] = one.split('-');
  const [otherTop = '', otherPart] = other.split('-');
  if (top !== otherTop) return STRANGE;
  return part === undefined || otherPart === undefined ? PART : COUSIN;
}
