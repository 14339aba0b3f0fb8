import type { Language } from './languages/language.ts';
import { ENGLISH, LANGUAGES } from './languages/languages.ts';
import type { Token } from './tokens.ts';

export type Detected = { readonly language: Language; readonly because: readonly string[] };

/** Letters that one of the languages has and the others hardly. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[àâçèêëîïôùûœ]/i,
  es: /[ñ¿¡áíóú]/i,
};

/** Which languages have a word as it stands, to save looking it up in each of them. */
const KNOWN = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of new Set([...language.stop, ...language.topicOf.keys()])) {
    KNOWN.set(word, [...(KNOWN.get(word) ?? []), language]);
  }
}

/** A word of one language alone says more than one that several share. */
const OWN_WORD = 3;
const SHARED_WORD = 1;

/** The language whose frequent words stand here most often. Later messages count as much as earlier ones. */
export function detectLanguage(messages: readonly (readonly Token[])[]): Detected {
  const scores = new Map(LANGUAGES.map((language) => [language, 0]));
  const because = new Map<Language, Set<string>>(
    LANGUAGES.map((language) => [language, new Set()]),
  );
  for (const token of messages.flat()) {
    for (const { language, weight } of languagesOf(token)) {
      scores.set(language, (scores.get(language) ?? 0) + weight);
      because.get(language)?.add(token.text.toLowerCase());
    }
  }
  let best: Language = ENGLISH;
  for (const [language, score] of scores) {
    if (score > (scores.get(best) ?? 0)) best = language;
  }
  return { language: best, because: [...(because.get(best) ?? [])] };
}

function languagesOf(token: Token): readonly { language: Language; weight: number }[] {
  if (token.kind !== 'word' && !LETTERS.es?.test(token.text)) return [];
  const knowing =
    KNOWN.get(token.key) ??
    LANGUAGES.filter(({ topicOfWord }) => topicOfWord(token.key) !== undefined);
  const weight = knowing.length === 1 ? OWN_WORD : SHARED_WORD;
  const isPlain = /^[\w'-]*$/.test(token.text);
  const spelled = isPlain ? [] : LANGUAGES.filter(({ code }) => LETTERS[code]?.test(token.text));
  return [
    ...knowing.map((language) => ({ language, weight })),
    ...spelled.map((language) => ({ language, weight: OWN_WORD })),
  ];
}
