import type { NoBidReason } from '../openrtb/no-bid.ts';

/** Sentences for the `X-NoBid-Detail` header, where a reason has to do with how this exchange is set up. */
export type NoBidDetails = Readonly<Partial<Record<NoBidReason, string>>>;

export function noBidDetails(publicUrl: string): NoBidDetails {
  return /^https:/i.test(publicUrl) ? {} : { 'not-secure': PLAIN_HTTP };
}

const PLAIN_HTTP =
  'this exchange has an http address, so ads with its own pictures cannot be in impressions with secure: 1; set listen.publicUrl to an https address, or send secure: 0 to try it without';
