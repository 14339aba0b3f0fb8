import type { Reading } from './reading.ts';
import { type IntentValue, KEYWORDS_MAX } from './signals.ts';
import type { Wanted } from './wanted.ts';

/**
 * The phrases of the messages that make up the topic, newest message first. Beside something that is
 * asked for, what is merely mentioned in other sentences does not count.
 */
export function chooseKeywords(
  messages: readonly Reading[],
  intent: IntentValue,
): readonly Wanted[] {
  // Who tells of a neighbour's lawn asks for none.
  const isTalk = (message: Reading) => intent === 'information_seeking' && !message.isQuestion;
  const named = messages
    .flatMap((message) => (isTalk(message) ? [] : ofMessage(message.wanted, intent)))
    .flatMap(known);
  const isWish = intent === 'purchase_inquiry';
  const chosen =
    named.length === 0 && isWish
      ? messages.flatMap(({ mentioned }) => mentioned).flatMap(known)
      : named;
  const kept: Wanted[] = [];
  for (const phrase of chosen) {
    const isCovered = chosen.some(
      (other) =>
        other !== phrase &&
        covers(other.text, phrase.text) &&
        !kept.some(({ text }) => text === phrase.text),
    );
    if (!kept.some(({ text }) => text === phrase.text) && !isCovered) kept.push(phrase);
  }
  return kept.slice(0, KEYWORDS_MAX);
}

/** The phrase as it may leave; nothing where no list knows its thing. */
function known(phrase: Wanted): readonly Wanted[] {
  return phrase.keyword === undefined ? [] : [{ ...phrase, text: phrase.keyword }];
}

/**
 * Of each sentence what is asked for, or else what it names first, and what stands in a row with it. The other things in
 * it describe that one: "a backpack for a camera".
 */
function ofMessage(wanted: readonly Wanted[], intent: IntentValue): readonly Wanted[] {
  const isKnownOnly = intent === 'information_seeking' || intent === 'support_request';
  const possible = isKnownOnly ? wanted.filter(isProduct) : wanted;
  const isCentral = ({ because, keyword }: Wanted) => because !== 'known' && keyword !== undefined;
  const hasCentral = possible.some(isCentral);
  const kept: Wanted[] = [];
  for (const [at, phrase] of possible.entries()) {
    const isMain = hasCentral
      ? isCentral(phrase)
      : !possible
          .slice(0, at)
          .some(({ sentence, keyword }) => keyword !== undefined && sentence === phrase.sentence);
    const isInRow = phrase.isNext && kept.at(-1) === possible[at - 1];
    if (isMain || isInRow) kept.push(phrase);
  }
  return kept;
}

/** Who asks how bees make honey does not shop. */
function isProduct({ topic, keyword, isAside, because }: Wanted): boolean {
  if (because === 'known' && isAside) return false;
  return topic !== undefined && (topic !== 'food' || keyword?.includes(' ') === true);
}

/** "trail running shoes" says all that "shoes" says. */
function covers(longer: string, shorter: string): boolean {
  return longer.length > shorter.length && ` ${longer} `.includes(` ${shorter} `);
}
