/**
 * How well the word lists find what they should: `bin/bun test/sensitive/measure.ts`. The half for
 * measuring was written before the lists; whoever changes a list looks at the sentences of the other half.
 */
import { readLabelled, score } from './labelled.ts';

const row = (name: string, cells: readonly string[]) =>
  process.stdout.write(`${name.padEnd(14)}${cells.map((text) => text.padStart(20)).join('')}\n`);

row('', ['recall', 'in their class', 'false alarms', 'crisis recall', 'crisis false alarms']);
const sentences = readLabelled();
for (const half of ['tune', 'measure']) {
  for (const language of [undefined, 'en', 'de', 'fr', 'es']) {
    const some = sentences.filter(
      (one) => one.half === half && (language ?? one.language) === one.language,
    );
    const [all, crisis] = [score(some), score(some, { crisis: true })];
    const cells = [all.found, all.inClass, all.falseAlarms, crisis.found, crisis.falseAlarms];
    row(
      language === undefined ? half : `  ${language}`,
      cells.map((share) => `${share.toFixed(1)} %`),
    );
  }
}
