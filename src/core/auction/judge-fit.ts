import type { About } from '../../language/lexicon/about.ts';
import { nameProfile, nameSubjects, type Profile } from '../../language/lexicon/fit.ts';

/** A campaign that fits less does not run, and an offer gives way (ruling 75). */
export const FIT_MIN = 0.4;

/** What an offer is to what somebody looks for, by its words. */
export type Naming = 'the thing' | 'perhaps' | 'another thing';

/** What the fit of an offer is multiplied by, by what its title names: one that may be the thing has to be of its very subject. */
export const NAMING_FACTORS: Readonly<Record<Naming, number>> = {
  'the thing': 1,
  perhaps: 0.6,
  'another thing': 0.3,
};

/** What an ad counts for of which nothing is known, beside others of which something is. */
const UNKNOWN_FIT = 0.5;

/** How well an ad fits, with what it and the conversation are about. */
export type KnownFit = {
  /** From 0 to 1. */
  readonly score: number;
  readonly profile: Profile;
  readonly conversation: About;
};

/** What a price is multiplied by where campaigns are compared. It is 1 for all where nothing is known of the conversation. */
export function rankFactor(conversation: About | undefined, fit: number | undefined): number {
  return conversation === undefined ? 1 : (fit ?? UNKNOWN_FIT);
}

/** "fit 0.12: about software, the conversation is about athletics" */
export function fitWords({ score, profile, conversation }: KnownFit): string {
  const ad = nameProfile(profile);
  return `fit ${score.toFixed(2)}: about ${ad}, the conversation is about ${nameSubjects(conversation)}`;
}
