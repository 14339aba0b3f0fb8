import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERM_MS } from '../src/ledger/budgets/slice-memory.ts';
import { DATABASE_CAUSES } from '../src/ledger/diagnose.ts';
import { JOURNAL_CAUSES } from '../src/ledger/journal-fault.ts';
import type { Cause } from '../src/lib/cause.ts';
import { REDIS_CAUSES } from '../src/limits/redis-diagnosis.ts';
import { docsOf, TROUBLE_IDS, TROUBLES, type TroubleId } from '../src/observe/troubles.ts';
import { HALT_CAUSES } from '../src/supervisor/health/budget-watch.ts';
import { ROOT } from './process.ts';

const PAGE = readFileSync(join(ROOT, 'docs/troubles.md'), 'utf8');

/** The troubles whose cause may be known. */
const CAUSES: Readonly<Partial<Record<TroubleId, readonly Cause[]>>> = {
  'database-down': Object.values(DATABASE_CAUSES),
  'redis-down': REDIS_CAUSES.map(([, cause]) => cause),
  'journal-blocked': Object.values(JOURNAL_CAUSES),
  'budgets-halted': Object.values(HALT_CAUSES),
};

const rowOf = ({ what, advice }: Cause) => `| ${what} | ${advice} |`;

/** What the page has of a trouble. */
function chapterOf(id: TroubleId): string {
  const { effect, advice } = TROUBLES[id];
  const rows = [...new Set((CAUSES[id] ?? []).map(rowOf))];
  const causes =
    rows.length === 0 ? [] : ['| What it says | What to do |', '| --- | --- |', ...rows];
  const table = causes.length === 0 ? '' : `\n${causes.join('\n')}\n`;
  return `## ${id}\n\n${effect}\n\n**What to do.** ${advice}\n${table}`;
}

test('docs/troubles.md has a chapter for each trouble with its effect, its advice and every cause that is told', () => {
  const chapters = PAGE.slice(PAGE.indexOf(`## ${TROUBLE_IDS[0]}`));
  expect(chapters).toBe(TROUBLE_IDS.map(chapterOf).join('\n'));
});

test('every trouble names its chapter, and says what to do as an order', () => {
  for (const id of TROUBLE_IDS) {
    expect(docsOf(id)).toBe(`docs/troubles.md#${id}`);
    for (const text of [TROUBLES[id].effect, TROUBLES[id].advice])
      expect(text).toMatch(/^[A-Z].*\.$/);
  }
});

test('campaigns with a budget are said to stop after the term for which workers may reserve', () => {
  for (const id of ['database-down', 'ledger-behind'] as const) {
    expect(TROUBLES[id].effect).toContain(`after ${TERM_MS / 1000} seconds`);
  }
});
