import { afterAll, describe, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';
import { type ConfigFault, loadConfig } from './config.ts';

afterAll(cleanUp);

describe('an unknown key is refused with the keys that are known there', () => {
  const unknown: Readonly<Record<string, readonly [text: string, refused: string]>> = {
    'at the top': ['lisen: {}\n', 'line 1: lisen: unknown key; expected one of listen, admin,'],
    'with nothing behind it': ['lisen:\n', 'line 1: lisen: unknown key;'],
    'in listen': [
      'listen: { prot: 1 }\n',
      'line 1: listen.prot: unknown key; expected one of host,',
    ],
    'in admin': ['admin: { user: x }\n', 'line 1: admin.user: unknown key;'],
    'in auction': ['auction: { type: 1 }\n', 'line 1: auction.type: unknown key;'],
    'in limits': ['limits: { perSecond: 1 }\n', 'line 1: limits.perSecond: unknown key;'],
    'in a campaigns partner': [
      'partners:\n  - { name: a, kind: campaigns, path: x, url: https://x }\n',
      'line 2: partners[0].url: unknown key; expected one of name, kind, path',
    ],
    'in a product-search partner': [
      'partners:\n  - { name: a, kind: product-search, url: embedded, gvlId: 1 }\n',
      'line 2: partners[0].gvlId: unknown key;',
    ],
    'in an openrtb partner': [
      'partners:\n  - name: a\n    kind: openrtb\n    url: https://x\n    timeout: 5\n',
      'line 5: partners[0].timeout: unknown key;',
    ],
    'in a publisher': [
      'publishers:\n  - { id: a, floor: 1 }\n',
      'line 2: publishers[0].floor: unknown',
    ],
    'in its floors': [
      'publishers:\n  - { id: a, floors: { usd: 1 } }\n',
      'line 2: publishers[0].floors.usd: unknown key; expected one of default',
    ],
    'that objects are born with': ['constructor: 1\n', 'line 1: constructor: unknown key;'],
  };
  for (const [where, [text, refused]] of Object.entries(unknown)) {
    test(where, () => {
      expect(refusal(text)).toStartWith(refused);
    });
  }
});

describe('a missing key is refused by name, at the line of the object that lacks it', () => {
  const missing: Readonly<Record<string, readonly [text: string, refused: string]>> = {
    'a partner without a name': [
      'partners:\n  - { kind: campaigns, path: x }\n',
      'line 2: partners[0].name: expected a name of 1 to 36',
    ],
    'a partner without a kind': [
      'partners:\n  - { name: a }\n',
      'line 2: partners[0].kind: expected one of "campaigns", "product-search", "openrtb"',
    ],
    'an openrtb partner without a URL': [
      'partners:\n  - { name: a, kind: openrtb, url: }\n',
      'line 2: partners[0].url: expected a string, but the field is missing',
    ],
    'a publisher without an id': [
      'publishers:\n  - { turnGap: 1 }\n',
      'line 2: publishers[0].id: expected a non-empty string, but the field is missing',
    ],
    'a list item of nothing': ['partners:\n  -\n', 'line 2: partners[0]: expected an object'],
  };
  for (const [what, [text, refused]] of Object.entries(missing)) {
    test(what, () => {
      expect(refusal(text)).toStartWith(refused);
    });
  }
});

describe('keys that contradict each other are refused', () => {
  test('two partners of one name', () => {
    const partner = '{ name: a, kind: campaigns, path: x }';
    expect(refusal(`partners:\n  - ${partner}\n  - ${partner}\n`)).toBe(
      'line 3: partners[1].name: "a" is used twice',
    );
  });

  test('two ports of the server that are one, also where the environment sets one', () => {
    expect(refusal('listen: { port: 90 }\nadmin:\n  port: 90\n')).toBe(
      'line 3: admin.port: expected another port than that of listen, but both are 90',
    );
    const env = { PORT: '90', ADMIN_PORT: '90' };
    expect((loadConfig(env, '/nonexistent') as ConfigFault).message).toBe(
      'admin.port: expected another port than that of listen, but both are 90',
    );
  });

  test('two publishers of one id', () => {
    expect(refusal('publishers:\n  - id: a\n  - id: b\n  - id: a\n')).toBe(
      'line 4: publishers[2].id: "a" is used twice',
    );
  });

  for (const proxy of ['10.0.0.0/33', '10.0.0.0/', '10.0.0', '::1/129', 'localhost', '""']) {
    test(`a trusted proxy that is no address or network: ${proxy}`, () => {
      expect(refusal(`limits:\n  trustedProxies:\n    - 10.0.0.1\n    - ${proxy}\n`)).toStartWith(
        'line 4: limits.trustedProxies[1]: expected an IP address or a network like 10.0.0.0/8, but got',
      );
    });
  }

  for (const host of ['0.0.0.0', '"::"', '10.0.0.1', 'admin.example']) {
    test(`an admin port on ${host} without a token`, () => {
      expect(refusal(`listen:\n  port: 1\nadmin: { host: ${host} }\n`)).toMatch(
        /^line 3: admin\.token: expected a token, since admin\.host .* is not loopback$/,
      );
    });
  }
});

describe('a file that is not YAML, or no set of keys, is refused', () => {
  const broken: Readonly<Record<string, readonly [text: string, refused: RegExp]>> = {
    'a bracket left open': ['listen: {\n  port: 1\n', /^line 3: ./],
    'a tab as indentation': ['listen:\n\tport: 1\n', /^line 2: Tabs are not allowed/],
    'indentation that fits nowhere': ['listen:\n  port: 1\n host: x\n', /^line 3: ./],
    'a key twice': ['dataDir: a\n\ndataDir: b\n', /^line 3: Map keys must be unique/],
    'a variable without quotes in { }': [
      `admin: { port: 1, token: \${TOKEN} }\n`,
      /^line 1: .*; inside \{ \} and \[ \] write "\$\{NAME\}", in quotes$/,
    ],
    'two documents': ['dataDir: a\n---\ndataDir: b\n', /^line 2: ./],
    'a text': ['hello\n', /expected an object, but got the string "hello"$/],
    'a list': ['- listen\n', /expected an object, but got an array$/],
  };
  for (const [what, [text, refused]] of Object.entries(broken)) {
    test(what, () => {
      expect(refusal(text)).toMatch(refused);
    });
  }
});

test('secrets in refused values are not repeated, since refusals end up in logs', () => {
  expect(refusal('admin: { token: hunter2 }\n')).not.toContain('hunter2');
  expect(refusal('redisUrl: reddis://user:hunter2@cache\n')).not.toContain('hunter2');
  expect(refusal('databaseUrl: mysql://user:hunter2@db\n')).not.toContain('hunter2');
  expect(refusal('traces: { otlpUrl: "https://c.example/?key=hunter2" }\n')).not.toContain(
    'hunter2',
  );
  expect(refusal('notices: { keys: hunter2 }\n')).not.toContain('hunter2');
  expect(refusal('notices: { keys: [hunter2] }\n')).not.toContain('hunter2');
});
