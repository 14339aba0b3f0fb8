import { describe, expect, test } from 'bun:test';
import { parseYamlAside } from './parse-yaml-aside.ts';
import { lineOfPath, parseYaml } from './yaml.ts';

function parsed(text: string) {
  const document = parseYaml(text);
  if (!('value' in document)) throw new Error(document.faults[0].reason);
  return document;
}

describe('a YAML text becomes a value', () => {
  test('of maps, lists and scalars', () => {
    const text = 'listen:\n  port: 8080\npartners:\n  - name: a\n    isOn: true\n';
    expect(parsed(text).value).toEqual({
      listen: { port: 8080 },
      partners: [{ name: 'a', isOn: true }],
    });
  });

  test('of anchors and aliases', () => {
    expect(parsed('a: &limits { ip: 1 }\nb: *limits\n').value).toEqual({
      a: { ip: 1 },
      b: { ip: 1 },
    });
  });

  test('that is an empty object for an empty text', () => {
    for (const text of ['', '\n', '# only a comment\n', 'null']) {
      expect(parsed(text).value).toEqual({});
    }
  });

  test('of JSON as it is', () => {
    expect(parsed('{"listen":{"port":0}}').value).toEqual({ listen: { port: 0 } });
  });
});

test('a key that a map has twice is a fault, and a map of many keys is read at once', () => {
  const twice = parseYaml('a:\n  - { b: 1 }\n  - b: 1\n    c: 2\n    b: 3\nd: 1\nd: 2\n');
  const reason = 'Map keys must be unique';
  expect(twice).toEqual({
    faults: [
      { line: 5, reason },
      { line: 7, reason },
    ],
  });
  const keys = Array.from({ length: 30_000 }, (_, index) => `k${index}: 1\n`);
  expect(Object.keys(parsed(keys.join('')).value as object)).toHaveLength(30_000);
});

describe('the line of a path', () => {
  const document = parsed(
    [
      '# comment',
      'listen:',
      '  port: 8080',
      'partners:',
      '  - name: a',
      '    url: https://a.example',
      '  - name: b',
      '    url: https://b.example',
    ].join('\n'),
  );
  const lineOf = (path: string) => lineOfPath(document, path);

  test('is that of its value', () => {
    expect(lineOf('listen.port')).toBe(3);
    expect(lineOf('partners[0].url')).toBe(6);
    expect(lineOf('partners[1].name')).toBe(7);
    expect(lineOf('partners[1].url')).toBe(8);
  });

  test('is that of the nearest parent where the text has no such value', () => {
    expect(lineOf('partners[1].qpsMax')).toBe(7);
    expect(lineOf('listen.port.deeper')).toBe(3);
  });

  test('of the whole is where it begins', () => {
    expect(lineOf('')).toBe(2);
  });

  test('is unknown where not even a parent is there', () => {
    expect(lineOf('admin.token')).toBeUndefined();
  });
});

describe('a text that is no YAML becomes a fault with its line', () => {
  const cases: readonly (readonly [what: string, text: string, line: number])[] = [
    ['an open list', 'a: 1\nb: [1', 2],
    ['a key given twice', 'a: 1\nb: 2\na: 3\n', 3],
    ['a tab for indentation', 'a:\n\tb: 1\n', 2],
    ['two documents', 'a: 1\n---\nb: 2\n', 2],
    ['a wrong indentation', 'a:\n  b: 1\n c: 2\n', 3],
  ];
  for (const [what, text, line] of cases) {
    test(what, () => expect(faultOf(text).line).toBe(line));
  }
});

describe('aliases without an anchor become a fault, not an exception', () => {
  const cases = {
    'to an anchor that is not there': 'a: 1\nb: *missing\n',
    'to the list they stand in': 'a: &a [*a]\n',
    'to a list with the same anchor inside': 'a: &a [1]\nb: &a [*a]\n',
    'that unfold to thousands': [
      'a: &a [1,1,1,1,1,1,1,1,1,1]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      'd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]',
    ].join('\n'),
  };
  for (const [what, text] of Object.entries(cases)) {
    test(what, () => expect(faultOf(text).reason).not.toBe(''));
  }
});

/** Several times what one of them takes, and a fraction of what it takes where all nodes are searched for each of them. */
const CPU_SECONDS_MAX = 15;

describe('a hostile text is read in the time of its length', () => {
  const cases: readonly (readonly [what: string, text: string, reason: string])[] = [
    ['of aliases', `a: &a 1\nb:\n${'- *a\n'.repeat(40_000)}`, 'expected aliases of at most 10000'],
    ['of open lists', '['.repeat(400_000), 'expected at most 1000 levels of nesting'],
    ['of items', '- a\n'.repeat(220_000), 'expected at most 500000 YAML tokens'],
    ['of signs that close nothing', '}'.repeat(500_000), 'Unexpected flow-map-end'],
  ];
  for (const [what, text, reason] of cases) {
    test(what, () => {
      const before = process.cpuUsage();
      const document = parseYaml(text, 500_000);
      if ('value' in document) throw new Error('the text was read');
      expect(document.faults).toEqual([{ line: expect.any(Number), reason: expect.any(String) }]);
      expect(document.faults[0].reason).toStartWith(reason);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(CPU_SECONDS_MAX);
    });
  }

  test('of keys, whose lines are asked for', () => {
    const before = process.cpuUsage();
    const document = parsed(Array.from({ length: 40_000 }, (_, n) => `k${n}: v\n`).join(''));
    const lines = Object.keys(document.value as object).map((key) => lineOfPath(document, key));
    expect(lines).toEqual(Array.from({ length: 40_000 }, (_, n) => n + 1));
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(CPU_SECONDS_MAX);
  });
});

test('a text of more tokens than it may have is a fault where they are too many', () => {
  expect(parseYaml('a: 1\nb: 2\n', 16)).toHaveProperty('value');
  const reason = 'expected at most 16 YAML tokens, but here is one more: split the file';
  expect(parseYaml('a: 1\nb: 2\nc: 3\n', 16)).toEqual({ faults: [{ line: 3, reason }] });
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

function faultOf(text: string) {
  const document = parseYaml(text);
  if ('value' in document) throw new Error('the text was parsed');
  const [fault, ...others] = document.faults;
  if (others.length > 0) throw new Error('expected one fault');
  return fault;
}
