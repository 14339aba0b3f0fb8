import type { Naming } from '../../core/auction/judge-fit.ts';
import { type Lexicon, type Sense, USUAL } from '../../language/lexicon/lexicon.ts';
import { LEXICONS, lexiconOf } from '../../language/lexicon/lexicons.ts';
import { NEAR, SAME, similarityOf } from '../../language/lexicon/similarity.ts';
import { perObject } from '../../lib/lookup.ts';
import { rememberTexts } from '../../lib/text.ts';
import { isFunctionWord, readPhrase } from '../read-phrase.ts';

/**
 * Whether an offer is the thing that somebody looks for, by its words: an "espresso machine" is no "washing machine", and
 * a "car vacuum" is no "car".
 */

/** A word in every form that it may be meant in: "shoes" and "shoe". */
type Forms = readonly string[];

type Thing = {
  readonly words: readonly Forms[];
  readonly main: Forms;
  /** What the main word, or the phrase that it belongs to, usually stands for; empty: unknown. */
  readonly kinds: readonly Sense[];
};

/** Of a keyword or a title. */
const WORDS_MAX = 12;

/** People look for the same things again and again. */
const REMEMBERED_WISHES_MAX = 2000;
const REMEMBERED_LENGTH_MAX = 64;

const NOTHING: Thing = { words: [], main: [], kinds: [] };

const wishesIn = perObject((lexicon: Lexicon) =>
  rememberTexts(REMEMBERED_WISHES_MAX, REMEMBERED_LENGTH_MAX, (keyword): Thing => {
    const { words, main } = readPhrase(keyword, lexicon.code, WORDS_MAX);
    // "laptop for students": what is behind the thing says what for. "machine à laver": it says which.
    const named = lexicon.head === 'first' ? words : words.slice(0, main + 1);
    return thingOf(named, main, lexicon);
  }),
);

/** "Bean-to-Cup" and "Two-in-One" describe the thing, which comes behind. */
const INSIDE_HYPHENS = /-\p{L}{2,4}-/gu;

/** What follows in a title tells of the thing: "Dog Food, Chicken, 12 kg". */
const END_OF_NAME = /[,;|(:–—]/;

function readTitle(title: string, lexicon: Lexicon): Thing {
  const [name = ''] = title.replace(INSIDE_HYPHENS, '-').split(END_OF_NAME, 1);
  const { words, main } = readPhrase(name, lexicon.code, WORDS_MAX);
  if (lexicon.head === 'first') return thingOf(words, main, lexicon);
  // A size stands behind the thing: "Smartphone 128 GB".
  let named = main;
  while (
    named > 1 &&
    IS_NUMBER.test(words[named - 1] ?? '') &&
    sensesAt(words, named, lexicon).length === 0
  )
    named -= 2;
  return thingOf(words, named, lexicon);
}

const IS_NUMBER = /^\p{N}+$/u;

const PHRASE_WORDS_MAX = 4;
const NO_SENSES: readonly Sense[] = [];

/** Of the longest phrase that the word is a part of and that ends with it where things come last: "robot *vacuum cleaner*". */
function sensesAt(words: readonly string[], at: number, lexicon: Lexicon): readonly Sense[] {
  const { head } = lexicon;
  for (
    let start = head === 'first' ? at : Math.max(0, at - PHRASE_WORDS_MAX);
    start <= at;
    start++
  ) {
    const entry = lexicon.entryAt(words, start);
    const end = start + (entry?.length ?? 0) - 1;
    if (entry !== undefined && (head === 'first' || end === at)) return entry.senses;
  }
  return NO_SENSES;
}

function thingOf(words: readonly string[], main: number, lexicon: Lexicon): Thing {
  const named = words[main];
  if (named === undefined) return NOTHING;
  return {
    words: words.filter((word) => !isFunctionWord(word)).map(lexicon.formsOf),
    main: lexicon.formsOf(named),
    kinds: sensesAt(words, main, lexicon).filter(({ weight }) => weight === USUAL),
  };
}

type Titled = { readonly title: string; readonly language: string | undefined };

/** Kept for as long as the offer is. */
const titlesIn = perObject((lexicon: Lexicon) =>
  perObject((offer: Titled) => readTitle(offer.title, lexicon)),
);

const [ENGLISH] = LEXICONS;

/** What the title of an offer names, beside the keywords of a conversation in this language. */
export function namingOf(offer: Titled, keywords: readonly string[], language: string): Naming {
  const lexicon = lexiconOf(offer.language ?? language) ?? ENGLISH;
  if (lexicon === undefined) return 'perhaps';
  const offered = titlesIn(lexicon)(offer);
  const wishOf = wishesIn(lexicon);
  let isAnother = keywords.length > 0;
  for (const keyword of keywords) {
    const wish = wishOf(keyword);
    if (isNamed(wish, offered, lexicon)) return 'the thing';
    isAnother &&= isOther(wish, offered);
  }
  return isAnother ? 'another thing' : 'perhaps';
}

/**
 * With the same word in both, a "washing machine" and an "espresso machine", or a "car" and a "car vacuum", have to be of
 * one subject to be one thing. Other words may be of subjects that go well together.
 */
function isOther(wish: Thing, offered: Thing): boolean {
  if (wish.kinds.length === 0 || offered.kinds.length === 0) return false;
  const leastSimilar = hasWord(offered.words, wish.main) ? SAME : NEAR;
  for (const { subject } of wish.kinds) {
    for (const other of offered.kinds) {
      if (similarityOf(subject, other.subject) >= leastSimilar) return false;
    }
  }
  return true;
}

function isNamed(wish: Thing, offered: Thing, { head }: Lexicon): boolean {
  if (wish.words.length === 0) return false;
  // Where the thing comes first, a title has the brand before it.
  if (head === 'last' && !isSameWord(wish.main, offered.main)) return false;
  for (const word of wish.words) if (!hasWord(offered.words, word)) return false;
  return true;
}

function hasWord(words: readonly Forms[], word: Forms): boolean {
  for (const one of words) if (isSameWord(word, one)) return true;
  return false;
}

function isSameWord(one: Forms, other: Forms): boolean {
  for (const form of one) if (other.includes(form)) return true;
  return false;
}
