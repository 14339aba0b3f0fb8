import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LISTS } from '../../src/language/sensitive/all-lists.ts';
import { createSensitiveMatcher, EVERY_CLASS } from '../../src/language/sensitive/matcher.ts';
import type { SensitiveClass } from '../../src/language/sensitive/word-list.ts';
import { ROOT } from '../process.ts';

/** A message as a person types it to an assistant, and the class it belongs to. */
type LabelledSentence = {
  readonly text: string;
  readonly language: string;
  readonly sensitive: SensitiveClass | null;
  readonly half: 'tune' | 'measure';
};

const FILE = join(ROOT, 'test/relevance/earlier/sensitive.jsonl');

export function readLabelled(): readonly LabelledSentence[] {
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledSentence);
}

const matcher = createSensitiveMatcher(ALL_LISTS);

/** In percent: of the sentences of a class those found, in whatever class and in their own, and of the others those found. */
export function score(sentences: readonly LabelledSentence[], classes = EVERY_CLASS) {
  const classOf = ({ text }: LabelledSentence) => matcher.find([text], classes, 'prose')?.class;
  const labelled = sentences.filter(({ sensitive }) => sensitive !== null && classes[sensitive]);
  const plain = sentences.filter(({ sensitive }) => sensitive === null);
  const percent = (all: readonly LabelledSentence[], isHit: (one: LabelledSentence) => boolean) =>
    all.length === 0 ? 0 : (100 * all.filter(isHit).length) / all.length;
  return {
    found: percent(labelled, (sentence) => classOf(sentence) !== undefined),
    inClass: percent(labelled, (sentence) => classOf(sentence) === sentence.sensitive),
    falseAlarms: percent(plain, (sentence) => classOf(sentence) !== undefined),
  };
}
