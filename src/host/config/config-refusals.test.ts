import { afterAll, describe, expect, test } from 'bun:test';
import { load, refusal } from '../../../test/config-file.ts';
import { configKeys } from '../../../test/config-keys.ts';
import { writePath } from '../../../test/conformance/paths.ts';
import { cleanUp } from '../../../test/process.ts';
import { SENSITIVE_CLASSES } from '../../language/sensitive/word-list.ts';
import badValues from './bad-values.json' with { type: 'json' };
import { type ConfigFault, loadConfig } from './config.ts';

afterAll(cleanUp);

type Bad = { readonly path: string; readonly refused: string; readonly text: string };

/** Configs with one bad value each, and the path that the refusal names, which is that of the value unless said. */
const BAD = badValues.flatMap(({ start, bad }) => bad.map((row) => badConfig(start, row)));
const BAD_CLASSES = SENSITIVE_CLASSES.map((name) =>
  badConfig({ publishers: [{ id: 'a' }] }, [`publishers[0].sensitive.${name}`, 1]),
);

function badConfig(start: object, row: readonly unknown[]): Bad {
  const [path, value, refused = path] = row as [path: string, value: unknown, refused?: string];
  const config = structuredClone(start);
  writePath(config, path, value);
  // JSON is YAML.
  return { path, refused, text: JSON.stringify(config) };
}

describe('a bad value is refused by its path', () => {
  for (const { path, refused, text } of [...BAD, ...BAD_CLASSES]) {
    test(`${path}: ${text}`, () => {
      expect(refusal(text)).toContain(`line 1: ${refused}: `);
    });
  }

  test('the cases leave out no key of the schema', () => {
    const tried = [...BAD, ...BAD_CLASSES].map(({ path }) => path.replaceAll(/\[\d+\]/g, '[]'));
    const isTried = (key: string) =>
      tried.some((one) => one === key || one.startsWith(`${key}[`) || one.startsWith(`${key}.`));
    expect(configKeys().filter(({ path }) => !isTried(path))).toEqual([]);
  });
});

test('a refusal names the line of the key, or of the object that lacks it, and what was expected', () => {
  expect(refusal('# first\nlisten:\n  port: 65536\n')).toBe(
    'line 3: listen.port: expected an integer from 0 to 65535, but got 65536',
  );
  expect(
    refusal('publishers:\n  - id: a\n    blockedDomains:\n      - x\n      - 5\n'),
  ).toStartWith('line 5: publishers[0].blockedDomains[1]: ');
  expect(refusal('publishers:\n  - { turnGap: 1 }\n')).toStartWith('line 2: publishers[0].id: ');
  expect(refusal('partners:\n  - { name: a }\n')).toStartWith('line 2: partners[0].kind: ');
});

describe('an unknown key is refused with the keys that are known there', () => {
  test.each([
    ['lisen: {}\n', 'line 1: lisen: unknown key; expected one of listen, admin,'],
    ['lisen:\n', 'line 1: lisen: unknown key;'],
    ['listen: { prot: 1 }\n', 'line 1: listen.prot: unknown key; expected one of host,'],
    [
      'partners:\n  - { name: a, kind: campaigns, path: x, url: https://x }\n',
      'line 2: partners[0].url: unknown key; expected one of name, kind, path',
    ],
    [
      'partners:\n  - { name: a, kind: product-search, url: embedded, gvlId: 1 }\n',
      'line 2: partners[0].gvlId: unknown key;',
    ],
    [
      'publishers:\n  - { id: a, floors: { usd: 1 } }\n',
      'line 2: publishers[0].floors.usd: unknown key; expected one of default',
    ],
    ['constructor: 1\n', 'line 1: constructor: unknown key;'],
  ])('%j', (text, refused) => {
    expect(refusal(text)).toStartWith(refused);
  });
});

describe('a file that is not YAML, or no set of keys, is refused', () => {
  test.each([
    ['listen: {\n  port: 1\n', /^line 3: ./],
    ['listen:\n\tport: 1\n', /^line 2: Tabs are not allowed/],
    ['listen:\n  port: 1\n host: x\n', /^line 3: ./],
    ['dataDir: a\n\ndataDir: b\n', /^line 3: Map keys must be unique/],
    [`admin: { port: 1, token: \${TOKEN} }\n`, /^line 1: .* write "\$\{NAME\}", in quotes$/],
    ['dataDir: a\n---\ndataDir: b\n', /^line 2: ./],
    ['hello\n', /expected an object/],
    ['- listen\n', /expected an object/],
  ])('%j', (text, refused) => {
    expect(refusal(text)).toMatch(refused);
  });
});

test('more entries than a list takes are refused', () => {
  const webhook = { url: 'https://hooks.example/x', secret: '0123456789abcdef', format: 'json' };
  const webhooks = Array.from({ length: 21 }, (_, i) => ({ ...webhook, name: `a${i}` }));
  expect(refusal(JSON.stringify({ alerts: { webhooks } }))).toContain('alerts.webhooks: ');
  expect(load(JSON.stringify({ alerts: { webhooks: webhooks.slice(1) } })).alerts.webhooks).toEqual(
    webhooks.slice(1) as never,
  );
});

test('two ports that are one are refused, also where the environment sets them', () => {
  const fault = loadConfig({ PORT: '90', ADMIN_PORT: '90' }, '/nonexistent');
  expect((fault as ConfigFault).message).toStartWith('admin.port: ');
  expect(refusal('portal: { host: "::", port: 8080 }\n')).toStartWith('line 1: portal.port: ');
  const apart = 'admin: { port: 9000 }\nportal: { host: 192.0.2.1, port: 9000 }\n';
  expect(load(apart).portal.port).toBe(9000);
});

test('secrets in refused values are not repeated, since refusals end up in logs', () => {
  const token = '{ name: a, token: hunter2, role: ads }';
  for (const text of [
    'admin: { token: hunter2 }\n',
    `admin: { tokens: [${token}] }\n`,
    'redisUrl: reddis://user:hunter2@cache\n',
    'databaseUrl: mysql://user:hunter2@db\n',
    'notices: { keys: hunter2 }\n',
    'notices: { keys: [hunter2] }\n',
    'publishers: [{ id: a, keys: hunter2 }]\n',
    'publishers: [{ id: a, keys: [hunter2] }]\n',
    'alerts: { webhooks: [{ name: a, url: "https://x.example", secret: hunter2, format: json }] }\n',
    'adcp: { buyers: [{ id: a, name: A, token: hunter2 }] }\n',
    'partners: [{ name: a, kind: openrtb, url: "https://a.example", headers: { X: "hunter2\\n" } }]\n',
  ]) {
    expect(refusal(text)).not.toContain('hunter2');
  }
});
