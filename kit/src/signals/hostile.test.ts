import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { LANGUAGES } from './language.ts';
import { rules } from './rules.ts';
import { KEYWORD_CHARACTERS_MAX, KEYWORDS_MAX, type Message } from './signals.ts';

const ROLES: readonly Message['role'][] = ['user', 'assistant', 'system'];

/** Pieces that the rules look for, so that random texts reach every branch. */
const PIECES = fc.constantFrom(
  ...'under |no more than |between | and |$|€|1.500|20|k |shoes |laptop |I need |not |kein |pas de |sin '.split(
    '|',
  ),
  ..." or | vs |better than |d'|jusqu'à |my name is |order |suicide |\n|. |?|“|\0|\ud800|👍|ß|é|-".split(
    '|',
  ),
);
const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(PIECES, { maxLength: 60 }).map((pieces) => pieces.join('')),
);
const MESSAGES = fc.array(fc.record({ role: fc.constantFrom(...ROLES), content: TEXT }), {
  maxLength: 8,
});

test('whatever is said, signals of the right form come out', () => {
  fc.assert(
    fc.property(MESSAGES, (messages) => {
      const { keywords, price, intent, sentiment, funnel, language } = rules(messages);
      expect(keywords.length).toBeLessThanOrEqual(KEYWORDS_MAX);
      for (const keyword of keywords) {
        expect(keyword.length).toBeLessThanOrEqual(KEYWORD_CHARACTERS_MAX);
        expect(keyword).toBe(keyword.trim().toLowerCase());
        expect(keyword).not.toMatch(/[,@\n]|:\/\//);
      }
      expect(new Set(keywords).size).toBe(keywords.length);
      expect(price?.min ?? 0).toBeLessThanOrEqual(price?.max ?? Number.POSITIVE_INFINITY);
      expect(intent?.confidence).toBeWithin(0, 1.01);
      expect(sentiment?.score).toBeWithin(-1, 1.01);
      expect(funnel?.progress).toBeWithin(0, 1.01);
      expect(['', ...LANGUAGES.map(({ code }) => code)]).toContain(language);
    }),
    { numRuns: runs(30) },
  );
});

const DIGITS = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const PRIVATE = fc.oneof(
  fc.emailAddress(),
  fc.webUrl(),
  DIGITS(16).map((digits) => digits.replace(/(.{4})(?=.)/g, '$1 ')),
  DIGITS(10).map((d) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`),
  DIGITS(11).map((digits) => `+${digits}`),
);
const AROUND = fc.constantFrom(
  ...[
    'I need shoes, write to % please',
    'shoes like %',
    '% I want shoes',
    'buy % shoes',
    'I want %',
  ],
  ...[
    'Suche Schuhe, %',
    'je cherche % chaussures',
    'busco % zapatos',
    'shoes vs %',
    'order % shoes',
  ],
);

test('no part of an e-mail address, URL, telephone or card number is in a keyword', () => {
  fc.assert(
    fc.property(PRIVATE, AROUND, (secret, sentence) => {
      const text = sentence.replace('%', () => secret);
      const allowed = new Set(sentence.toLowerCase().split(/[^\p{L}]+/u));
      for (const keyword of rules([{ role: 'user', content: text }]).keywords) {
        for (const word of keyword.split(' ')) expect(allowed).toContain(word);
      }
    }),
    { numRuns: runs(50) },
  );
});

/** Eight times the text may take eight times the time; what grows with the square would take 64 times. */
test.each(['shoes or ', 'under $', 'a', 'between 1 and ', 'not a '])(
  'time grows no faster than the text: "%s"',
  (piece) => {
    const timeOnce = (content: string) => {
      const start = process.cpuUsage();
      rules([{ role: 'user', content }]);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    // The shortest of several, since a virtual machine may count CPU time as used that the host gave to others.
    const time = (characters: number) => {
      const content = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);
      return Math.min(...Array.from({ length: 3 }, () => timeOnce(content)));
    };
    time(4000);
    expect(time(4000)).toBeLessThan(32 * Math.max(time(500), 200));
  },
);

test('of a long conversation only the last part is read', () => {
  const start = performance.now();
  const content = 'I need shoes under $100 or a laptop. '.repeat(3_000);
  rules(Array.from({ length: 1000 }, () => ({ role: 'user', content })));
  expect(performance.now() - start).toBeLessThan(10_000);
});
