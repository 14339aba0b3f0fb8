import type { ReportReason } from '../../../src/core/sale/feedback.ts';
import type { Why } from '../ad.ts';
import all from './words.json';

/** What the card itself says, in one of the languages that the rules read. All of them run from left to right. */
export type Words = Readonly<
  Record<
    | 'lang' // Which language it is.
    | 'sponsored'
    | 'why'
    | 'dismiss'
    | 'dismissed'
    | 'because'
    | 'asked'
    | 'price'
    | 'upTo'
    | 'from'
    | 'intent'
    | 'mood'
    | 'stage'
    | 'nothing' // In place of the reasons and the promise, where no signal was sent.
    | 'promise'
    | 'paid'
    | 'behalf'
    | 'rated',
    string
  >
> & {
  /** What was sent about the person beside the signals: the rule for personal data. */
  readonly address: Readonly<Record<NonNullable<Why['address']>, string>>;
  /** The values of intent, sentiment and funnel. */
  readonly values: Readonly<Record<string, string>>;
  /** What people can say of an ad, and, by `made` and `changed`, that it was made or only changed with AI. */
  readonly feedback: Readonly<
    Record<'unwanted' | 'report' | 'thanks' | 'made' | 'changed', string>
  > & {
    readonly reasons: Readonly<Record<ReportReason, string>>;
  };
};

const BY_LANGUAGE: ReadonlyMap<string, Words> = new Map(Object.entries(all));

/** The words for a page in this language; English where there are none. */
export function wordsFor(language: string): Words {
  return BY_LANGUAGE.get(language.slice(0, 2).toLowerCase()) ?? all.en;
}
