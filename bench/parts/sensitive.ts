/**
 * What looking for sensitive words costs a request. Under 1 µs for a request that has none is the aim; no
 * text is remembered, so that repeating one makes nothing cheaper.
 */

import { createSensitiveMatcher } from '../../src/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../src/sensitive/shipped-lists.ts';
import type { TextKind } from '../../src/sensitive/tokenize.ts';

// Many short rounds: on a busy machine some of them are left alone.
const ROUNDS = 301;
const ROUND_MS = 1;
const WARM_UP_MS = 2_000;
const CRISIS = { crisis: true };

const NONE = [
  'trail running shoes,waterproof,mens size 11',
  'Trail running',
  'Outdoor gear',
  'Footwear',
  'hiking',
  'marathon training',
];

type Case = { readonly name: string; readonly kind: TextKind; readonly texts: readonly string[] };

const CASES: readonly Case[] = [
  { name: 'request that has none', kind: 'keywords', texts: NONE },
  {
    name: 'request with an everyday first word',
    kind: 'keywords',
    texts: ['lost luggage tracker,my first camera', ...NONE.slice(1)],
  },
  {
    name: 'request with accents',
    kind: 'keywords',
    texts: ['Wanderschuhe für Größe 44,wasserdicht', ...NONE.slice(1)],
  },
  {
    name: 'request about grief',
    kind: 'keywords',
    texts: ['sympathy card,funeral flowers', ...NONE.slice(1)],
  },
  { name: 'exception', kind: 'keywords', texts: ['suicide squad,blu-ray', ...NONE.slice(1)] },
  {
    name: 'message of 120 characters that has none',
    kind: 'prose',
    texts: [
      'I want trail shoes under $150 for my husband, he runs in the rain a lot and his old ones are worn out. Any ideas for me?',
    ],
  },
  { name: 'hostile: 1 MB of "my dog "', kind: 'prose', texts: ['my dog '.repeat(150_000)] },
  { name: 'hostile: 1 MB of full-width letters', kind: 'prose', texts: ['ｍｙ '.repeat(350_000)] },
];

/** Microseconds a call: the median over the rounds and the best of them. */
function measure(work: () => unknown): { readonly median: number; readonly best: number } {
  const warmUpEnd = Bun.nanoseconds() + WARM_UP_MS * 1e6;
  let calls = 0;
  while (Bun.nanoseconds() < warmUpEnd) {
    work();
    calls++;
  }
  const callsPerRound = Math.max(1, Math.round((calls * ROUND_MS) / WARM_UP_MS));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = Bun.nanoseconds();
    for (let call = 0; call < callsPerRound; call++) work();
    rounds.push((Bun.nanoseconds() - start) / callsPerRound / 1000);
  }
  rounds.sort((a, b) => a - b);
  return { median: rounds[ROUNDS >> 1] ?? 0, best: rounds[0] ?? 0 };
}

const started = Bun.nanoseconds();
const matcher = createSensitiveMatcher(SHIPPED_LISTS);
process.stdout.write(
  `${SHIPPED_LISTS.length} lists compiled in ${((Bun.nanoseconds() - started) / 1e6).toFixed(0)} ms\n\n`,
);
print('its characters added up, for comparison', () => sumOfCharacters(NONE), '');
for (const { name, kind, texts } of CASES) {
  const found = matcher.find(texts, CRISIS, kind);
  const note = found === undefined ? 'none' : `${found.topic}: ${found.words}`;
  print(name, () => matcher.find(texts, CRISIS, kind), note);
}

function print(name: string, work: () => unknown, note: string): void {
  const [median, best] = Object.values(measure(work)).map((us) => us.toFixed(2).padStart(10));
  process.stdout.write(`${name.padEnd(42)}${median} µs  best${best}  ${note}\n`);
}

/** The least that looking at every character can cost. */
function sumOfCharacters(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  }
  return sum;
}
