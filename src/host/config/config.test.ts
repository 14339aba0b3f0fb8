import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, refusal } from '../../../test/config-file.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import shipped from '../currency/reference-rates.json' with { type: 'json' };
import { ConfigFault, type Environment, loadConfig, readConfig } from './config.ts';

afterAll(cleanUp);

const NOTICE_KEY = '0123456789abcdef0123456789abcdef';

describe('the config file', () => {
  test('may be absent: the defaults serve on one machine', () => {
    const folder = temporaryFolder();
    expect(loadConfig({}, folder)).toMatchObject({
      listen: { host: '0.0.0.0', port: 8080, workers: 'auto', tls: undefined },
      admin: { host: '127.0.0.1', port: 8081, token: undefined, tokens: [] },
      portal: { host: '127.0.0.1', port: undefined },
      auction: { timeoutMs: 500, defaultType: 1, rates: {} },
      limits: { globalPerSecond: 10_000, publisherPerSecond: 1_000, ipPerSecond: 100 },
      access: 'open',
      adcp: { enabled: false, partner: 'house' },
      campaigns: { riskMax: 20 },
      ledger: { keepDays: undefined, sampleDays: 7 },
      dataDir: join(folder, 'data'),
      partners: [
        { name: 'house', kind: 'campaigns', store: true },
        { name: 'shop', kind: 'product-search', url: 'embedded' },
      ],
      partnersFrom: 'defaults',
      publishers: [],
    });
  });

  for (const text of ['', '\n', '# nothing yet\n', '---\n', '{}\n']) {
    test(`may be empty: ${JSON.stringify(text)}`, () => {
      expect(load(text)).toMatchObject({
        listen: { port: 8080 },
        partners: [{ name: 'house' }, { name: 'shop' }],
      });
    });
  }

  test('may have sections and keys with nothing behind them, which count as absent', () => {
    const config = load(`
listen:
  port:
limits:
partners:
#  - { name: acme, kind: openrtb, url: https://dsp.example/bid }
publishers:
  - id: pub-1
    floors:
    turnGap:
`);
    expect(config).toMatchObject({ listen: { port: 8080 }, limits: { ipPerSecond: 100 } });
    expect(config.partners.map(({ name }) => name)).toEqual(['house', 'shop']);
    expect(config.partnersFrom).toBe('defaults');
    expect(config.publishers).toEqual([{ id: 'pub-1' }]);
  });

  test('may end the public URL in a slash, which is taken off', () => {
    const { listen } = load('listen: { publicUrl: "https://bid.example.com/" }\n');
    expect(listen.publicUrl).toBe('https://bid.example.com');
  });

  test('may give a currency to accounts where it has a rate', () => {
    const publishers = 'publishers: [{ id: a, currency: EUR }, { id: b, currency: USD }]\n';
    expect(load(`auction: { rates: { EUR: 1.08 } }\n${publishers}`).publishers).toHaveLength(2);
  });

  test('may take the rates of the bank with their day, under its own', () => {
    const rates = 'auction: { referenceRates: ecb, rates: { GBP: 2 } }\n';
    const { auction } = load(`${rates}publishers: [{ id: a, currency: CHF }]\n`);
    expect(auction.referenceDate).toBe(shipped.date);
    expect(auction.rates).toMatchObject({ EUR: shipped.perEuro.USD, GBP: 2 });
    expect(auction.rates.CHF).toBeCloseTo(shipped.perEuro.USD / shipped.perEuro.CHF, 12);
    expect(load('auction: { rates: { GBP: 2 } }\n').auction).not.toHaveProperty('referenceDate');
  });

  test('is refused where the rates in the data folder are broken', () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'reference-rates.json'), '{}');
    const refused = refusal('auction:\n  referenceRates: ecb\n', { PARLEY_DATA_DIR: dataDir });
    expect(refused).toStartWith(`line 2: auction.referenceRates: ${dataDir}/reference-rates.json`);
  });

  test('names paths from its own folder, not from where the server was started', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'etc'));
    const partner = '{ name: house, kind: campaigns, path: ads.yaml }';
    writeFileSync(
      join(folder, 'etc/mine.yaml'),
      `dataDir: ../store\ngeo: { database: own.mmdb }\npartners: [${partner}]\n`,
    );
    const config = loadConfig({ PARLEY_CONFIG: 'etc/mine.yaml' }, folder);
    expect(config).toMatchObject({
      dataDir: join(folder, 'store'),
      geo: { database: join(folder, 'etc/own.mmdb') },
      partners: [{ path: join(folder, 'etc/ads.yaml') }],
      partnersFrom: 'file',
    });
  });
});

describe('PARLEY_CONFIG', () => {
  test('goes before parley.yaml', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'parley.yaml'), 'listen: { port: 1 }\n');
    writeFileSync(join(folder, 'other.yaml'), 'listen: { port: 2 }\n');
    expect(loadConfig({ PARLEY_CONFIG: 'other.yaml' }, folder)).toMatchObject({
      listen: { port: 2 },
    });
    expect(loadConfig({ PARLEY_CONFIG: '' }, folder)).toMatchObject({ listen: { port: 1 } });
  });

  test('that names no file is refused rather than replaced by defaults', () => {
    const folder = temporaryFolder();
    const config = loadConfig({ PARLEY_CONFIG: 'gone.yaml' }, folder);
    expect(config).toBeInstanceOf(ConfigFault);
    expect(config).toMatchObject({
      message: expect.stringContaining(`${join(folder, 'gone.yaml')} cannot be read: ENOENT`),
    });
  });

  test('that names a folder is refused', () => {
    expect(readConfig(temporaryFolder(), {})).toMatchObject({
      message: expect.stringContaining('cannot be read: EISDIR'),
    });
  });
});

describe('the environment goes before the file', () => {
  const FILE = `
listen: { host: 10.0.0.1, port: 1 }
admin: { port: 2 }
redisUrl: redis://file
databaseUrl: postgres://file/db
notices: { keys: [${NOTICE_KEY}] }
dataDir: /file
`;
  test('for the host, both ports, both stores and the data folder', () => {
    const env = {
      HOST: '::1',
      PORT: '65535',
      ADMIN_PORT: '0',
      REDIS_URL: 'redis://env',
      DATABASE_URL: 'postgresql://env/db',
      PARLEY_DATA_DIR: '/env',
    };
    const expected = {
      listen: { host: '::1', port: 65_535 },
      admin: { host: '127.0.0.1', port: 0 },
      redisUrl: 'redis://env',
      databaseUrl: 'postgresql://env/db',
      dataDir: '/env',
    };
    expect(load(FILE, env)).toMatchObject(expected);
    const { databaseUrl, ...others } = expected;
    const { DATABASE_URL, ...otherEnv } = env;
    expect(loadConfig(otherEnv, temporaryFolder())).toMatchObject(others);
  });

  test('and counts as unset where it is empty', () => {
    const ports = { PORT: '', ADMIN_PORT: '' };
    const env = { ...ports, HOST: '', REDIS_URL: '', DATABASE_URL: '', PARLEY_DATA_DIR: '' };
    expect(load(FILE, env)).toEqual(load(FILE));
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' '],
    ['ADMIN_PORT', 'x'],
    ['REDIS_URL', 'localhost:6379'],
    ['DATABASE_URL', 'mysql://db'],
  ])('and a bad value is refused: %s=%j', (name, value) => {
    const message = expect.stringContaining(`the environment variable ${name}: expected`);
    expect(loadConfig({ [name]: value }, temporaryFolder())).toMatchObject({ message });
  });
});

describe(`\${NAME} in the file stands for a variable of the environment`, () => {
  const url = (text: string, env: Environment) =>
    load(`databaseUrl: "${text}"\nnotices: { keys: [${NOTICE_KEY}] }\n`, env).databaseUrl;

  test('anywhere in a string, as often as it occurs', () => {
    const env = { USER_1: 'me', PASSWORD: 'pw' };
    expect(url(`postgres://\${USER_1}:\${PASSWORD}@db/\${USER_1}`, env)).toBe(
      'postgres://me:pw@db/me',
    );
  });

  test('in lists and objects too', () => {
    const text = `limits: { trustedProxies: ["\${PROXY}", "\${PROXY}"] }\n`;
    expect(load(text, { PROXY: '10.0.0.1' }).limits.trustedProxies).toEqual([
      '10.0.0.1',
      '10.0.0.1',
    ]);
  });

  test('and the value of a variable is not expanded again', () => {
    expect(url(`postgres://db/\${A}`, { A: `\${B}`, B: 'b' })).toBe(`postgres://db/\${B}`);
  });

  test('while other uses of $ stay as they are', () => {
    expect(url(`postgres://db/$A/\${}/\${1}/$`, {})).toBe(`postgres://db/$A/\${}/\${1}/$`);
  });

  test('and one that is not set is refused by name', () => {
    expect(refusal(`admin:\n  token: \${PARLEY_ADMIN_TOKEN}\n`)).toBe(
      'line 2: admin.token: the environment variable PARLEY_ADMIN_TOKEN is not set',
    );
    expect(refusal(`limits:\n  trustedProxies:\n    - 10.0.0.1\n    - \${PROXY}\n`)).toBe(
      'line 4: limits.trustedProxies[1]: the environment variable PROXY is not set',
    );
  });
});
