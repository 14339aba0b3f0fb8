import { foldWord } from '../../../../src/language/lexicon/fold-word.ts';
import { type Lexicon, type Sense, USUAL } from '../../../../src/language/lexicon/lexicon.ts';
import { lexiconOf } from '../../../../src/language/lexicon/lexicons.ts';
import { SUBJECTS } from '../../../../src/language/lexicon/subjects.ts';
import { type Phrases, phrases, words } from '../phrases.ts';
import { INTENTS, type IntentValue } from '../signals.ts';

/**
 * All that the rules know of one language, as lists to read and edit. Adding a language is one file of
 * this form and a line in `languages.ts`. Words are compared without case, accents and apostrophes;
 * `phrases.ts` says how phrases are written.
 */
export type LanguageFile = {
  readonly code: string;
  /** Letters beside a to z. */
  readonly letters: string;
  /** Words inside a noun phrase: "machine *à* café". */
  readonly joiners: string;
  /** Phrases whose words are in no keyword, though each alone could be. */
  readonly idioms: string;
  /** Words that are in no keyword. */
  readonly stop: string;
  /** Nouns that people ask a chat for and no shop sells. */
  readonly notGoods: string;
  readonly people: string;
  /** Things only behind another word: "coffee *machine*", "phone *case*". */
  readonly parts: string;
  /** Words that say which one of the things is meant: "*waterproof trail running* shoes". */
  readonly describing: string;
  /** Between a request and its object, and before nouns: articles, "new", "good". */
  readonly softeners: string;
  /** What follows one of these describes the thing before: "headphones *for* the gym". */
  readonly prepositions: string;
  /** The thing wanted follows. */
  readonly request: string;
  /** Of these, the ones that also stand before what nobody wants: "*good* bass". */
  readonly mild: string;
  readonly intents: Readonly<
    Record<IntentValue, { readonly strong: string; readonly weak: string }>
  >;
  /** What goes wrong with a thing one has. */
  readonly trouble: string;
  /** Before a thing that one has, or that was spoken of. */
  readonly definite: string;
  /** Before comparatives that do not end in -er: "*more* useful than". */
  readonly comparatives: string;
  /** Behaviour, told in `intent.signals`. */
  readonly behaviours: Readonly<Record<string, string>>;
  /** From here on the talk is of something else. */
  readonly topicChange: string;
  /** Words that stand for what was spoken of before. */
  readonly references: string;
  /** Words that set two things against each other: "kindle *or* kobo", "*between* tea *and* coffee", "better *than*". */
  readonly comparing: {
    readonly or: string;
    readonly between: string;
    readonly and: string;
    readonly than: string;
  };
  /** A message that begins with one asks for information, if nothing says otherwise. */
  readonly questions: string;
  /** What follows is not wanted: "anything but leather". */
  readonly excludes: string;
  readonly negators: string;
  /** Between a negator and what is not wanted: "don't *want* leather". */
  readonly wishes: string;
  readonly feelings: {
    readonly positive: string;
    readonly negative: string;
    /** Positive as an answer ("great!"), but not before a noun ("a great tent"). */
    readonly praise: string;
  };
  readonly price: {
    readonly max: string;
    readonly min: string;
    readonly maxAfter: string;
    readonly minAfter: string;
    /** Before an amount that the user has to spend. */
    readonly budget: string;
    /** The same, if a currency is named. */
    readonly have: string;
    readonly between: string;
    readonly to: string;
    readonly and: string;
    readonly about: string;
    readonly aboutAfter: string;
    /** Between a cue and its amount. */
    readonly fillers: string;
    /** Amounts after these are told of, not wished for. */
    readonly told: string;
    /** A number after these is no price. */
    readonly labels: string;
    /** A number before these is no price. */
    readonly units: string;
    /** Behind an amount and before what bounds it: "180 *a night* at most". */
    readonly per: string;
  };
  readonly numbers: Readonly<Record<string, number>>;
  readonly multipliers: Readonly<Record<string, number>>;
  /** A name follows. */
  readonly introductions: string;
  /** A name follows if it is capitalised. */
  readonly beforeNames: string;
  /** A name follows, or else an article: "address *of*". */
  readonly owners: string;
  /** A name follows: "Mr". */
  readonly titles: string;
  /** What holds or counts the thing behind it: "*bag of* coffee beans". */
  readonly containers?: string;
  /** Before what somebody likes who is to have a gift: "*into* yoga". */
  readonly interests?: string;
  /** Between two things that are compared: "how does A *compare with* B". */
  readonly against?: string;
  /** A thing beside one of these takes the place of the one spoken of: "a tent *instead*". */
  readonly instead?: string;
};

export type Language = ReturnType<typeof readLanguage>;

export function readLanguage(file: LanguageFile) {
  const lexicon = lexiconOf(file.code);
  if (lexicon === undefined) throw new Error(`no lexicon has the code "${file.code}"`);
  const describing = words(file.describing);
  const partsOfNames = readPartsLater(lexicon);
  // "Trekking-Zelt" is a "Zelt".
  const sensesOfWord = (key: string) =>
    lexicon.sensesOf(key) ?? lexicon.sensesOf(key.slice(key.lastIndexOf('-') + 1));
  const topicOfWord = (key: string) => topicOfSenses(sensesOfWord(key));
  return {
    ...file,
    lexicon,
    head: lexicon.head,
    hasCompounds: lexicon.hasCompounds,
    joiners: words(file.joiners),
    idioms: phrases(file.idioms),
    stop: words(file.stop),
    notGoods: words(file.notGoods),
    people: words(file.people),
    parts: words(file.parts),
    /** The topic of a word that names something sold, in any of its forms. */
    topicOfWord,
    sensesOfWord,
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
    vocabulary: vocabularyOf(file, lexicon),
    letters: new RegExp(`^[a-z\\d'’${file.letters}-]*$`, 'i'),
    isDescribing: (key: string) => describing.has(key),
    /** Whether a word says something only beside others: the "season" of a "season ticket". */
    isPartOfName: (key: string) => partsOfNames().has(key) && !describing.has(key),
    /** Words that no text of the language is without. */
    small: new Set(
      [
        file.stop,
        file.softeners,
        file.prepositions,
        file.negators,
        file.definite,
        file.joiners,
      ].flatMap((list) => [...words(list)]),
    ),
    softeners: words(file.softeners),
    prepositions: words(file.prepositions),
    request: phrases(file.request),
    mild: words(file.mild),
    intents: INTENTS.map((value) => ({
      value,
      strong: phrases(file.intents[value].strong),
      weak: phrases(file.intents[value].weak),
    })),
    trouble: words(file.trouble),
    definite: words(file.definite),
    comparatives: words(file.comparatives),
    behaviours: Object.entries(file.behaviours).map(([name, list]) => ({
      name,
      phrases: phrases(list),
    })),
    numberOf: new Map(Object.entries(file.numbers).map(([word, value]) => [foldWord(word), value])),
    topicChange: phrases(file.topicChange),
    references: words(file.references),
    comparing: {
      or: words(file.comparing.or),
      between: words(file.comparing.between),
      and: words(file.comparing.and),
      than: words(file.comparing.than),
    },
    questions: words(file.questions),
    excludes: phrases(file.excludes),
    negators: words(file.negators),
    wishes: words(file.wishes),
    feelings: {
      positive: phrases(file.feelings.positive),
      negative: phrases(file.feelings.negative),
      praise: phrases(file.feelings.praise),
    },
    price: {
      ...readPriceWords(file.price),
      fillers: words(file.price.fillers),
      units: words(file.price.units),
    },
    introductions: phrases(file.introductions),
    beforeNames: words(file.beforeNames),
    owners: phrases(file.owners),
    titles: words(file.titles),
    containers: phrases(file.containers ?? ''),
    interests: phrases(file.interests ?? ''),
    against: phrases(file.against ?? ''),
    instead: phrases(file.instead ?? ''),
  };
}

function readPriceWords(
  lists: LanguageFile['price'],
): Readonly<Record<keyof typeof lists, Phrases>> {
  const read = Object.entries(lists).map(([name, list]) => [name, phrases(list)]);
  // The same keys, each list compiled.
  return Object.fromEntries(read);
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
    made ??= words(lexicon.listed.filter(isName).join(' ').replace(/[-']/g, ' '));
    return made;
  };
}

function vocabularyOf(
  { code: _code, letters: _letters, ...lists }: LanguageFile,
  { plain }: Pick<Lexicon, 'plain'>,
) {
  const vocabulary = new Set<string>();
  const add = (word: string) => {
    vocabulary.add(word.replace(/['’]/g, '')).add(foldWord(word));
  };
  for (const word of [...textsOf(lists), ...plain]
    .join(' ')
    .toLowerCase()
    .split(/[\s,/*]+/)) {
    if (word.length < 2) continue;
    add(word);
    if (word.includes('-')) for (const part of word.split('-')) add(part);
  }
  return vocabulary;
}

/** All texts in a value, and the names of its fields, which are words where numbers are listed. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [name, ...textsOf(inside)]);
}
