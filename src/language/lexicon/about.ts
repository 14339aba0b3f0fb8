import { type Lexicon, type Sense, USUAL } from './lexicon.ts';
import { similarityOf } from './similarity.ts';
import { createSubjectSums, type SubjectSums } from './subject-sums.ts';
import { SUBJECTS } from './subjects.ts';

/** What a text is about: subjects by their positions, with shares that sum up to 1, the largest first. */
export type About = {
  readonly subjects: readonly number[];
  readonly shares: readonly number[];
};

/** Of one text or request. What comes later is not read. */
const EVIDENCE_MAX = 32;

/** A word beside the one that names the thing: "*trail* shoes". */
const BESIDE = 0.6;
/** What a sense counts that nothing else in the text supports. */
const UNSUPPORTED = 0.02;
/** So often the words settle each other's senses. */
const ROUNDS = 2;
/** A word that all its subjects mark as rarer: it tells of a thing more often than it names one. */
const RARER = 0.7;
/** Less than this tells nothing: the category of a whole site is all that is known. */
const WEIGHT_MIN = 0.35;

/** Subjects that one text is said to be about. */
const SUBJECTS_MAX = 8;

/** Who speaks of illness, politics or the law speaks of little else, unless somebody wants to buy a thing. */
const GRAVE = 2;
const SOLD = 2;

/** What is read: an ad, a conversation, or one of somebody who wants to buy. */
export type KindOfText = 'ad' | 'talk' | 'purchase';

type TextReading = {
  /** What a word of each subject counts. */
  readonly gravity: Float64Array;
  /** What a word counts that has nothing to do with the others: an ad is about one thing, a conversation about several. */
  readonly alone: number;
};

const READINGS: Readonly<Record<KindOfText, TextReading>> = {
  ad: { gravity: Float64Array.from(SUBJECTS, () => 1), alone: 0.05 },
  talk: {
    gravity: Float64Array.from(SUBJECTS, ({ isGrave }) => (isGrave ? GRAVE : 1)),
    alone: 0.8,
  },
  purchase: {
    gravity: Float64Array.from(SUBJECTS, ({ topic }) => (topic === undefined ? 1 : SOLD)),
    alone: 0.8,
  },
};

/** A word or a phrase of a short text: what it stands for, and whether it names the thing. */
type ReadEntry = { readonly senses: readonly Sense[]; readonly isMain: boolean };

/** The words are folded; `main` is the position of the one that names the thing. */
export function entriesOf(
  words: readonly string[],
  main: number,
  lexicon: Lexicon,
): readonly ReadEntry[] {
  const entries: ReadEntry[] = [];
  for (let at = 0; at < words.length; ) {
    const entry = lexicon.entryAt(words, at);
    const length = entry?.length ?? 1;
    const isMain = main >= at && main < at + length;
    if (entry !== undefined) entries.push({ senses: entry.senses, isMain });
    at += length;
  }
  return entries;
}

export type AboutReader = ReturnType<typeof createAboutReader>;

/**
 * Collects what words stand for. A word with several senses is settled at the end by the others: "python" beside
 * "terrarium" is an animal.
 */
export function createAboutReader() {
  /** Used again by the next text: only the first `count` are of this one. */
  const kept: WordEvidence[] = [];
  const totals = createSubjectSums();
  let count = 0;
  let weightSum = 0;

  const knownOf = (senses: readonly Sense[]): WordEvidence | undefined => {
    for (let at = 0; at < count; at++) {
      const one = kept[at] as WordEvidence;
      if (one.senses === senses) return one;
    }
    return undefined;
  };

  const add = (senses: readonly Sense[], given: number): void => {
    if (senses.length === 0) return;
    const weight = senses.some(isUsual) ? given : given * RARER;
    const known = knownOf(senses);
    if (known !== undefined) known.weight += weight;
    else if (count < EVIDENCE_MAX) {
      kept[count] = begun(kept[count], senses, weight);
      count++;
    } else return;
    weightSum += weight;
  };

  return {
    addEntries(entries: readonly ReadEntry[], weight: number): void {
      for (const { senses, isMain } of entries) add(senses, isMain ? weight : weight * BESIDE);
    },
    /** Subjects that one thing stands for. */
    addSenses: add,
    isEmpty: () => count === 0,
    /** What all of it is about, or undefined where nothing of it is known. The reader is empty afterwards. */
    finish(kind: KindOfText = 'talk'): About | undefined {
      const isKnown = weightSum >= WEIGHT_MIN;
      const read = kept.slice(0, count);
      count = 0;
      weightSum = 0;
      return isKnown ? settle(read, totals, READINGS[kind]) : undefined;
    },
  };
}

const isUsual = (sense: Sense) => sense.weight === USUAL;

/** A word, what it can stand for, how likely each is, and how much the word counts. */
type WordEvidence = {
  senses: readonly Sense[];
  /** One for each sense; what is behind them is of an earlier word. */
  readonly shares: number[];
  weight: number;
  /** The weight, less for a word that has little to do with the others. */
  settled: number;
};

/** In the memory of an earlier word, if there was one. */
function begun(
  one: WordEvidence = { senses: [], shares: [], weight: 0, settled: 0 },
  senses: readonly Sense[],
  weight: number,
): WordEvidence {
  let sum = 0;
  for (const sense of senses) sum += sense.weight;
  for (let at = 0; at < senses.length; at++) one.shares[at] = (senses[at] as Sense).weight / sum;
  one.senses = senses;
  one.weight = weight;
  one.settled = weight;
  return one;
}

/** From so many senses on, a topic or a category is too broad to support anything: all of sports. */
const BROAD_SENSES_MIN = 6;

const isBroad = ({ senses }: WordEvidence) => senses.length >= BROAD_SENSES_MIN;

function settle(
  read: readonly WordEvidence[],
  totals: SubjectSums,
  { gravity, alone }: TextReading,
): About {
  for (let round = 0; round < ROUNDS && read.length > 1; round++) {
    totals.clear();
    let sum = 0;
    for (const one of read) {
      if (isBroad(one)) continue;
      addTo(totals, one);
      sum += one.settled;
    }
    for (const one of read) settleWord(one, totals, isBroad(one) ? sum : sum - one.settled, alone);
  }
  totals.clear();
  for (const one of read) addTo(totals, one, gravity);
  return aboutOf(totals);
}

function addTo(totals: SubjectSums, one: WordEvidence, gravity?: Float64Array): void {
  const { senses, shares, settled } = one;
  for (let at = 0; at < senses.length; at++) {
    const { subject } = senses[at] as Sense;
    const factor = gravity === undefined ? 1 : (gravity[subject] as number);
    totals.add(subject, settled * (shares[at] as number) * factor);
  }
}

/** By how much the other words support each sense. */
function settleWord(one: WordEvidence, totals: SubjectSums, others: number, alone: number): void {
  if (others < NOTHING) return;
  const { senses, shares } = one;
  let sum = 0;
  let supported = 0;
  for (let at = 0; at < senses.length; at++) {
    const { subject, weight } = senses[at] as Sense;
    const common = totals.commonWith(subject) - givenBy(one, subject);
    const support = Math.max(0, common) / others;
    const likely = UNSUPPORTED + support;
    const score = weight * (likely * likely * likely);
    SCORES[at] = score;
    sum += score;
    supported += score * support;
  }
  for (let at = 0; at < senses.length; at++) shares[at] = (SCORES[at] as number) / sum;
  one.settled = (one.weight * (alone + supported / sum)) / (alone + 1);
}

/** Less than any weight: there are no others. */
const NOTHING = 1e-6;

/** What a word gave itself to what all of it has in common with a subject: that does not support it. */
function givenBy(one: WordEvidence, subject: number): number {
  if (isBroad(one)) return 0;
  let given = 0;
  for (let own = 0; own < one.senses.length; own++) {
    const share = one.settled * (one.shares[own] as number);
    given += share * similarityOf((one.senses[own] as Sense).subject, subject);
  }
  return given;
}

/** Of the senses of one word, while it is settled. */
const SCORES = new Float64Array(SUBJECTS.length);

/** Sorted as they are found: they are few. */
function aboutOf({ touched, at: sumOf }: SubjectSums): About {
  const subjects: number[] = [];
  for (const subject of touched) {
    let position = subjects.length;
    while (position > 0 && isBefore(subject, subjects[position - 1] as number, sumOf)) position--;
    if (position >= SUBJECTS_MAX) continue;
    for (let at = Math.min(subjects.length, SUBJECTS_MAX - 1); at > position; at--)
      subjects[at] = subjects[at - 1] as number;
    subjects[position] = subject;
  }
  let sum = 0;
  for (const subject of subjects) sum += sumOf(subject);
  const shares: number[] = [];
  for (const subject of subjects) shares.push(sumOf(subject) / sum);
  return { subjects, shares };
}

/** By what they count, and among equals in the order of `SUBJECTS`. */
function isBefore(one: number, other: number, sumOf: SubjectSums['at']): boolean {
  const less = sumOf(other) - sumOf(one);
  return less < 0 || (less === 0 && one < other);
}

const sense = (subject: number): Sense => ({ subject, weight: 1 });

const BY_CATEGORY = new Map<string, Sense[]>();
/** All subjects of a top category, for those that have none of their own: sports. */
const BY_TOP = new Map<string, Sense[]>();
const BY_TOPIC = new Map<string, Sense[]>();
for (const [subject, { categories, topic }] of SUBJECTS.entries()) {
  for (const category of categories) {
    fileUnder(BY_CATEGORY, category, subject);
    fileUnder(BY_TOP, topOf(category), subject);
  }
  if (topic !== undefined) fileUnder(BY_TOPIC, topic, subject);
}

function fileUnder(senses: Map<string, Sense[]>, key: string, subject: number): void {
  const known = senses.get(key);
  if (known === undefined) senses.set(key, [sense(subject)]);
  else known.push(sense(subject));
}

const NONE: readonly Sense[] = [];

/** "IAB8-6" is a part of "IAB8". */
function topOf(category: string): string {
  const dash = category.indexOf('-');
  return dash === -1 ? category : category.slice(0, dash);
}

/** The subjects at a category of the IAB Content Taxonomy 1.0. */
export function sensesOfCategory(id: string): readonly Sense[] {
  return BY_CATEGORY.get(id) ?? NONE;
}

/** Where there are none: those at the category that it is a part of, or all of its own parts. */
export function sensesNearCategory(id: string): readonly Sense[] {
  const top = topOf(id);
  return BY_CATEGORY.get(top) ?? BY_TOP.get(top) ?? NONE;
}

/** The subjects under one of the broad topics that the kit tells. */
export function sensesOfTopic(topic: string): readonly Sense[] {
  return BY_TOPIC.get(topic) ?? NONE;
}
