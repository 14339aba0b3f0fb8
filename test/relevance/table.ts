import { judgeAds, type Verdict } from './judge-ads.ts';
import {
  HALVES,
  type Half,
  type JudgedConversation,
  LANGUAGES,
  readJudged,
  readPairs,
  readWishes,
} from './labelled.ts';
import { score, scoreDistress } from './score-messages.ts';
import { scorePairs } from './score-pairs.ts';
import { judgeProducts, scoreProducts } from './score-products.ts';

/** Prints how well conversations are read and ads chosen: `npm run relevance`. */

const share = (part: number, whole: number) =>
  (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`).padStart(8);

const row = (name: string, cells: readonly string[]) =>
  `  ${name.padEnd(10)}${cells.map((cell) => cell.padStart(13)).join('')}`;

const out = (line: string) => process.stdout.write(`${line}\n`);

function readingCells(conversations: readonly JudgedConversation[]): readonly string[] {
  const { accuracy, tallies } = score(conversations);
  const { found = 0, right = 0, wanted = 0, reached = 0 } = tallies.keywords ?? {};
  const { reached: served = 0 } = tallies.wishes ?? {};
  const { outright, hinted, others, falseAlarms } = scoreDistress(conversations);
  return [
    share(accuracy.language ?? 0, 1),
    share(right, found),
    share(served, wanted),
    share(reached, wanted),
    share(accuracy.intent ?? 0, 1),
    share(accuracy.price ?? 0, 1),
    share(outright.missed, outright.all),
    share(hinted.missed, hinted.all),
    share(falseAlarms, others),
  ];
}

function verdictCells(verdicts: readonly Verdict[]): readonly string[] {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return (['right', 'missed', 'absurd'] as const).map((one) => share(count(one), verdicts.length));
}

async function printHalf(half: Half): Promise<void> {
  const byLanguage = LANGUAGES.map((language) => ({
    language,
    conversations: readJudged(half, language),
  }));
  const all = byLanguage.flatMap(({ conversations }) => conversations);
  out(`${half}: ${all.length} conversations, as they are read`);
  out(
    row('', [
      'language',
      'precision',
      'recall',
      'word by word',
      'intent',
      'price',
      'missed',
      'hint missed',
      'false',
    ]),
  );
  for (const { language, conversations } of byLanguage) {
    out(row(language, readingCells(conversations)));
  }
  out(row('all', readingCells(all)));

  const judged = await judgeAds(all);
  const verdicts = judged.map(({ verdict }) => verdict);
  out(`\n${half}: the same conversations, and the ads beside them`);
  out(row('', ['right', 'missed', 'absurd']));
  let at = 0;
  for (const { language, conversations } of byLanguage) {
    out(row(language, verdictCells(verdicts.slice(at, at + conversations.length))));
    at += conversations.length;
  }
  out(row('all', verdictCells(verdicts)));
  if (half === 'tune' && process.argv.includes('--list')) listWrong(all, judged);

  const pairs = scorePairs(readPairs(half));
  out(`\n${half}: judged pairs`);
  out(row('', ['fits, run', 'off, run not']));
  for (const [language, { fits, kept, off, dropped }] of Object.entries(pairs)) {
    out(row(language, [share(kept, fits), share(dropped, off)]));
  }

  const { sold, rightlySold, unsold, rightlyNone } = scoreProducts(
    await judgeProducts(readWishes(half)),
  );
  out(`\n${half}: wishes, and the products of the sample catalogue`);
  out(row('', ['sold, right', 'unsold, none']));
  out(row('all', [share(rightlySold, sold), share(rightlyNone, unsold)]));
  out('');
}

/** Of the half that may be looked at. */
function listWrong(
  conversations: readonly JudgedConversation[],
  judged: Awaited<ReturnType<typeof judgeAds>>,
): void {
  for (const [at, { verdict, shown }] of judged.entries()) {
    const { messages, right = [] } = conversations[at] ?? { messages: [] };
    if (verdict === 'right') continue;
    out(`  ${verdict}: ${shown ?? 'no ad'}, not ${right.join(' or ') || 'none'}`);
    out(`    ${messages.at(-1)?.content ?? ''}`);
  }
}

for (const half of HALVES) await printHalf(half);
process.exit(0);
