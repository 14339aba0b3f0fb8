import type { Lexicon, Sense } from './lexicon.ts';
import { SIMILARITY } from './similarity.ts';
import { SUBJECTS } from './subjects.ts';

/** What a text is about: subjects by their positions, with shares that sum up to 1, the largest first. */
export type About = {
  readonly subjects: readonly number[];
  readonly shares: readonly number[];
};

/** Of one text or request. What comes later is not read. */
const EVIDENCE_MAX = 32;

/** A word beside the one that names the thing: "*trail* shoes". */
const BESIDE = 0.4;
const GRAVE = 2;
/** What a sense counts that nothing else in the text supports. */
const UNSUPPORTED = 0.1;
/** Less than this tells nothing: the category of a whole site is all that is known. */
const WEIGHT_MIN = 0.5;

const COUNT = SUBJECTS.length;
/** Subjects that one text is said to be about. */
const SUBJECTS_MAX = 8;

export type AboutReader = ReturnType<typeof createAboutReader>;

/**
 * Collects what words stand for. A word with several senses is settled at the end by the others: "python" beside
 * "terrarium" is an animal.
 */
export function createAboutReader() {
  const evidence: (readonly Sense[])[] = [];
  const weights: number[] = [];
  const totals = createSums();
  const settled = createSums();
  let weightSum = 0;

  const add = (found: readonly Sense[], weight: number): void => {
    if (found.length === 0) return;
    const known = evidence.indexOf(found);
    if (known !== -1) weights[known] = (weights[known] as number) + weight;
    else if (evidence.length < EVIDENCE_MAX) {
      evidence.push(found);
      weights.push(weight);
    } else return;
    weightSum += weight;
  };

  const clear = (): void => {
    evidence.length = 0;
    weights.length = 0;
    weightSum = 0;
    totals.clear();
    settled.clear();
  };

  return {
    /** The words are folded; `main` is the position of the one that names the thing. Tells how many words are known. */
    addPhrase(words: readonly string[], main: number, lexicon: Lexicon, weight: number): number {
      let known = 0;
      for (let at = 0; at < words.length; ) {
        const entry = lexicon.entryAt(words, at);
        const length = entry?.length ?? 1;
        const isMain = main >= at && main < at + length;
        if (entry !== undefined) {
          add(entry.senses, isMain ? weight : weight * BESIDE);
          known += length;
        }
        at += length;
      }
      return known;
    },
    /** Subjects that one thing stands for, all as likely. */
    addSenses: add,
    /** What all of it is about, or undefined where nothing of it is known. The reader is empty afterwards. */
    finish(): About | undefined {
      if (weightSum < WEIGHT_MIN) {
        clear();
        return undefined;
      }
      for (let at = 0; at < evidence.length; at++) {
        share(totals, evidence[at] as readonly Sense[], weights[at] as number);
      }
      for (let at = 0; at < evidence.length; at++) {
        settle(settled, totals, evidence[at] as readonly Sense[], weights[at] as number);
      }
      const about = aboutOf(settled);
      clear();
      return about;
    },
  };
}

type SubjectSums = ReturnType<typeof createSums>;

/** A number for each subject, most of them 0. */
function createSums() {
  const numbers = new Float64Array(COUNT);
  const touched: number[] = [];
  return {
    touched: touched as readonly number[],
    at: (subject: number) => numbers[subject] as number,
    add(subject: number, number: number): void {
      if (numbers[subject] === 0) touched.push(subject);
      numbers[subject] = (numbers[subject] as number) + number;
    },
    clear(): void {
      for (const subject of touched) numbers[subject] = 0;
      touched.length = 0;
    },
  };
}

const similarityOf = (one: number, other: number) => SIMILARITY[one * COUNT + other] as number;

const GRAVITY = Float64Array.from(SUBJECTS, ({ isGrave }) => (isGrave ? GRAVE : 1));

/** Divides the weight among the senses. */
function share(totals: SubjectSums, found: readonly Sense[], weight: number): void {
  const sum = usualSum(found);
  for (const sense of found) totals.add(sense.subject, (weight * sense.weight) / sum);
}

function usualSum(found: readonly Sense[]): number {
  let sum = 0;
  for (const sense of found) sum += sense.weight;
  return sum;
}

/** The same, by how much the rest of the text supports each sense. */
function settle(
  settled: SubjectSums,
  totals: SubjectSums,
  found: readonly Sense[],
  weight: number,
): void {
  const [only] = found;
  if (found.length === 1 && only !== undefined) {
    settled.add(only.subject, weight * (GRAVITY[only.subject] as number));
    return;
  }
  const usual = usualSum(found);
  let sum = 0;
  for (let at = 0; at < found.length; at++) {
    const { subject, weight: ofSense } = found[at] as Sense;
    let support = 0;
    for (const other of totals.touched) support += totals.at(other) * similarityOf(other, subject);
    // What the word itself gave does not support it.
    for (const own of found) {
      support -= ((weight * own.weight) / usual) * similarityOf(own.subject, subject);
    }
    const score = ofSense * (UNSUPPORTED + Math.max(0, support));
    SCORES[at] = score;
    sum += score;
  }
  for (let at = 0; at < found.length; at++) {
    const { subject } = found[at] as Sense;
    settled.add(subject, (weight * (GRAVITY[subject] as number) * (SCORES[at] as number)) / sum);
  }
}

/** Of the senses of one word, while it is settled. */
const SCORES = new Float64Array(COUNT);

function aboutOf(settled: SubjectSums): About {
  const subjects = settled.touched
    .toSorted((a, b) => settled.at(b) - settled.at(a) || a - b)
    .slice(0, SUBJECTS_MAX);
  let sum = 0;
  for (const subject of subjects) sum += settled.at(subject);
  return { subjects, shares: subjects.map((subject) => settled.at(subject) / sum) };
}

const sense = (subject: number): Sense => ({ subject, weight: 1 });

const BY_CATEGORY = new Map<string, Sense[]>();
/** All subjects of a top category, for those that have none of their own: sports. */
const BY_TOP = new Map<string, Sense[]>();
const BY_TOPIC = new Map<string, Sense[]>();
for (const [subject, { categories, topic }] of SUBJECTS.entries()) {
  for (const category of categories) {
    addTo(BY_CATEGORY, category, subject);
    addTo(BY_TOP, topOf(category), subject);
  }
  if (topic !== undefined) addTo(BY_TOPIC, topic, subject);
}

function addTo(senses: Map<string, Sense[]>, key: string, subject: number): void {
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

/** The subjects at a category of the IAB Content Taxonomy 1.0, or else at the one that it is a part of, or in it. */
export function sensesOfCategory(id: string): readonly Sense[] {
  const top = topOf(id);
  return BY_CATEGORY.get(id) ?? BY_CATEGORY.get(top) ?? BY_TOP.get(top) ?? NONE;
}

/** The subjects under one of the broad topics that the kit tells. */
export function sensesOfTopic(topic: string): readonly Sense[] {
  return BY_TOPIC.get(topic) ?? NONE;
}
