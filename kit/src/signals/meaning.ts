import { type About, createAboutReader } from '../../../src/language/lexicon/about.ts';
import { fitOf, profileOf } from '../../../src/language/lexicon/fit.ts';
import { type Sense, USUAL } from '../../../src/language/lexicon/lexicon.ts';
import { similarityOf } from '../../../src/language/lexicon/similarity.ts';
import { SUBJECTS } from '../../../src/language/lexicon/subjects.ts';
import { isOpen as isOpenSense, topicOfSenses } from './language.ts';
import { isPhrase, type NounPhrase, type Text, type Unit } from './noun-phrases.ts';

/** A thing as the rest of its message speaks of it. */
export type Meant = NounPhrase & {
  /** The position in `SUBJECTS` of what it stands for here. */
  readonly subject: number | undefined;
  /** Whether shops have to do with it: a cat is not sold there, and its food is. */
  readonly hasShops: boolean;
  /** The message is about something far from any shop: a thing that it merely names is not asked for. */
  readonly isAside: boolean;
};

const SOLD_NAMES = new Set(
  SUBJECTS.flatMap(({ topic, name }) => (topic === undefined ? [] : [name])),
);

/** Hobbies and the like: no shop sells "hiking", and shops sell what it takes. */
const HAS_SHOPS: readonly boolean[] = SUBJECTS.map(
  ({ name, topic, near, isGrave }) =>
    topic !== undefined ||
    (!isGrave &&
      (near.some((other) => SOLD_NAMES.has(other)) ||
        SUBJECTS.some((other) => other.topic !== undefined && other.near.includes(name)))),
);

/** How well each subject goes with a text, made once. */
const PROFILES = SUBJECTS.map((_, subject) => profileOf({ subjects: [subject], shares: [1] }));

/** What a sense counts that nothing else in the text supports. */
const UNSUPPORTED = 0.1;
/** Of what a message is about. */
const ASIDE_SHARE_MIN = 0.6;

/**
 * What each phrase stands for beside the rest of the message. One whose word is meant in a sense that nobody sells is no
 * thing here: "python" beside "terrarium".
 */
export function settleSenses(text: Text, phrases: readonly NounPhrase[]): readonly Meant[] {
  const units = [...new Set(text.units)].filter((unit) => unit !== undefined);
  const whole = aboutOf(units);
  const isAside = whole !== undefined && farShare(whole) >= ASIDE_SHARE_MIN;
  return phrases.map((phrase) => {
    const { unit, topic } = phrase;
    if (unit === undefined) {
      const keyword = text.language.isPartOfName(phrase.head) ? undefined : phrase.keyword;
      return { ...phrase, keyword, subject: undefined, hasShops: false, isAside };
    }
    const subject = subjectOf(unit, units);
    const isSold = topic !== undefined && SUBJECTS[subject]?.topic !== undefined;
    const isMaterial =
      topicOfSenses(unit.senses) === undefined && !isPhrase(unit) && unit.senses.some(isOpenSense);
    const isOpen =
      HAS_SHOPS[subject] === true || (isMaterial && text.language.isDescribing(phrase.head));
    return {
      ...phrase,
      subject,
      hasShops: HAS_SHOPS[subject] === true,
      isAside,
      topic: isSold ? (SUBJECTS[subject]?.topic ?? topic) : undefined,
      keyword: isOpen ? phrase.keyword : undefined,
    };
  });
}

function aboutOf(units: readonly Unit[]): About | undefined {
  const reader = createAboutReader();
  for (const { senses } of units) reader.addSenses(senses, 1);
  return reader.finish();
}

/** The share of what no shop is for. */
function farShare({ subjects, shares }: About): number {
  let sum = 0;
  for (const [at, subject] of subjects.entries()) {
    if (HAS_SHOPS[subject] === false) sum += shares[at] ?? 0;
  }
  return sum;
}

/** Of the senses of a word, the one that the rest of the message supports most. */
function subjectOf({ senses, ...span }: Unit, units: readonly Unit[]): number {
  const [first, ...others] = senses;
  if (first === undefined) return -1;
  if (others.length === 0) return first.subject;
  const rest = aboutOf(units.filter(({ start }) => start !== span.start));
  let best = first.subject;
  let bestScore = 0;
  for (const { subject, weight } of senses) {
    const profile = PROFILES[subject];
    const support = rest === undefined || profile === undefined ? 0 : (fitOf(rest, profile) ?? 0);
    const score = weight * (UNSUPPORTED + support);
    if (score > bestScore) [best, bestScore] = [subject, score];
  }
  return soldAs(best, senses) ?? best;
}

/** From here on two subjects are of one field. */
const CLOSE = 0.5;

/** The same thing as a shop has it: a terrarium, for whoever speaks of geckos. A profession is one in every field. */
function soldAs(subject: number, senses: readonly Sense[]): number | undefined {
  const isSame = (sense: Sense) =>
    sense.weight === USUAL &&
    SUBJECTS[sense.subject]?.topic !== undefined &&
    (SUBJECTS[sense.subject]?.name === 'services' || similarityOf(subject, sense.subject) >= CLOSE);
  return SUBJECTS[subject]?.topic === undefined ? senses.find(isSame)?.subject : undefined;
}
