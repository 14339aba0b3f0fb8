import { DOMAIN_LENGTH_MAX } from '../../core/openrtb/host-name.ts';

/** What texts of a request and of bids may look like in a sample. One that looks otherwise may be about somebody. */

const PHRASE_UNITS_MAX = 60;
const PHRASE_WORDS_MAX = 6;

/** An e-mail address, a link or a host; a telephone number, a card, a date or a postal code. */
const TELLS_WHO =
  /[@＠]|:\/\/|\p{L}\.\p{L}{2}|\p{Nd}{4}|\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}/u;

/** A short text that says what a conversation is about. */
export function isPhrase(text: string): boolean {
  return (
    text.length <= PHRASE_UNITS_MAX &&
    !TELLS_WHO.test(text) &&
    text.trim().split(/\s+/, PHRASE_WORDS_MAX + 1).length <= PHRASE_WORDS_MAX
  );
}

/** The name of a buyer, a format or an app, which companies choose. */
const NAME = /^(?!.*:\/\/)[^@＠\p{C}]{1,100}$/u;
const CATEGORY = /^[A-Za-z0-9-]{1,20}$/;
/** Also of lists that name all hosts under a domain. */
const HOST = new RegExp(`^(?=.{1,${DOMAIN_LENGTH_MAX}}$)[A-Za-z0-9*_-]*(?:\\.[A-Za-z0-9_-]+)*$`);
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,2}$/;
const MEDIA_TYPE = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}$/i;
/** Without a user, a query or a fragment. */
const AGENT = /^https?:\/\/[A-Za-z0-9.:-]{1,253}(?:\/[A-Za-z0-9._~/-]{0,200})?$/;

export const isName = (text: string): boolean => NAME.test(text);
export const isCategory = (text: string): boolean => CATEGORY.test(text);
export const isHost = (text: string): boolean => HOST.test(text);
export const isLanguage = (text: string): boolean => LANGUAGE.test(text);
export const isMediaType = (text: string): boolean => MEDIA_TYPE.test(text);
export const isAgent = (text: string): boolean => AGENT.test(text);

/** What nobody is called: an empty list would allow what a list of others does not. */
export const NOBODY = 'none.invalid';

/** The entries of a list that have the form; `NOBODY` alone where none has. */
export function listOf(
  texts: readonly string[] | undefined,
  fits: (text: string) => boolean,
): readonly string[] | undefined {
  if (texts === undefined || texts.length === 0) return texts;
  const kept = texts.filter(fits);
  return kept.length === 0 ? [NOBODY] : kept;
}
