import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LISTS } from '../../src/sensitive/all-lists.ts';
import { createSensitiveMatcher, type EnabledClasses } from '../../src/sensitive/matcher.ts';
import { SENSITIVE_CLASSES, type SensitiveClass } from '../../src/sensitive/word-list.ts';
import { ROOT } from '../process.ts';

export type Half = 'tune' | 'measure';

/** A message as a person types it to an assistant, and the class it belongs to. */
export type LabelledSentence = {
  readonly text: string;
  readonly language: string;
  readonly sensitive: SensitiveClass | null;
  readonly half: Half;
};

const FILE = join(ROOT, 'test/relevance/earlier/sensitive.jsonl');

export function readLabelled(): readonly LabelledSentence[] {
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledSentence);
}

export type Share = { readonly hits: number; readonly of: number };

export type Score = {
  /** Sentences of an enabled class that were found, in whatever class. */
  readonly found: Share;
  /** Those that were found in the class of their label. */
  readonly inClass: Share;
  /** Sentences of no class that were found nevertheless. */
  readonly falseAlarms: Share;
};

const ALL_CLASSES: EnabledClasses = Object.fromEntries(
  SENSITIVE_CLASSES.map((name) => [name, true]),
);
const matcher = createSensitiveMatcher(ALL_LISTS);

export function score(sentences: readonly LabelledSentence[], classes = ALL_CLASSES): Score {
  const classOf = ({ text }: LabelledSentence) => matcher.find([text], classes, 'prose')?.class;
  const labelled = sentences.filter(({ sensitive }) => sensitive !== null && classes[sensitive]);
  const plain = sentences.filter(({ sensitive }) => sensitive === null);
  const share = (all: readonly LabelledSentence[], isHit: (s: LabelledSentence) => boolean) => ({
    hits: all.filter(isHit).length,
    of: all.length,
  });
  return {
    found: share(labelled, (sentence) => classOf(sentence) !== undefined),
    inClass: share(labelled, (sentence) => classOf(sentence) === sentence.sensitive),
    falseAlarms: share(plain, (sentence) => classOf(sentence) !== undefined),
  };
}

export function percent({ hits, of }: Share): number {
  return of === 0 ? 0 : (100 * hits) / of;
}
