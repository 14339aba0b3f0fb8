import type { FactKind } from '../ledger/fact.ts';

/** The path of a notice is `/n/<word>/<token>`. */
export const NOTICE_ROOT = '/n/';

export type NoticeForm = {
  readonly kind: FactKind;
  /** The kind of response that the caller expects. */
  readonly reply: 'nothing' | 'image' | 'script' | 'redirect';
};

export const FORM_BY_WORD = {
  win: { kind: 'win', reply: 'nothing' },
  bill: { kind: 'bill', reply: 'nothing' },
  loss: { kind: 'loss', reply: 'nothing' },
  imp: { kind: 'impression', reply: 'image' },
  'imp.js': { kind: 'impression', reply: 'script' },
  view: { kind: 'viewable', reply: 'image' },
  'view.js': { kind: 'viewable', reply: 'script' },
  click: { kind: 'click', reply: 'redirect' },
} as const satisfies Readonly<Record<string, NoticeForm>>;

export type NoticeWord = keyof typeof FORM_BY_WORD;

export function isNoticeWord(word: string): word is NoticeWord {
  return Object.hasOwn(FORM_BY_WORD, word);
}
