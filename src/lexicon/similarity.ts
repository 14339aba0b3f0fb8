import { SUBJECTS } from './subjects.ts';

/** How close two subjects are, from 0 to 1. */
const SAME = 1;
/** Of one category of the taxonomy, or declared to go well together. */
const NEAR = 0.7;
/** One has the category that the other is a part of. */
const PART = 0.5;
/** Parts of one top category. */
const COUSIN = 0.2;

const COUNT = SUBJECTS.length;

/** By rows: that of subjects `a` and `b` is at `a * SUBJECTS.length + b`. */
export const SIMILARITY: Float32Array = fillSimilarity();

function fillSimilarity(): Float32Array {
  const table = new Float32Array(COUNT * COUNT);
  for (let a = 0; a < COUNT; a++) {
    for (let b = a; b < COUNT; b++) {
      const close = a === b ? SAME : similarityOf(a, b);
      table[a * COUNT + b] = close;
      table[b * COUNT + a] = close;
    }
  }
  return table;
}

function similarityOf(a: number, b: number): number {
  const [one, other] = [SUBJECTS[a], SUBJECTS[b]];
  if (one === undefined || other === undefined) return 0;
  if (one.near.includes(other.name) || other.near.includes(one.name)) return NEAR;
  let closest = 0;
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
  if (top !== otherTop) return 0;
  return part === undefined || otherPart === undefined ? PART : COUSIN;
}
