import type { Ad } from '../src/parley.ts';
import ad from './an-ad.json';

/** An ad that tells of itself at this address. */
export function anAd(origin: string, changes: Readonly<Record<string, unknown>> = {}): Ad {
  const id = crypto.randomUUID();
  const words = ['drawn', 'viewable', 'clicked', 'feedback'];
  const notice = (word: string) => [{ url: `${origin}/told/${word}/${id}`, by: 'beacon' }];
  return {
    ...ad,
    id,
    link: `${origin}/landing`,
    image: { url: `${origin}/wide.svg`, w: 1200, h: 627 },
    icon: { url: `${origin}/icon.svg`, w: 200, h: 200 },
    notices: Object.fromEntries(words.map((word) => [word, notice(word)])),
    ...changes,
  } as unknown as Ad;
}
