/**
 * How well the word lists find what they should: `bin/bun test/sensitive/measure.ts`. The half for
 * measuring was written before the lists; whoever changes a list looks at the sentences of the other half.
 */
import {
  type Half,
  type LabelledSentence,
  percent,
  readLabelled,
  type Share,
  score,
} from './labelled.ts';

function print(name: string, sentences: readonly LabelledSentence[]): void {
  const all = score(sentences);
  const crisis = score(sentences, { crisis: true });
  const cells = [all.found, all.inClass, all.falseAlarms, crisis.found, crisis.falseAlarms];
  process.stdout.write(`${name.padEnd(14)}${cells.map(cell).join('')}\n`);
}

function cell(share: Share): string {
  return `${percent(share).toFixed(1)} % (${share.hits}/${share.of})`.padStart(20);
}

const sentences = readLabelled();
const columns = [
  'recall',
  'in their class',
  'false alarms',
  'crisis recall',
  'crisis false alarms',
];
process.stdout.write(`${''.padEnd(14)}${columns.map((name) => name.padStart(20)).join('')}\n`);
const halves: readonly Half[] = ['tune', 'measure'];
for (const half of halves) {
  const ofHalf = sentences.filter((sentence) => sentence.half === half);
  print(half, ofHalf);
  for (const language of new Set(ofHalf.map((sentence) => sentence.language))) {
    print(
      `  ${language}`,
      ofHalf.filter((sentence) => sentence.language === language),
    );
  }
}
