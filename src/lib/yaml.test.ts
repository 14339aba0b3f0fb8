import { describe, expect, test } from 'bun:test';
import { parseYamlAside } from './parse-yaml-aside.ts';
import { lineOfPath, parseYaml } from './yaml.ts';

function parsed(text: string) {
  const document = parseYaml(text);
  if (!('value' in document)) throw new Error(document.faults[0].reason);
  return document;
}

test('a YAML text becomes a value', () => {
  for (const [text, value] of [
    ['a:\n  b: 8080\nc:\n  - d: a\n    e: true\n', { a: { b: 8080 }, c: [{ d: 'a', e: true }] }],
    ['a: &limits { ip: 1 }\nb: *limits\n', { a: { ip: 1 }, b: { ip: 1 } }],
    ['{"listen":{"port":0}}', { listen: { port: 0 } }],
    ...['', '\n', '# only a comment\n', 'null'].map((empty) => [empty, {}] as const),
  ] as const) {
    expect([text, parsed(text).value]).toEqual([text, value]);
  }
});

test('a path has the line of its value, or of the nearest parent that is there', () => {
  const document = parsed(
    '# comment\nlisten:\n  port: 8080\npartners:\n  - name: a\n    url: x\n  - name: b\n    url: y',
  );
  for (const [path, line] of [
    ['', 2],
    ['listen.port', 3],
    ['partners[0].url', 6],
    ['partners[1].name', 7],
    ['partners[1].url', 8],
    ['partners[1].qpsMax', 7],
    ['listen.port.deeper', 3],
    ['admin.token', undefined],
  ] as const) {
    expect([path, lineOfPath(document, path)]).toEqual([path, line]);
  }
});

const TEN = (name: string) => `[${Array(10).fill(name).join(',')}]`;

test('a text that is no YAML becomes a fault with its line, not an exception', () => {
  for (const [text, ...lines] of [
    ['a: 1\nb: [1', 2],
    ['a: 1\nb: 2\na: 3\n', 3],
    ['a:\n  - { b: 1 }\n  - b: 1\n    c: 2\n    b: 3\nd: 1\nd: 2\n', 5, 7],
    ['a:\n\tb: 1\n', 2],
    ['a: 1\n---\nb: 2\n', 2],
    ['a:\n  b: 1\n c: 2\n', 3],
    ['a: 1\nb: *missing\n', 2],
    ['a: &a [*a]\n', 1],
    ['a: &a [1]\nb: &a [*a]\n', 2],
  ] as const) {
    const document = parseYaml(text);
    expect([text, 'faults' in document && document.faults.map(({ line }) => line)]).toEqual([
      text,
      [...lines],
    ]);
  }
  const unfolding = `a: &a ${TEN('1')}\nb: &b ${TEN('*a')}\nc: &c ${TEN('*b')}\nd: ${TEN('*c')}`;
  expect(parseYaml(unfolding)).toHaveProperty('faults');
});

/** Several times what it takes, and a fraction of what it takes where all nodes are searched for each. */
const CPU_SECONDS_MAX = 15;

test('a hostile text is read in the time of its length', () => {
  const before = process.cpuUsage();
  for (const [text, reason] of [
    [`a: &a 1\nb:\n${'- *a\n'.repeat(40_000)}`, 'expected aliases of at most 10000'],
    ['['.repeat(400_000), 'expected at most 1000 levels of nesting'],
    ['- a\n'.repeat(220_000), 'expected at most 500000 YAML tokens'],
    ['}'.repeat(500_000), 'Unexpected flow-map-end'],
  ] as const) {
    const document = parseYaml(text, 500_000);
    expect('faults' in document && document.faults[0].reason).toStartWith(reason);
  }
  const document = parsed(Array.from({ length: 40_000 }, (_, n) => `k${n}: v\n`).join(''));
  const lines = Object.keys(document.value as object).map((key) => lineOfPath(document, key));
  expect(lines).toEqual(Array.from({ length: 40_000 }, (_, n) => n + 1));
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(CPU_SECONDS_MAX);
});

test('a text of more tokens than it may have is a fault where they are too many', () => {
  expect(parseYaml('a: 1\nb: 2\n', 16)).toHaveProperty('value');
  expect(parseYaml('a: 1\nb: 2\nc: 3\n', 16)).toMatchObject({ faults: [{ line: 3 }] });
});

describe('in a thread of its own', () => {
  test('a text is read as elsewhere', async () => {
    for (const text of ['a: [1, { b: 2 }]\nc: x\n', 'a: 1\na: 2\n', 'a: [']) {
      expect(await parseYamlAside(text)).toEqual(parseYaml(text));
    }
  });

  test('a long one leaves this thread to others, and a longer one is refused', async () => {
    let turns = 0;
    const counter = setInterval(() => turns++, 1);
    const items = (count: number) => 'a:\n'.concat('- b\n'.repeat(count));
    expect(await parseYamlAside(items(50_000))).toHaveProperty('value');
    clearInterval(counter);
    expect(turns).toBeGreaterThan(10);
    expect(await parseYamlAside(items(150_000))).toHaveProperty('faults');
  });
});
