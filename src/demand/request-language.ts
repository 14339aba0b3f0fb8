import type { ValidRequest } from '../core/openrtb/validate.ts';
import { isObject } from '../lib/schema-fault.ts';
import { fold } from './words.ts';

/** The language of a request that states none. No condition of a campaign can ask for it. */
export const NO_LANGUAGE_STATED = '';

/** The language of the conversation, where the request states it, else the one of the device; or that there is none. */
export function languageOf({ wire }: ValidRequest): string {
  const { content } = (wire.site ?? wire.app ?? {}) as { readonly content?: unknown };
  const spoken = isObject(content) ? content.language : undefined;
  return primarySubtag(
    typeof spoken === 'string' ? spoken : (wire.device?.language ?? NO_LANGUAGE_STATED),
  );
}

const PLAIN = /^[a-z]{2}$/;

/** `en` of `en-GB`. */
export function primarySubtag(tag: string): string {
  // How nearly all requests write it.
  if (PLAIN.test(tag)) return tag;
  return fold(tag.split(/[-_]/, 1)[0] ?? '');
}
