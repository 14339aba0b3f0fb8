import type { About } from './about.ts';
import { SIMILARITY } from './similarity.ts';
import { SUBJECTS } from './subjects.ts';

const COUNT = SUBJECTS.length;

/** How well each subject goes with an ad, from 0 to 255, by the subject's position. */
export type Profile = Uint8Array;

const FULL = 255;

/** Made once for each ad, so that its fit is one sum over what a conversation is about. */
export function profileOf({ subjects, shares }: About): Profile {
  const profile = new Uint8Array(COUNT);
  const [largest = 1] = shares;
  for (const [at, own] of subjects.entries()) {
    // An ad may be about several things: each counts more than its share.
    const weight = Math.sqrt((shares[at] ?? 0) / largest);
    for (let subject = 0; subject < COUNT; subject++) {
      const fit = FULL * weight * (SIMILARITY[own * COUNT + subject] ?? 0);
      if (fit > (profile[subject] ?? 0)) profile[subject] = fit;
    }
  }
  return profile;
}

/** How well an ad goes with what a conversation is about, from 0 to 1. */
export function fitOf({ subjects, shares }: About, profile: Profile): number {
  let fit = 0;
  for (let at = 0; at < subjects.length; at++) {
    fit += (shares[at] ?? 0) * (profile[subjects[at] ?? 0] ?? 0);
  }
  return fit / FULL;
}

/** "shoes and running" */
export function nameSubjects({ subjects, shares }: About): string {
  const named = subjects.slice(0, 2).filter((_, at) => (shares[at] ?? 0) >= NAMED_SHARE_MIN);
  return named.map((subject) => SUBJECTS[subject]?.label ?? '').join(' and ');
}

const NAMED_SHARE_MIN = 0.25;
