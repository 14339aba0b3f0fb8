import { expect, test } from 'bun:test';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { keptStart, SHOWN_UNITS_MAX, shownStart } from './answer-start.ts';

const AGENT = `Mozilla/5.0 (${'X11; '.repeat(60)})`;
const SENT = {
  id: 'r',
  imp: [{ id: 'top', native: { request: '{"assets":[{"id":1,"title":{"len":9}}]}' } }],
  site: { domain: 'chat.example', publisher: { id: 'pub-1' } },
  device: { ua: AGENT, geo: { city: 'Ulm' } },
  user: { id: 'ann"miller', yob: 1984 },
} as BidRequest;

const shown = (answer: string) => shownStart(keptStart(answer), SENT);

test('control and format characters, lines and halves of pairs are escaped', () => {
  expect(shown('a\u001b[31m\r\n\u0085b\u202ec\u2028\ud83d')).toBe(
    'a\\u{1b}[31m\\u{d}\\u{a}\\u{85}b\\u{202e}c\\u{2028}\\u{d83d}',
  );
  expect(shown('Zürich 🏔')).toBe('Zürich 🏔');
});

test('a long answer is cut, with a sign of it', () => {
  expect(shown('x'.repeat(SHOWN_UNITS_MAX))).toBe('x'.repeat(SHOWN_UNITS_MAX));
  expect(shown('x'.repeat(100_000))).toBe(`${'x'.repeat(SHOWN_UNITS_MAX)}…`);
  expect(keptStart('x'.repeat(100_000)).length).toBeLessThan(2 * SHOWN_UNITS_MAX);
});

test('values about the person are left out wherever they are quoted, as text and as JSON has them', () => {
  expect(shown('user ann"miller, then ann"miller again')).toBe('user …, then … again');
  expect(shown(JSON.stringify({ id: 'ann"miller', yob: 1984 }))).toBe('{"id":"…","yob":…}');
  expect(shown(`<${AGENT}>`)).toBe('<…>');
});

test('values are left out as well where they are escaped, or in another case', () => {
  expect(shown('user ann\\u0022Miller, ANN%22MILLER and ann\\"miller')).toBe('user …, … and …');
  const before = 'x'.repeat(SHOWN_UNITS_MAX - 1);
  const escapedAgent = AGENT.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
  expect(shown(before + escapedAgent)).toBe(`${before}……`);
});

test('addresses are left out, whoever they belong to', () => {
  expect(shown('ask ops@partner.example, or [2001:db8::1:2] at 198.51.100.20, 12:30:45')).toBe(
    'ask …, or […] at …, 12:30:45',
  );
  expect(shown('{"mail":"a%40b.example"}')).toBe('{"mail":"…"}');
});

test('a short value is a word of its own, or it is part of another', () => {
  expect(shown('Ulm, in Ulm: Ulmer, 19841 and Ulm')).toBe('…, in …: Ulmer, 19841 and …');
});

test('a value that begins in what is shown and ends beyond it is left out too', () => {
  for (const before of [SHOWN_UNITS_MAX - 1, SHOWN_UNITS_MAX - 5, SHOWN_UNITS_MAX - 100]) {
    expect(shown('x'.repeat(before) + AGENT)).toBe(`${'x'.repeat(before)}……`);
  }
});
