import type { Language } from './language.ts';
import { matchAll, matchAt, type Phrases } from './phrases.ts';
import type { Sentiment, Unwanted } from './signals.ts';
import { type Token, textOf } from './tokens.ts';

type Lists = Language['unwanted'];

/** What the rest of the rules made of the message. */
type Talk = {
  /** Whether the person wants to buy or compare something that has a name. */
  readonly isWish: boolean;
  readonly sentiment: Sentiment;
  /** The text as it was written. */
  readonly text: string;
};

/**
 * Why nobody should put an ad beside the message, or null. A child is left alone whatever it wants; whoever asks for a
 * product is not doing homework, nor writing code.
 */
export function findUnwanted(
  tokens: readonly Token[],
  language: Language,
  { isWish, sentiment, text }: Talk,
): Unwanted | null {
  const lists = language.unwanted;
  const told = (reason: Unwanted['reason'], list: Phrases): Unwanted | undefined => {
    const [found] = matchAll(list, tokens);
    return found && { reason, words: [textOf(tokens, found.start, found.end)] };
  };
  return (
    findChild(tokens, lists) ??
    told('child', lists.pupil) ??
    findProgram(text) ??
    told('refund', lists.refund) ??
    (isWish ? undefined : complaint(told, lists, sentiment)) ??
    (isWish ? undefined : told('homework', lists.homework)) ??
    (isWish ? undefined : findFormula(text)) ??
    (isWish ? undefined : told('code', lists.code)) ??
    findGreeting(tokens, language) ??
    null
  );
}

/** Bad words about a thing are a complaint; somebody who is glad, or asks which one is no junk, does not complain. */
function complaint(
  told: (reason: Unwanted['reason'], list: Phrases) => Unwanted | undefined,
  lists: Lists,
  { value }: Sentiment,
): Unwanted | undefined {
  return value === 'positive' ? undefined : told('complaint', lists.complaint);
}

const CHILD_AGE_MIN = 3;
const CHILD_AGE_MAX = 15;

/** "im nine", "i am 12 years old", "j'ai 11 ans"; not "I am 12 km from home". */
function findChild(tokens: readonly Token[], lists: Lists): Unwanted | undefined {
  for (let at = 0; at < tokens.length; at++) {
    const said = matchAt(lists.age, tokens, at);
    if (said === undefined) continue;
    const age = ageAt(tokens[said.end]);
    if (age === undefined || age < CHILD_AGE_MIN || age > CHILD_AGE_MAX) continue;
    const next = tokens[said.end + 1];
    const years = matchAt(lists.years, tokens, said.end + 1);
    if (years === undefined && next?.kind === 'word' && !AFTER_AGE.test(next.key)) continue;
    return { reason: 'child', words: [textOf(tokens, at, years?.end ?? said.end + 1)] };
  }
  return undefined;
}

/** What goes on behind an age that no "years old" follows: "im nine can u help me". */
const AFTER_AGE =
  /^(?:and|can|but|so|in|und|und|kann|aber|et|mais|y|pero|quiero|quisiera|e|ma|mas|quero|en|maar|ik|i|ich|je|my|mein\w*)$/;

function ageAt(token: Token | undefined): number | undefined {
  if (token === undefined) return undefined;
  if (token.kind === 'number') return Number(token.text);
  return AGES.get(token.key);
}

/** From six to fifteen. Smaller ones are counts as a rule: "I am one of …". */
const AGES: ReadonlyMap<string, number> = new Map(
  [
    'six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn',
    'six sept huit neuf dix onze douze treize quatorze quinze',
    'seis siete ocho nueve diez once doce trece catorce quince',
    'sei sette otto nove dieci undici dodici tredici quattordici quindici',
    'seis sete oito nove dez onze doze treze quatorze quinze',
    'zes zeven acht negen tien elf twaalf dertien veertien vijftien',
  ].flatMap((row) => row.split(' ').map((word, at): [string, number] => [word, at + 6])),
);

/** An equation, or a function of x. */
const FORMULA =
  /(?:\d\s*)?\b[xyzn]\b\s*(?:\^|\*\*|²|³)|\b\d+[xy]\b|\b(?:sin|cos|tan|ln|log)\s*\(|\b[xy]\s*[+*/=-]\s*\d|\d\s*[+*/]\s*\d+\s*=/;

function findFormula(text: string): Unwanted | undefined {
  const found = FORMULA.exec(text);
  return found === null ? undefined : { reason: 'homework', words: [found[0].trim()] };
}

/** What is in programs and in no other text. */
const PROGRAM =
  /```|\b(?:def|function|func|fn)\s+\w+\s*\(|=>|\bconsole\.log\b|\bimport\s+[\w{*]|#include|<\/?[a-z]+(?:\s[^>]*)?>|\bSELECT\b.+\bFROM\b|\w+\(\)[;{.]?|[{;]\s*\n|\b\w+\.(?:js|ts|py|json|css|cpp|java|php|rb|sh|yml|yaml)\b|__\w+__|\bTraceback\b|\b\w*(?:Error|Exception):|\bminmax\(/;

function findProgram(text: string): Unwanted | undefined {
  const found = PROGRAM.exec(text);
  return found === null ? undefined : { reason: 'code', words: [found[0].trim().slice(0, 20)] };
}

const GREETING_WORDS_MAX = 12;

function findGreeting(tokens: readonly Token[], { greeting }: Language): Unwanted | undefined {
  const said = tokens.filter(({ kind }) => kind === 'word' || kind === 'number');
  if (said.length > GREETING_WORDS_MAX || !said.every(({ key }) => greeting.has(key)))
    return undefined;
  return { reason: 'greeting', words: [textOf(tokens, 0, tokens.length)] };
}
