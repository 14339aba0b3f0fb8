import { type Half, readConversations, readSentences } from './labelled.ts';
import { score, scoreSensitive, type Tally } from './score.ts';

/** Prints how well `rules()` reads the labelled conversations: precision and recall of each signal. */
const EMPTY: Tally = { found: 0, right: 0, wanted: 0, reached: 0 };

const percent = (part: number, whole: number) =>
  whole === 0 ? '   –' : `${((100 * part) / whole).toFixed(1)} %`.padStart(7);

function line(name: string, { found, right, wanted, reached }: Tally): string {
  return `  ${name.padEnd(36)} ${percent(right, found)} of ${String(found).padStart(3)}   ${percent(reached, wanted)} of ${String(wanted).padStart(3)}`;
}

for (const half of ['tune', 'measure', 'fresh'] satisfies readonly Half[]) {
  const conversations = readConversations(half);
  const { accuracy, tallies } = score(conversations);
  const sensitive = scoreSensitive(readSentences(half), conversations);
  const lines = [
    `${half}: ${conversations.length} conversations`,
    ...Object.entries(accuracy).map(
      ([name, share]) => `  ${name.padEnd(36)} ${percent(share, 1)} right`,
    ),
    `  ${'sensitive: recall'.padEnd(36)} ${percent(sensitive.recall, 1)} of ${sensitive.sensitive}`,
    `  ${'sensitive: false alarms'.padEnd(36)} ${percent(sensitive.falseAlarms, 1)} of ${sensitive.harmless}`,
    `  ${''.padEnd(36)} precision        recall`,
    ...Object.keys(tallies)
      .sort()
      .map((name) => line(name, tallies[name] ?? EMPTY)),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
