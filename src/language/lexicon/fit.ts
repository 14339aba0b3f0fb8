import type { About } from './about.ts';
import { CLOSENESS, NOT_CLOSE, SIMILARITIES } from './similarity.ts';
import { SUBJECTS } from './subjects.ts';

const COUNT = SUBJECTS.length;

/** Subjects of one ad that are kept. */
const KEPT_MAX = 4;

/** Of one ad: for each subject that is kept, its number, counted from 1, and its weight; 0 where there are fewer. */
export const PROFILE_BYTES = 2 * KEPT_MAX;

const FULL = 255;

/** Below 1: an ad may be about several things, and each counts more than its share. */
const SPREAD = 0.4;

/** What an ad is about, kept in few bytes: a worker has a hundred thousand of them. */
export type Profile = Uint8Array;

export function profileOf(about: About | undefined): Profile {
  const profile = new Uint8Array(PROFILE_BYTES);
  const { subjects, shares } = about ?? { subjects: [], shares: [] };
  const [largest = 1] = shares;
  for (let at = 0; at < Math.min(KEPT_MAX, subjects.length); at++) {
    profile[2 * at] = 1 + (subjects[at] as number);
    profile[2 * at + 1] = Math.round(FULL * ((shares[at] as number) / largest) ** SPREAD);
  }
  return profile;
}

/**
 * How well an ad goes with what a conversation is about, from 0 to 1; undefined where it is not known what the ad is
 * about. Its profile begins at `start`.
 */
export function fitOf(
  { subjects, shares }: About,
  profiles: Profile,
  start = 0,
): number | undefined {
  if (profiles[start] === 0) return undefined;
  let end = start + 2;
  while (end < start + PROFILE_BYTES && profiles[end] !== 0) end += 2;
  let fit = 0;
  for (let at = 0; at < subjects.length; at++) {
    const row = (subjects[at] as number) * COUNT - 1;
    let best = 0;
    for (let own = start; own < end; own += 2) {
      const level = CLOSENESS[row + (profiles[own] as number)] as number;
      if (level === NOT_CLOSE) continue;
      const weighted = (SIMILARITIES[level] as number) * (profiles[own + 1] as number);
      if (weighted > best) best = weighted;
    }
    fit += (shares[at] as number) * best;
  }
  return fit / FULL;
}

/** Less is not named beside something else. */
const NAMED_SHARE_MIN = 0.25;
const NAMED_WEIGHT_MIN = 0.75 * FULL;

/** "shoes and running" */
export function nameSubjects({ subjects, shares }: About): string {
  const [first, second] = subjects;
  return named(first, (shares[1] ?? 0) >= NAMED_SHARE_MIN ? second : undefined);
}

export function nameProfile(profiles: Profile, start = 0): string {
  const subjectAt = (at: number): number | undefined =>
    (profiles[at + 1] ?? 0) >= NAMED_WEIGHT_MIN ? (profiles[at] ?? 0) - 1 : undefined;
  return named(subjectAt(start), subjectAt(start + 2));
}

/** A label that names two things already stands alone. */
function named(first: number | undefined, second: number | undefined): string {
  const label = labelOf(first);
  if (second === undefined) return label;
  const other = labelOf(second);
  return label.includes(AND) || other.includes(AND) ? label : `${label}${AND}${other}`;
}

const AND = ' and ';

const labelOf = (subject = -1) => SUBJECTS[subject]?.label ?? '';
