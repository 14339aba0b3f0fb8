import type { ConversionSource, FactKind } from './fact.ts';

/** The path of a notice is `/n/<word>/<token>`. */
export const NOTICE_ROOT = '/n/';

/** Where advertisers tell of conversions: their servers, and pages that have no server to ask. */
export const CONVERSION_PATHS = {
  server: `${NOTICE_ROOT}conversion`,
  pixel: `${NOTICE_ROOT}conversion.gif`,
} as const satisfies Readonly<Record<ConversionSource, string>>;

/** What a token is signed for: the kind of notice and, where a browser sees it, that its price is fixed (ruling 70). */
export type SignedWord = TokenKind | 'fixed-win' | 'fixed-bill';

/** What a notice tells of: a fact, or what a person said of the ad. */
export type TokenKind = FactKind | 'feedback';

export type NoticeForm = FactForm | FeedbackForm;

export type FactForm = {
  readonly kind: FactKind;
  readonly signedAs: SignedWord;
  /** What the caller may state in the query; everything else is in the token. */
  readonly reads: 'price' | 'loss-reason' | 'nothing';
  /** The kind of response that the caller expects. */
  readonly reply: 'nothing' | 'image' | 'script' | 'redirect';
};

type FeedbackForm = {
  readonly kind: 'feedback';
  readonly signedAs: 'feedback';
  readonly reads: 'feedback';
  readonly reply: 'nothing';
};

const IMPRESSION = { kind: 'impression', signedAs: 'impression' } as const;
const VIEWABLE = { kind: 'viewable', signedAs: 'viewable' } as const;

export const FORM_BY_WORD = {
  win: { kind: 'win', signedAs: 'win', reads: 'price', reply: 'nothing' },
  bill: { kind: 'bill', signedAs: 'bill', reads: 'price', reply: 'nothing' },
  'fixed-win': { kind: 'win', signedAs: 'fixed-win', reads: 'nothing', reply: 'nothing' },
  'fixed-bill': { kind: 'bill', signedAs: 'fixed-bill', reads: 'nothing', reply: 'nothing' },
  loss: { kind: 'loss', signedAs: 'loss', reads: 'loss-reason', reply: 'nothing' },
  imp: { ...IMPRESSION, reads: 'nothing', reply: 'image' },
  'imp.js': { ...IMPRESSION, reads: 'nothing', reply: 'script' },
  view: { ...VIEWABLE, reads: 'nothing', reply: 'image' },
  'view.js': { ...VIEWABLE, reads: 'nothing', reply: 'script' },
  click: { kind: 'click', signedAs: 'click', reads: 'nothing', reply: 'redirect' },
  feedback: { kind: 'feedback', signedAs: 'feedback', reads: 'feedback', reply: 'nothing' },
} as const satisfies Readonly<Record<string, NoticeForm>>;

export type NoticeWord = keyof typeof FORM_BY_WORD;

export function isNoticeWord(word: string): word is NoticeWord {
  return Object.hasOwn(FORM_BY_WORD, word);
}
