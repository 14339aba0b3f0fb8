import { expect, test } from 'bun:test';
import { type Aim, formatVerdicts, judgeAims } from './aims.ts';
import type { Row } from './rows.ts';

const AIM: Aim = { what: 'CPU ÷ echo', row: 'one', figure: 'cpuToEcho', bound: ['≤', 4] };
const ROWS: readonly Row[] = [
  { scenario: 's', name: 'echo', figures: { cpuUs: 27.04 }, notes: [] },
  {
    scenario: 's',
    name: 'one',
    figures: { cpuToEcho: { median: 4.2, lowerQuartile: 4, upperQuartile: 5 } },
    notes: [],
  },
];

const judge = (aim: Partial<Aim>, rows = ROWS, isShort = false) =>
  formatVerdicts(judgeAims('s', [{ ...AIM, ...aim }], rows, isShort));

test('a median within its bound meets the aim, and another misses it', () => {
  expect(judge({ bound: ['≤', 4.2] })).toBe('met: s: CPU ÷ echo: 4.20 (≤ 4.2)\n');
  expect(judge({ bound: ['<', 4.2] })).toBe('missed: s: CPU ÷ echo: 4.20 (< 4.2)\n');
  expect(judge({ bound: ['≥', 4.3] })).toBe('missed: s: CPU ÷ echo: 4.20 (≥ 4.3)\n');
});

test('what cannot be measured here has the reason instead', () => {
  const start = 'not measurable here: s: CPU ÷ echo:';
  expect(judge({ row: 'two' })).toBe(`${start} (≤ 4); there is no figure\n`);
  expect(judge({}, ROWS, true)).toBe(`${start} 4.20 (≤ 4); the short form measures nothing\n`);
  expect(judge({ where: { echoUsMax: 20 } })).toBe(
    `${start} 4.20 (≤ 4); the echo takes 27.0 µs of CPU, not 20\n`,
  );
  expect(judge({ where: { echoUsMax: 28 } })).toStartWith('missed');
  expect(judge({ where: { coresMin: 10_000 } })).toContain('cores, not 10000');
});

test('a doubt excuses a figure that misses its aim, and no other', () => {
  const rows = ROWS.map((row) => ({ ...row, doubt: 'the generator was late' }));
  expect(judge({}, rows)).toContain('(≤ 4); the generator was late');
  expect(judge({ bound: ['≤', 5] }, rows)).toStartWith('met');
});
