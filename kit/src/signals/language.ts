import de from '../../../src/language/cues/de.json';
import en from '../../../src/language/cues/en.json';
import es from '../../../src/language/cues/es.json';
import fr from '../../../src/language/cues/fr.json';
import it from '../../../src/language/cues/it.json';
import nl from '../../../src/language/cues/nl.json';
import pt from '../../../src/language/cues/pt.json';
import { foldWord } from '../../../src/language/lexicon/fold-word.ts';
import { type Lexicon, type Sense, USUAL } from '../../../src/language/lexicon/lexicon.ts';
import { lexiconOf, plainWordsIn, wordsListedIn } from '../../../src/language/lexicon/lexicons.ts';
import { SUBJECTS } from '../../../src/language/lexicon/subjects.ts';
import { type Lines, type Phrases, phrases, words } from './phrases.ts';
import type { IntentValue } from './signals.ts';
import type { Sign } from './signs.ts';

/**
 * What `src/language/cues/<code>.json` lists of one language, each list in lines. Words are compared without case, accents
 * and apostrophes; `phrases.ts` says how phrases are written.
 */
type WordLists<T> = {
  /** Words inside a noun phrase: "machine *à* café". */
  readonly joiners: T;
  /** Words that are in no keyword. */
  readonly stop: T;
  /** Nouns that people ask a chat for and no shop sells. */
  readonly notGoods: T;
  readonly people: T;
  /** Things only behind another word: "coffee *machine*", "phone *case*". */
  readonly parts: T;
  /** Words that say which one of the things is meant: "*waterproof trail running* shoes". */
  readonly describing: T;
  /** Between a request and its object, and before nouns: articles, "new", "good". */
  readonly softeners: T;
  /** What follows one of these describes the thing before: "headphones *for* the gym". */
  readonly prepositions: T;
  /** Of the requests, those that also stand before what nobody wants: "*good* bass". */
  readonly mild: T;
  /** What goes wrong with a thing one has. */
  readonly trouble: T;
  /** Before a thing that one has, or that was spoken of. */
  readonly definite: T;
  /** Before comparatives that do not end in -er: "*more* useful than". */
  readonly comparatives: T;
  /** Words that stand for what was spoken of before. */
  readonly references: T;
  /** A message that begins with one asks for information, if nothing says otherwise. */
  readonly questions: T;
  readonly negators: T;
  /** Between a negator and what is not wanted: "don't *want* leather". */
  readonly wishes: T;
  /** A name follows if it is capitalised. */
  readonly beforeNames: T;
  /** A name follows: "Mr". */
  readonly titles: T;
  /** Between a cue of a price and its amount. */
  readonly fillers: T;
  /** A number before these is no price. */
  readonly units: T;
  /** Words that set two things against each other: "kindle *or* kobo", "*between* tea *and* coffee", "better *than*". */
  readonly comparing: { readonly or: T; readonly between: T; readonly and: T; readonly than: T };
};

type PhraseLists<T> = {
  /** Phrases whose words are in no keyword, though each alone could be. */
  readonly idioms: T;
  /** The thing wanted follows. */
  readonly request: T;
  /** From here on the talk is of something else. */
  readonly topicChange: T;
  /** What follows is not wanted: "anything but leather". */
  readonly excludes: T;
  /** A name follows. */
  readonly introductions: T;
  /** A name follows, or else an article: "address *of*". */
  readonly owners: T;
  /** What holds or counts the thing behind it: "*bag of* coffee beans". */
  readonly containers: T;
  /** Before what somebody likes who is to have a gift: "*into* yoga". */
  readonly interests: T;
  /** Between two things that are compared: "how does A *compare with* B". */
  readonly against: T;
  /** A thing beside one of these takes the place of the one spoken of: "a tent *instead*". */
  readonly instead: T;
  readonly price: {
    readonly max: T;
    readonly min: T;
    readonly maxAfter: T;
    readonly minAfter: T;
    /** Before an amount that the user has to spend. */
    readonly budget: T;
    /** The same, if a currency is named. */
    readonly have: T;
    readonly between: T;
    readonly to: T;
    readonly and: T;
    readonly about: T;
    readonly aboutAfter: T;
    /** Amounts after these are told of, not wished for. */
    readonly told: T;
    /** A number after these is no price. */
    readonly labels: T;
    /** Behind an amount and before what bounds it: "180 *a night* at most". */
    readonly per: T;
  };
  readonly feelings: {
    readonly positive: T;
    readonly negative: T;
    /** Positive as an answer ("great!"), but not before a noun ("a great tent"). */
    readonly praise: T;
  };
  /** Told in `intent.signals`. */
  readonly behaviours: Readonly<Record<string, T>>;
  readonly intents: Readonly<Record<IntentValue, { readonly strong: T; readonly weak: T }>>;
};

/** People who want no ad. Each phrase says it by itself: "homework" in a wish for a desk is kept apart by `unwanted.ts`. */
type UnwantedLists<T> = {
  readonly homework: T;
  readonly code: T;
  /** What people call a product that let them down. */
  readonly complaint: T;
  readonly refund: T;
  /** Before an age that the person states. */
  readonly age: T;
  /** Behind an age: "12 years old". Needed where `age` alone can mean something else. */
  readonly years: T;
  /** What only a pupil says. */
  readonly pupil: T;
};

/** What people often mean and seldom say in one phrase. */
type SignedMeaning = 'distress' | 'support_request' | 'objection_handling';

type SignFile = Readonly<Record<string, { readonly weight: number; readonly phrases: Lines }>>;

type LanguageFile = {
  readonly code: string;
  /** Letters beside a to z. */
  readonly letters: string;
  readonly words: WordLists<Lines>;
  readonly phrases: PhraseLists<Lines>;
  /** Every word of a message that only greets, thanks or answers is in `greeting`. */
  readonly unwanted: UnwantedLists<Lines> & { readonly greeting: Lines };
  /** By what people mean, its signs: see `signs.ts`. */
  readonly signs: Readonly<Record<SignedMeaning, SignFile>>;
  /** Words of every day that a misspelt name of a thing is not looked for behind. */
  readonly ordinary: Lines;
  readonly numbers: Readonly<Record<string, number>>;
  readonly multipliers: Readonly<Record<string, number>>;
};

export type Language = ReturnType<typeof readLanguage>;

function readLanguage(file: LanguageFile) {
  const lexicon = lexiconOf(file.code);
  if (lexicon === undefined) throw new Error(`no lexicon has the code "${file.code}"`);
  const lists = compiled<WordLists<ReadonlySet<string>>>(file.words, words);
  const { greeting, ...unwanted } = file.unwanted;
  const { describing } = lists;
  const partsOfNames = readPartsLater(lexicon);
  // "Trekking-Zelt" is a "Zelt".
  const sensesOfWord = (key: string) =>
    lexicon.sensesOf(key) ?? lexicon.sensesOf(key.slice(key.lastIndexOf('-') + 1));
  return {
    ...lists,
    ...compiled<PhraseLists<Phrases>>(file.phrases, phrases),
    unwanted: compiled<UnwantedLists<Phrases>>(unwanted, phrases),
    signs: {
      distress: readSigns(file.signs.distress),
      support_request: readSigns(file.signs.support_request),
      objection_handling: readSigns(file.signs.objection_handling),
    },
    greeting: words(greeting),
    ordinary: words(file.ordinary),
    code: file.code,
    lexicon,
    head: lexicon.head,
    hasCompounds: lexicon.hasCompounds,
    multipliers: file.multipliers,
    numberOf: new Map(Object.entries(file.numbers).map(([word, value]) => [foldWord(word), value])),
    sensesOfWord,
    /** The topic of a word that names something sold, in any of its forms. */
    topicOfWord: (key: string) => topicOfSenses(sensesOfWord(key)),
    /** Whether a word, in any of its forms, stands for something that may be spoken of, or says which one. */
    isListed: (key: string) =>
      sensesOfWord(key)?.some((sense) => isOpen(sense) && sense.weight === USUAL) === true ||
      lexicon.formsOf(key).some((form) => describing.has(form) || partsOfNames().has(form)),
    /**
     * Whether a word of the lexicon is one of this language. Towns have the same name in many languages ("hotel in
     * Amsterdam"), and small words inside a thing's name may be of another one: "check-*in*", "dos *à* dos".
     */
    isOwnWord: (key: string) =>
      sensesOfWord(key)?.some(({ subject }) => SUBJECTS[subject]?.name !== 'places') === true ||
      (key.length >= PART_LENGTH_MIN && partsOfNames().has(key)),
    /** Every word of the lists here, as it is written and without accents. */
    vocabulary: vocabularyOf(file),
    letters: new RegExp(`^[a-z\\d'’${file.letters}-]*$`, 'i'),
    isDescribing: (key: string) => describing.has(key),
    /** Whether a word says something only beside others: the "season" of a "season ticket". */
    isPartOfName: (key: string) => partsOfNames().has(key) && !describing.has(key),
    /** Words that no text of the language is without. */
    small: new Set([
      ...lists.stop,
      ...lists.softeners,
      ...lists.prepositions,
      ...lists.negators,
      ...lists.definite,
      ...lists.joiners,
    ]),
  };
}

function readSigns(signs: SignFile): readonly Sign[] {
  return Object.values(signs).map(({ weight, phrases: lines }) => ({
    weight,
    phrases: phrases(lines),
  }));
}

/** The same names, each list compiled. */
function compiled<T>(lists: unknown, compile: (lines: Lines) => unknown): T {
  const read = (value: unknown): unknown =>
    Array.isArray(value)
      ? compile(value)
      : Object.fromEntries(Object.entries(value ?? {}).map(([name, list]) => [name, read(list)]));
  return read(lists) as T;
}

/** What is grave is no one else's business. */
export function isOpen({ subject }: Sense): boolean {
  return SUBJECTS[subject]?.isGrave === false;
}

/** The topic of the first sense that is sold. A rare sense names no thing by itself. */
export function topicOfSenses(senses: readonly Sense[] = []): string | undefined {
  for (const { subject, weight } of senses) {
    const topic = SUBJECTS[subject]?.topic;
    if (topic !== undefined && weight === USUAL) return topic;
  }
  return undefined;
}

const PART_LENGTH_MIN = 4;

/** Of a thing that is named by two words, each says something: "oat milk". */
function readPartsLater(lexicon: Lexicon): () => ReadonlySet<string> {
  let made: ReadonlySet<string> | undefined;
  const isName = (word: string) =>
    word.includes('-') && topicOfSenses(lexicon.sensesOf(foldWord(word))) !== undefined;
  return () => {
    made ??= words(
      wordsListedIn(lexicon.code)
        .filter(isName)
        .map((word) => word.replace(/[-']/g, ' ')),
    );
    return made;
  };
}

function vocabularyOf({ code, words, phrases, numbers, multipliers }: LanguageFile) {
  const vocabulary = new Set<string>();
  const add = (word: string) => {
    vocabulary.add(word.replace(/['’]/g, '')).add(foldWord(word));
  };
  const lines = [words, phrases].flatMap(linesIn);
  for (const word of [
    ...lines,
    ...plainWordsIn(code),
    ...Object.keys(numbers),
    ...Object.keys(multipliers),
  ]
    .join(' ')
    .toLowerCase()
    .split(/[\s,/*]+/)) {
    if (word.length < 2) continue;
    add(word);
    if (word.includes('-')) for (const part of word.split('-')) add(part);
  }
  return vocabulary;
}

function linesIn(lists: unknown): Lines {
  return Array.isArray(lists) ? lists : Object.values(lists ?? {}).flatMap(linesIn);
}

/** The first is taken where nothing tells them apart. */
export const LANGUAGES: readonly Language[] = [en, de, fr, es, it, pt, nl].map(readLanguage);
