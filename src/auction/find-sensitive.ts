import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { EnabledClasses, SensitiveMatcher } from '../sensitive/matcher.ts';
import type { SensitiveMatch } from '../sensitive/matches-in.ts';

/** Ruling 57: whether the keywords, topics or interests of a request speak of a person in trouble. */
export type FindSensitive = (
  wire: BidRequest,
  classes: EnabledClasses,
) => SensitiveMatch | undefined;

export function createFindSensitive({ find }: SensitiveMatcher): FindSensitive {
  return (wire, classes) => find(textsOf(wire), classes, 'keywords');
}

/** The matcher bounds how much of them it reads. */
function textsOf({ site, app, ext }: BidRequest): readonly string[] {
  const texts: string[] = [];
  for (const channel of [site, app]) {
    if (channel === undefined) continue;
    if (channel.keywords !== undefined) texts.push(channel.keywords);
    if ('kwarray' in channel) pushStrings(channel.kwarray, texts);
    if ('content' in channel && isObject(channel.content))
      pushStrings(channel.content.keywords, texts);
  }
  const context = ext?.service;
  if (context === undefined) return texts;
  pushStrings(context.intent?.topics, texts);
  pushStrings(context.intent?.signals, texts);
  pushStrings(context.audience?.interests, texts);
  pushStrings(context.audience?.behaviors, texts);
  return texts;
}

/** No rule checks some of the fields, so they may hold anything. */
function pushStrings(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  if (!Array.isArray(value)) return;
  for (const item of value) if (typeof item === 'string') texts.push(item);
}
