import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';

/** The language of the conversation as the request states it: `en` of `en-GB`. The device's is not the conversation's. */
export function statedLanguage({ site, app }: BidRequest): string | undefined {
  const { content } = (site ?? app ?? {}) as { readonly content?: unknown };
  if (!isObject(content)) return undefined;
  const tag = content.langb ?? content.language;
  return typeof tag === 'string' ? TAG.exec(tag)?.[1]?.toLowerCase() : undefined;
}

const TAG = /^([a-z]{2,3})(?:[-_]|$)/i;
