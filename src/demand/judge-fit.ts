import type { About } from '../lexicon/about.ts';
import { nameProfile, nameSubjects, type Profile } from '../lexicon/fit.ts';

/** A campaign that fits less does not run (ruling 75). */
export const CAMPAIGN_FIT_MIN = 0.4;

/** An offer that fits less gives way: the product service has chosen it for the words of the request already. */
export const OFFER_FIT_MIN = 0.3;

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
