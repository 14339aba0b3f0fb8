import { foldWord } from './fold-word.ts';
import { SUBJECTS } from './subjects.ts';

/** `words/<language>.json`: what the words of one language stand for. */
export type LexiconFile = {
  /** ISO 639-1 */
  readonly code: string;
  /** In a phrase the first word names the thing ("machine à café"), or the last ("coffee machine"). */
  readonly head: string;
  /** Endings that plurals and cases add; with `>` what they take the place of: "ões>ão". */
  readonly endings: string;
  /** Compounds are written as one word: "Kaffeemaschine" is a "Maschine". */
  readonly hasCompounds: boolean;
  /**
   * By subject. A phrase has hyphens between its words. A word under several subjects has several senses; `?` behind it
   * marks a sense that is rarer than the others.
   */
  readonly words: Readonly<Record<string, readonly string[]>>;
};

/** One thing that a word can stand for. */
export type Sense = {
  /** The position in `SUBJECTS`. */
  readonly subject: number;
  /** How usual it is: 1, or less for a rarer one. */
  readonly weight: number;
};

export type Lexicon = {
  readonly code: string;
  readonly head: 'first' | 'last';
  /** The senses of a folded word, or of a phrase whose words have hyphens between them, in any of its forms. */
  readonly sensesOf: (key: string) => readonly Sense[] | undefined;
  readonly hasCompounds: boolean;
  /** Every word and phrase, as the file writes it. */
  readonly listed: readonly string[];
  /** A folded word as it stands, and without each of the endings that it may have. */
  readonly formsOf: (key: string) => readonly string[];
};

const RARE = 0.3;

const POSITIONS: ReadonlyMap<string, number> = new Map(
  SUBJECTS.map(({ name }, position) => [name, position]),
);

/** Throws where the file names a subject that does not exist: the files are ours. */
export function readLexicon(file: LexiconFile): Lexicon {
  const senses = new Map<string, Sense[]>();
  const listed: string[] = [];
  for (const [name, lines] of Object.entries(file.words)) {
    const subject = POSITIONS.get(name);
    if (subject === undefined) throw new Error(`${file.code}.json: no subject is called "${name}"`);
    for (const entry of lines.join(' ').split(' ')) {
      if (entry === '') continue;
      const isRare = entry.endsWith('?');
      const word = isRare ? entry.slice(0, -1) : entry;
      listed.push(word);
      addSense(senses, foldWord(word), { subject, weight: isRare ? RARE : 1 });
    }
  }
  const endings = readEndings(file.endings);
  const phraseStarts = new Set(
    [...senses.keys()].flatMap((key) => (key.includes('-') ? [firstWordOf(key)] : [])),
  );
  return {
    code: file.code,
    head: file.head === 'first' ? 'first' : 'last',
    hasCompounds: file.hasCompounds,
    listed,
    formsOf: (key) => [key, ...stemsOf(key, endings)],
    sensesOf(key) {
      const known = senses.get(key);
      if (known !== undefined) return known;
      const stems = stemsOf(key, endings);
      for (const stem of stems) {
        const found = senses.get(stem);
        if (found !== undefined) return found;
      }
      if (key.includes('-')) {
        const found = sensesOfPhrase(key, endings, phraseStarts, senses);
        if (found !== undefined) return found;
      }
      return file.hasCompounds ? sensesOfCompound([key, ...stems], senses) : undefined;
    },
  };
}

function addSense(senses: Map<string, Sense[]>, word: string, sense: Sense): void {
  const known = senses.get(word);
  if (known === undefined) senses.set(word, [sense]);
  else if (!known.some(({ subject }) => subject === sense.subject)) known.push(sense);
}

/** What a form ends with, and what its listed word has there instead. */
type Ending = { readonly ending: string; readonly instead: string };

function readEndings(list: string): readonly Ending[] {
  return foldWord(list)
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => {
      const [ending = '', instead = ''] = one.split('>');
      return { ending, instead };
    });
}

/** Shorter words are no plural of anything: "gas". */
const STEM_LENGTH_MIN = 3;

function stemsOf(key: string, endings: readonly Ending[]): readonly string[] {
  const stems: string[] = [];
  for (const { ending, instead } of endings) {
    if (!key.endsWith(ending)) continue;
    const stem = key.slice(0, -ending.length) + instead;
    if (stem.length >= STEM_LENGTH_MIN) stems.push(stem);
  }
  return stems;
}

function firstWordOf(key: string): string {
  return key.slice(0, key.indexOf('-'));
}

/** Every word of a phrase may have an ending: "máquinas-de-café", "bandas-elásticas". */
function sensesOfPhrase(
  key: string,
  endings: readonly Ending[],
  starts: ReadonlySet<string>,
  senses: ReadonlyMap<string, readonly Sense[]>,
): readonly Sense[] | undefined {
  const [first = '', ...rest] = key.split('-').slice(0, PHRASE_WORDS_MAX);
  let forms = [first, ...stemsOf(first, endings)].filter((form) => starts.has(form));
  for (const word of forms.length === 0 ? [] : rest) {
    const ends = [word, ...stemsOf(word, endings)];
    forms = forms.flatMap((form) => ends.map((end) => `${form}-${end}`));
  }
  for (const form of forms) {
    const found = senses.get(form);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Longer phrases are found as they are listed. */
const PHRASE_WORDS_MAX = 5;

/** The shortest word that counts at the end of a compound whose beginning is unknown: "Wilhelm" is no "Helm". */
const COMPOUND_END_MIN = 5;
/** The shortest that counts in any: "…uhr" would find "Natur". */
const COMPOUND_LENGTH_MIN = 4;
/** Longer words are no compounds that a list could know. */
const COMPOUND_LENGTH_MAX = 40;
/** Between the two parts of a compound: "Geburtstag*s*geschenk". */
const COMPOUND_JOINT = /(?:en|es|[esn])$/;

function sensesOfCompound(
  forms: readonly string[],
  senses: ReadonlyMap<string, readonly Sense[]>,
): readonly Sense[] | undefined {
  const isKnown = (part: string) => senses.has(part);
  for (const form of forms) {
    if (form.length > COMPOUND_LENGTH_MAX) continue;
    for (let at = 2; at <= form.length - COMPOUND_LENGTH_MIN; at++) {
      const found = senses.get(form.slice(at));
      if (found === undefined) continue;
      const start = form.slice(0, at);
      const isLong = form.length - at >= COMPOUND_END_MIN;
      if (isLong || isKnown(start) || isKnown(start.replace(COMPOUND_JOINT, ''))) return found;
    }
  }
  return undefined;
}
