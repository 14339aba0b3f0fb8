import type { Lexicon, Sense } from './lexicon.ts';
import { SIMILARITY } from './similarity.ts';
import { SUBJECTS } from './subjects.ts';

/** What a text is about: subjects by their positions, with shares that sum up to 1, the largest first. */
export type About = {
  readonly subjects: readonly number[];
  readonly shares: readonly number[];
};

/** Of one text or request. What comes later is not read. */
const EVIDENCE_MAX = 48;
/** The longest phrase of a lexicon. */
const PHRASE_WORDS_MAX = 4;

/** A word beside the one that names the thing: "*trail* shoes". */
const BESIDE = 0.4;
const GRAVE = 2;
/** What a sense counts that nothing else in the text supports. */
const UNSUPPORTED = 0.1;

const COUNT = SUBJECTS.length;

/**
 * Collects what words stand for. A word with several senses is settled at the end by the others: "python" beside
 * "terrarium" is an animal.
 */
export function createAboutReader() {
  const senses: (readonly Sense[])[] = [];
  const weights: number[] = [];
  const totals = new Float64Array(COUNT);

  const add = (found: readonly Sense[], weight: number): void => {
    if (senses.length === EVIDENCE_MAX) return;
    senses.push(found);
    weights.push(weight);
  };

  return {
    /** The words are folded; `main` is the position of the one that names the thing. */
    addPhrase(words: readonly string[], main: number, lexicon: Lexicon, weight: number): void {
      for (let at = 0; at < words.length; ) {
        const length = longestAt(words, at, lexicon);
        const found = lexicon.sensesOf(words.slice(at, at + length).join('-'));
        const isMain = main >= at && main < at + length;
        if (found !== undefined) add(found, isMain ? weight : weight * BESIDE);
        at += length;
      }
    },
    /** Subjects that one thing stands for. */
    addSenses: add,
    /** A category of the IAB Content Taxonomy 1.0. */
    addCategory(id: string, weight: number): void {
      const found = ofCategory(id);
      if (found.length > 0) add(found, weight);
    },
    /** What all of it is about, or undefined where nothing of it is known. The reader is empty afterwards. */
    finish(): About | undefined {
      if (senses.length === 0) return undefined;
      totals.fill(0);
      for (const [at, found] of senses.entries()) share(totals, found, weights[at] ?? 0);
      const settled = new Float64Array(COUNT);
      for (const [at, found] of senses.entries()) {
        settle(settled, totals, found, weights[at] ?? 0);
      }
      senses.length = 0;
      weights.length = 0;
      return aboutOf(settled);
    },
  };
}

/** How many of the words from here on are one entry of the lexicon; 1 where none are. */
function longestAt(words: readonly string[], at: number, lexicon: Lexicon): number {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length - at); length > 1; length--) {
    if (lexicon.sensesOf(words.slice(at, at + length).join('-')) !== undefined) return length;
  }
  return 1;
}

const weightOf = ({ subject, weight }: Sense) =>
  SUBJECTS[subject]?.isGrave === true ? weight * GRAVE : weight;

/** Divides the weight among the senses. */
function share(totals: Float64Array, found: readonly Sense[], weight: number): void {
  let sum = 0;
  for (const sense of found) sum += sense.weight;
  for (const sense of found) {
    totals[sense.subject] = (totals[sense.subject] ?? 0) + (weight * sense.weight) / sum;
  }
}

/** The same, by how much the rest of the text supports each sense. */
function settle(
  settled: Float64Array,
  totals: Float64Array,
  found: readonly Sense[],
  weight: number,
): void {
  let usual = 0;
  for (const sense of found) usual += sense.weight;
  let sum = 0;
  const scores = found.map((sense) => {
    let support = 0;
    for (let subject = 0; subject < COUNT; subject++) {
      const total = totals[subject] ?? 0;
      if (total > 0) support += total * (SIMILARITY[subject * COUNT + sense.subject] ?? 0);
    }
    // What the word itself gave does not support it.
    for (const own of found) {
      const given = (weight * own.weight) / usual;
      support -= given * (SIMILARITY[own.subject * COUNT + sense.subject] ?? 0);
    }
    const score = sense.weight * (UNSUPPORTED + Math.max(0, support));
    sum += score;
    return score;
  });
  for (const [at, sense] of found.entries()) {
    const part = (weight * weightOf(sense) * (scores[at] ?? 0)) / (sense.weight * sum);
    settled[sense.subject] = (settled[sense.subject] ?? 0) + part;
  }
}

function aboutOf(settled: Float64Array): About {
  const subjects: number[] = [];
  let sum = 0;
  for (let subject = 0; subject < COUNT; subject++) {
    const weight = settled[subject] ?? 0;
    if (weight > 0) subjects.push(subject);
    sum += weight;
  }
  subjects.sort((a, b) => (settled[b] ?? 0) - (settled[a] ?? 0) || a - b);
  return { subjects, shares: subjects.map((subject) => (settled[subject] ?? 0) / sum) };
}

const BY_CATEGORY = new Map<string, Sense[]>();
for (const [subject, { categories }] of SUBJECTS.entries()) {
  for (const category of categories) {
    const known = BY_CATEGORY.get(category) ?? [];
    known.push({ subject, weight: 1 });
    BY_CATEGORY.set(category, known);
  }
}

const NONE: readonly Sense[] = [];

/** The subjects at the category, or else at the one that it is a part of. */
function ofCategory(id: string): readonly Sense[] {
  const dash = id.indexOf('-');
  return BY_CATEGORY.get(id) ?? (dash === -1 ? NONE : (BY_CATEGORY.get(id.slice(0, dash)) ?? NONE));
}
