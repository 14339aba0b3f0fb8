import { afterAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalOf } from '../ledger/ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from '../ledger/samples.ts';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

/** This version, with one more dimension: as CONTRIBUTING.md says, a row and its words. */
function patchedCopy(): string {
  const copy = temporaryFolder();
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json', 'examples']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  for (const name of ['node_modules', 'kit', 'bin', 'docs']) {
    symlinkSync(join(ROOT, name), join(copy, name));
  }
  patch(join(copy, 'src/sale/dimensions.ts'), '} as const satisfies', [
    'channel: {',
    '  columnBytesMax: SHORT,',
    "  inToken: { values: ['', 'app', 'site'] },",
    "  ofRequest: ({ wire }) => (wire.app === undefined ? 'site' : 'app'),",
    '},',
  ]);
  patch(join(copy, 'src/sale/dimension-words.ts'), '  reason: {', [
    "channel: { name: 'Channel', meaning: 'Whether it was a page or an app', none: UNKNOWN },",
  ]);
  return copy;
}

function patch(file: string, before: string, lines: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  expect(text.split(before)).toHaveLength(2);
  writeFileSync(file, text.replace(before, `${lines.join('\n')}\n${before}`));
}

test('a journal that was written before a dimension was added is drained to the same sums', async () => {
  const folder = temporaryFolder();
  const cell = { dimensions: DIMENSIONS, partner: '', campaign: '', creative: '', reason: '' };
  await journalOf(folder, [
    factEntry(aFact({ auctionId: 'a' })),
    factEntry(aFact({ auctionId: 'b' })),
    {
      kind: 'tally',
      tally: { minuteMs: AT_MS, cells: [{ measure: 'requests', count: 5, ...cell }] },
    },
  ]);
  const copy = patchedCopy();
  const script = join(copy, 'test/sale/drain-and-report.ts');
  const child = run([script, folder], { command: BUN, folder: copy });
  expect(await child.exited).toMatchObject({ code: 0 });
  const spend = { spend_usd: '0.0042', earnings_usd: '0.00294', margin_usd: '0.00126' };
  expect(JSON.parse(child.stdout())).toMatchObject({
    rows: [
      { channel: '', requests: 5, impressions: 2, ...spend },
      { channel: 'app', requests: 0, impressions: 1, spend_usd: '0.0021' },
    ],
    totals: { requests: 5, impressions: 3, spend_usd: '0.0063' },
  });
});
