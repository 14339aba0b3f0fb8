import { foldWord } from '../../language/lexicon/fold-word.ts';
import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import { lexiconOf, wordsListedIn } from '../../language/lexicon/lexicons.ts';

/** A word of a text in every form that it may be meant in: "shoes" and "shoe". The first is how it stands there. */
export type SearchWord = readonly string[];

/** Words that join others, and do not say what is looked for: "machine *à* café", "shoes *for* women". */
const JOINERS: Readonly<Record<string, string>> = {
  en: 'a an the of for with without in on and or to s',
  de: 'der die das den dem des ein eine einen einem einer für mit ohne von vom aus zum zur im am in und oder',
  fr: 'à a au aux de du des d l le la les un une pour avec sans en et ou sur',
  es: 'a al de del la el los las un una para por con sin en y o',
  it: 'a ad al alla da dal dalla di del della dei delle d l il lo la i gli le un uno una per con senza in e o',
  pt: 'a ao à de do da dos das o os as um uma para por com sem em no na e ou',
  nl: 'de het een van voor met zonder in op uit en of te s',
};

/** Reads the words of texts in one language as they are compared: without case, accents, punctuation and joiners. */
export function createWordReader(language: string) {
  const lexicon = lexiconOf(language);
  const joiners = new Set((JOINERS[language] ?? '').split(' ').map(foldWord));
  const formsOf = lexicon?.formsOf ?? ((word: string) => [word]);
  const readWord = (word: string): readonly SearchWord[] => {
    const folded = foldWord(word);
    return joiners.has(folded) ? [] : [formsOf(folded)];
  };
  const readWords = (text: string): readonly SearchWord[] =>
    (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(readWord);
  if (lexicon?.hasCompounds !== true) return { readWords, readProduct: readWords };
  const endsOf = createCompoundReader(lexicon);
  return {
    /** As a query has them. */
    readWords,
    /** As a product is found by them: also by what a compound is ("Laufschuh" is a "Schuh"), and by "ebike" for "E-Bike". */
    readProduct(text: string): readonly SearchWord[] {
      const words = readWords(text);
      const joined = text.match(HYPHENATED) ?? [];
      return [
        ...words,
        ...joined.map((word) => formsOf(foldWord(word.replaceAll('-', '')))),
        ...words.flatMap(endsOf),
      ];
    },
  };
}

const HYPHENATED = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu;

/** The shortest word that names what a compound is. */
const END_LENGTH_MIN = 4;

/** Known words at the end of a compound, unless the whole is known as something else: a "Kinderwagen" is no car. */
function createCompoundReader(lexicon: Lexicon) {
  const listed = new Set(wordsListedIn(lexicon.code).map(foldWord));
  return (forms: SearchWord): readonly SearchWord[] => {
    const ends: SearchWord[] = [];
    for (const form of forms) {
      for (let at = 2; at <= form.length - END_LENGTH_MIN; at++) {
        const end = form.slice(at);
        const isKnown = listed.has(end) && isOneKind(form, end, lexicon);
        if (isKnown) ends.push(lexicon.formsOf(end));
      }
    }
    return ends;
  };
}

function isOneKind(whole: string, end: string, { sensesOf }: Lexicon): boolean {
  const ends = sensesOf(end) ?? [];
  return (sensesOf(whole) ?? []).some(({ subject }) => ends.some((one) => one.subject === subject));
}
