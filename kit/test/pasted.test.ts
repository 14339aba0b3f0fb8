import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/process.ts';
import { createParley } from '../src/parley.ts';
import { pageNamed } from './chat-page.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { answerWith, MARKUP, startScriptedExchange } from './scripted-exchange.ts';

/** What docs/integrate/chat-reference.md says of secrets that people paste (ruling 67), row by row. */

const exchange = startScriptedExchange(() => answerWith(MARKUP));
afterAll(() => exchange.stop());

const parley = createParley({
  url: exchange.url,
  publisher: 'pub-1',
  timeoutMs: PATIENT_ASK_MS,
  firstTurn: 1,
});

const [, section = ''] = pageNamed('chat-reference.md').split(
  '### What people paste into a chat\n',
);
const [table = ''] = section.split('\n## ');
const ROWS = [...table.matchAll(/^\| (?!What|-)([^|]+?) +\| ([^|]+?) +\| `([^`]+)` +\|$/gm)].map(
  ([, what = '', message = '', keywords = '']) => ({ what, message, keywords }),
);
const isMissed = ({ message }: (typeof ROWS)[number]) => !message.includes('~~');

/** Numbers of one or two digits stand in every request. */
const SHORT_MAX = 2;

function wordsOf(text: string, lengthOver = 0): Set<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length > lengthOver));
}

/** Everything that reached the exchange for a message, and everything that a page would get. */
async function sentFor(content: string) {
  const before = exchange.received.length;
  const { ad, request } = await parley.ask({ messages: [{ role: 'user', content }] });
  expect(exchange.received).toHaveLength(before + 1);
  const { body, headers, path } = exchange.received[before] ?? {};
  const told = JSON.stringify([body, [...(headers ?? [])], path, ad]).toLowerCase();
  return { told, request };
}

describe('what people paste, as docs/integrate/chat-reference.md has it:', () => {
  test('the page has ten kinds that stay, and three that do not', () => {
    expect(ROWS.filter((row) => !isMissed(row))).toHaveLength(10);
    expect(ROWS.filter(isMissed)).toHaveLength(3);
  });

  test.each(ROWS)('$what', async ({ message, keywords }) => {
    const content = message.replaceAll('~~', '');
    const { told, request } = await sentFor(content);
    expect(request?.site?.keywords).toBe(keywords);
    expect(request?.ext?.service?.messageLength).toBe(content.length);
    const [, secret] = message.split('~~');
    const usual = wordsOf((await sentFor('I want a bicycle')).told);
    const added = wordsOf(told).difference(usual);
    expect(added.intersection(wordsOf(secret ?? '', SHORT_MAX))).toEqual(new Set());
    expect(told).not.toContain(content.toLowerCase());
  });
});

test('the kit writes no log on a server', () => {
  const logging = [...new Bun.Glob('**/*.ts').scanSync(join(ROOT, 'kit/src'))]
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('element'))
    .filter((file) => readFileSync(join(ROOT, 'kit/src', file), 'utf8').includes('console.'));
  expect(logging).toEqual([]);
});

test('the README of the kit names every kind', () => {
  const readme = readFileSync(join(ROOT, 'kit/README.md'), 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(
    'Passwords, keys, tokens, numbers of cards, accounts, documents and telephones, e-mail addresses, and names and addresses of people are taken out before a message is read, by their form and by the words beside them.',
  );
});
