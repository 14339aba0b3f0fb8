import { afterAll, describe, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { configKeys } from '../../test/config-keys.ts';
import { cleanUp } from '../../test/process.ts';
import { SENSITIVE_CLASSES } from '../sensitive/word-list.ts';

afterAll(cleanUp);

type Row = readonly [path: string, value: string, reason: string];

/** Keys of sections: each value stands alone on line 3 of a file. */
const IN_SECTIONS: readonly Row[] = [
  ['listen.host', '5', 'expected a non-empty string, but got 5'],
  ['listen.host', '""', 'expected a non-empty string, but got ""'],
  ['listen.port', '"80"', 'expected an integer from 0 to 65535, but got the string "80"'],
  ['listen.port', '65536', 'expected an integer from 0 to 65535, but got 65536'],
  ['listen.port', '80.5', 'expected an integer from 0 to 65535, but got 80.5'],
  ['listen.workers', 'many', 'expected "auto" or an integer from 1 to 256'],
  ['listen.workers', '0', 'expected "auto" or an integer from 1 to 256, but got 0'],
  ['listen.publicUrl', '5', 'expected a string, but got 5'],
  ['listen.publicUrl', 'bid.example.com', 'expected a URL that starts with http:// or https://'],
  [
    'listen.publicUrl',
    'https://bid.example/?region=eu',
    'expected a URL that ends with its path, but got one with a query (?)',
  ],
  [
    'listen.publicUrl',
    'https://bid.example/#top',
    'expected a URL that ends with its path, but got one with a fragment (#)',
  ],
  [
    'listen.exchangeDomain',
    'https://x.example',
    'expected a host name in lower case, like example.com',
  ],
  ['listen.exchangeDomain', 'localhost', 'expected a host name in lower case, like example.com'],
  ['admin.host', '[]', 'expected a non-empty string, but got an array'],
  ['admin.port', '-1', 'expected an integer from 0 to 65535, but got -1'],
  ['admin.port', 'true', 'expected an integer from 0 to 65535, but got true'],
  ['admin.token', '5', 'expected a string, but got 5'],
  ['admin.token', '0123456789abcde', 'expected at least 16 characters, but got 15'],
  ['auction.timeoutMs', '49', 'expected an integer from 50 to 5000, but got 49'],
  ['auction.timeoutMs', '5s', 'expected an integer from 50 to 5000, but got the string "5s"'],
  ['auction.defaultType', '3', 'expected one of 1, 2, but got 3'],
  ['auction.defaultType', 'first', 'expected one of 1, 2'],
  ['auction.referenceRates', 'fed', 'expected one of "ecb", but got "fed"'],
  ['auction.rates', '1.1', 'expected an object with currency codes as keys, like EUR, but got 1.1'],
  ['limits.globalPerSecond', '0', 'expected an integer from 1 to 10000000, but got 0'],
  ['limits.globalPerSecond', '10k', 'expected an integer from 1 to 10000000'],
  ['limits.publisherPerSecond', '-5', 'expected an integer from 1 to 10000000, but got -5'],
  ['limits.publisherPerSecond', '{}', 'expected an integer from 1 to 10000000, but got an object'],
  ['limits.ipPerSecond', '1.5', 'expected an integer from 1 to 10000000, but got 1.5'],
  ['limits.ipPerSecond', '.inf', 'expected an integer from 1 to 10000000'],
  ['geo.database', '5', 'expected "embedded", "none" or the path of an .mmdb file, but got 5'],
  ['traces.otlpUrl', 'collector:4318', 'expected a URL that starts with http:// or https://'],
  ['traces.otlpUrl', '4318', 'expected a string, but got 4318'],
  [
    'traces.otlpUrl',
    'https://collector.example/?key=secret',
    'expected a URL that ends with its path, but got one with a query (?)',
  ],
  ['traces.sampleRate', '1.5', 'expected a number from 0 to 1, but got 1.5'],
  ['traces.sampleRate', '1%', 'expected a number from 0 to 1, but got the string "1%"'],
  ['campaigns.riskMax', '0', 'expected a number from 0.01 to 1000000, but got 0'],
  ['ledger.sampleDays', '91', 'expected an integer from 0 to 90, but got 91'],
  ['ledger.keepDays', '30', 'expected an integer from 31 to 36500, but got 30'],
  ['ledger.keepDays', '1.5', 'expected an integer from 31 to 36500, but got 1.5'],
  ['limits.trustedProxies', '10.0.0.1', 'expected an array, but got the string "10.0.0.1"'],
  [
    'notices.keys',
    'a-key-that-is-no-list-and-must-not-show',
    'expected a list of 1 to 10 keys of at least 32 characters, but got no list',
  ],
  ['notices.keys', '[]', 'expected a list of 1 to 10 keys of at least 32 characters, but got 0'],
  ['notices.keys', '[short]', 'expected a list of 1 to 10 keys'],
];

const AT_THE_TOP: readonly Row[] = [
  ['access', 'closed', 'expected one of "open", "listed", "keyed", "verified", but got'],
  ['access', 'true', 'expected one of "open", "listed", "keyed", "verified", but got'],
  ['redisUrl', '6379', 'expected a string, but got 6379'],
  ['redisUrl', 'http://cache', 'expected a URL that starts with redis:// or rediss://'],
  ['redisClusterUrls', '[]', 'expected an array of 1 to 16 items, but got 0 items'],
  ['databaseUrl', 'true', 'expected a string, but got true'],
  ['databaseUrl', 'sqlite://x', 'expected a URL that starts with postgres:// or postgresql://'],
  ['dataDir', '5', 'expected a non-empty string, but got 5'],
  ['dataDir', '""', 'expected a non-empty string, but got ""'],
  ['listen', '8080', 'expected an object, but got 8080'],
  ['partners', '{}', 'expected an array of at most 256 items, but got an object'],
  ['partners', '[acme]', 'expected an object with name and kind, but got'],
  ['publishers', 'pub-1', 'expected an array of at most 100000 items, but got the string "pub-1"'],
];

const CAMPAIGNS = ['name: a', 'kind: campaigns', 'path: campaigns.yaml'];
const STORE = ['name: a', 'kind: campaigns', 'store: true'];
const PRODUCTS = ['name: a', 'kind: product-search', 'url: embedded'];
const OPENRTB = ['name: a', 'kind: openrtb', 'url: https://dsp.example'];
const PUBLISHER = ['id: a'];
const KEYS_EXPECTED = 'expected a list of 1 to 10 keys of at least 16 characters without spaces';
const FORMAT = ['agentUrl: https://formats.example', 'id: own_card', 'requires: [title]'];

/** Keys of list items: the item to start from, then the key to add or replace in it. */
const IN_ITEMS: readonly (readonly [item: readonly string[], ...Row])[] = [
  [CAMPAIGNS, 'partners[].name', '5', 'expected a name of 1 to 36 letters, digits, "-" or "_"'],
  [OPENRTB, 'partners[].name', 'a b', 'expected a name of 1 to 36 letters, digits, "-" or "_"'],
  [
    OPENRTB,
    'partners[].name',
    'a'.repeat(37),
    'expected a name of 1 to 36 letters, digits, "-" or "_"',
  ],
  [OPENRTB, 'partners[].kind', 'dsp', 'expected one of "campaigns", "product-search", "openrtb"'],
  [OPENRTB, 'partners[].kind', '5', 'expected one of "campaigns", "product-search", "openrtb"'],
  [CAMPAIGNS, 'partners[].path', '5', 'expected a non-empty string, but got 5'],
  [STORE, 'partners[].store', '1', 'expected true or false, but got 1'],
  [STORE, 'partners[].approval', 'never', 'expected true or false, but got'],
  [STORE, 'partners[].advertiserKeys', '2', 'expected an object with names of advertisers as keys'],
  [PRODUCTS, 'partners[].url', 'ftp://x', 'expected "embedded" or a URL that starts with http://'],
  [OPENRTB, 'partners[].url', 'embedded', 'expected a URL that starts with http:// or https://'],
  [OPENRTB, 'partners[].url', '5', 'expected a string, but got 5'],
  [PRODUCTS, 'partners[].timeoutMs', '0', 'expected an integer from 1 to 5000, but got 0'],
  [OPENRTB, 'partners[].timeoutMs', 'fast', 'expected an integer from 1 to 5000'],
  [PRODUCTS, 'partners[].qpsMax', '0', 'expected an integer from 1 to 1000000, but got 0'],
  [OPENRTB, 'partners[].qpsMax', '0.5', 'expected an integer from 1 to 1000000, but got 0.5'],
  [OPENRTB, 'partners[].gvlId', '70000', 'expected an integer from 1 to 65535, but got 70000'],
  [OPENRTB, 'partners[].internalNotices', '1', 'expected true or false, but got 1'],
  [OPENRTB, 'partners[].acceptsTest', '1', 'expected true or false, but got 1'],
  [OPENRTB, 'partners[].acceptsTest', 'yes', 'expected true or false, but got'],
  [CAMPAIGNS, 'partners[].billOn', 'click', 'expected one of "burl", "impression", "win", but got'],
  [OPENRTB, 'partners[].openrtbVersion', '2.5', 'expected one of "2.5", "2.6", but got 2.5'],
  [OPENRTB, 'partners[].impExt', '[1]', 'expected an object of at most 4096 characters as JSON'],
  [OPENRTB, 'partners[].headers', 'a-key', 'expected an object of at most 20 header names and'],
  [PRODUCTS, 'partners[].only', '{}', 'expected at least one of countries, publishers, formats'],
  [OPENRTB, 'partners[].gzip', '1', 'expected true or false, but got 1'],
  [OPENRTB, 'partners[].needsConsent', 'maybe', 'expected true or false, but got'],
  [OPENRTB, 'partners[].seats', 'seat-1', 'expected an array of at most 1000 items, but got'],
  [OPENRTB, 'partners[].trackers', 'both', 'expected one of "client", "server", but got'],
  [PRODUCTS, 'partners[].clickRate', '2', 'expected a number from 0 to 1, but got 2'],
  [PRODUCTS, 'partners[].cacheSeconds', '61', 'expected an integer from 0 to 60, but got 61'],
  [PRODUCTS, 'partners[].cacheSeconds', '5', 'cannot be combined with "url: embedded"'],
  [PUBLISHER, 'publishers[].noAdsOnNegativeSentiment', '1', 'expected true or false, but got 1'],
  [PUBLISHER, 'publishers[].noAdsOnSupportRequests', '1', 'expected true or false, but got 1'],
  [FORMAT, 'formats[].agentUrl', 'http://x.example', 'expected a valid HTTPS URL, but got'],
  [FORMAT, 'formats[].id', 'a b', 'expected an id of 1 to 100 letters, digits, "-" or "_"'],
  [FORMAT, 'formats[].description', '5', 'expected a string'],
  [FORMAT, 'formats[].requires', '[]', 'expected an array of 1 to 6 items'],
  [FORMAT, 'formats[].titleLengthMax', '0', 'expected an integer from 1 to 1000, but got 0'],
  [PUBLISHER, 'publishers[].refusesUncategorized', '1', 'expected true or false, but got 1'],
  [PUBLISHER, 'publishers[].onlyRelevant', '1', 'expected true or false, but got 1'],
  [PUBLISHER, 'publishers[].tellsPrices', '1', 'expected true or false, but got 1'],
  [PUBLISHER, 'publishers[].country', 'EU', 'expected a country code of ISO 3166 like "DE"'],
  [PUBLISHER, 'publishers[].aiLabel', 'maybe', 'expected one of "required", "always", "never"'],
  [PUBLISHER, 'publishers[].appSchemes', 'market', 'expected an array of at most 100 items, but'],
  [PUBLISHER, 'publishers[].id', '5', 'expected a non-empty string, but got 5'],
  [PUBLISHER, 'publishers[].keys', 'secret-that-is-no-list', `${KEYS_EXPECTED}, but got no list`],
  [PUBLISHER, 'publishers[].keys', '[]', `${KEYS_EXPECTED}, but got 0`],
  [PUBLISHER, 'publishers[].keys', '[0123456789abcde]', `${KEYS_EXPECTED}, but key 1 has 15`],
  [PUBLISHER, 'publishers[].keys', '["0123456789 abcdef"]', `${KEYS_EXPECTED}, but key 1 has a`],
  [PUBLISHER, 'publishers[].limits', '5', 'expected an object, but got 5'],
  [PUBLISHER, 'publishers[].share', '1.01', 'expected a number from 0 to 1, but got 1.01'],
  [PUBLISHER, 'publishers[].share', '-0.1', 'expected a number from 0 to 1, but got -0.1'],
  [PUBLISHER, 'publishers[].share', '70%', 'expected a number from 0 to 1, but got'],
  [PUBLISHER, 'publishers[].share', '0.70005', 'expected a number with at most four decimals, but'],
  [PUBLISHER, 'publishers[].seller', 'Acme', 'expected an object, but got'],
  [PUBLISHER, 'publishers[].floors', '0.5', 'expected an object, but got 0.5'],
  [PUBLISHER, 'publishers[].blockedCategories', 'IAB25', 'expected an array, but got'],
  [PUBLISHER, 'publishers[].blockedDomains', '{}', 'expected an array, but got an object'],
  [PUBLISHER, 'publishers[].placements', 'a', 'expected an array of at most 200 items, but got'],
  [PUBLISHER, 'publishers[].firstAdTurn', '0', 'expected an integer of at least 1, but got 0'],
  [PUBLISHER, 'publishers[].turnGap', 'two', 'expected an integer of at least 1'],
];

describe('a bad value is refused with its line, its key and what was expected', () => {
  const title = (path: string, value: string) => `${path}: ${value}`;

  for (const [path, value, reason] of IN_SECTIONS) {
    test(title(path, value), () => {
      const [section, key] = path.split('.');
      const refused = refusal(`# first\n${section}:\n  ${key}: ${value}\n`);
      expect(refused).toStartWith(`line 3: ${path}: ${reason}`);
    });
  }
  for (const [path, value, reason] of AT_THE_TOP) {
    test(title(path, value), () => {
      const at = value === '[acme]' ? `${path}[0]` : path;
      expect(refusal(`# first\n\n${path}: ${value}\n`)).toStartWith(`line 3: ${at}: ${reason}`);
    });
  }
  for (const [item, path, value, reason] of IN_ITEMS) {
    test(title(path, value), () => {
      const [list, key] = path.split('[].');
      const others = item.filter((line) => !line.startsWith(`${key}:`));
      const lines = [
        '# first',
        `${list}:`,
        `  - ${key}: ${value}`,
        ...others.map((o) => `    ${o}`),
      ];
      const refused = refusal(`${lines.join('\n')}\n`);
      expect(refused).toStartWith(`line 3: ${path.replace('[]', '[0]')}: ${reason}`);
    });
  }

  test('publishers[].floors.default: -1', () => {
    expect(refusal('publishers:\n  - id: a\n    floors: { default: -1 }\n')).toBe(
      'line 3: publishers[0].floors.default: expected a number from 0 to 1000, but got -1',
    );
  });

  for (const name of SENSITIVE_CLASSES) {
    test(`publishers[].sensitive.${name}: 1`, () => {
      expect(refusal(`publishers:\n  - id: a\n    sensitive: { ${name}: 1 }\n`)).toBe(
        `line 3: publishers[0].sensitive.${name}: expected true or false, but got 1`,
      );
    });
  }

  test.each([
    ['{ Host: x }', '"Host" is set by the exchange'],
    ['{ "a b": x }', '"a b" is no header name'],
    ['{ X-Key: 7 }', 'the value of "X-Key" is no string'],
    [
      '{ X-Key: "secret\\nY: z" }',
      'the value of "X-Key" is not 1 to 4096 printable ASCII characters',
    ],
    ['{ X-Key: "" }', 'the value of "X-Key" is not 1 to 4096 printable ASCII characters'],
    ['{ X-Key: secret, x-key: secret }', '"x-key" is there twice'],
  ])('partners[].headers: %s, of which no value is shown', (headers, fault) => {
    const refused = refusal(`partners:\n  - { ${OPENRTB.join(', ')}, headers: ${headers} }\n`);
    expect(refused).toEndWith(`header names and values, but ${fault}`);
    expect(refused).not.toContain('secret');
  });

  test.each([
    ['countries', '[Germany]', 'expected a country code of ISO 3166'],
    ['publishers', '[]', 'expected an array of 1 to 1000 items'],
    ['formats', '[" "]', 'expected a text of 1 to 200 characters'],
    ['deviceTypes', '[8]', 'expected an integer from 1 to 7, but got 8'],
  ])('partners[].only.%s: %s', (key, value, reason) => {
    const only = `only: { ${key}: ${value} }`;
    const refused = refusal(`partners:\n  - { ${OPENRTB.join(', ')}, ${only} }\n`);
    expect(refused).toMatch(new RegExp(`partners\\[0\\]\\.only\\.${key}(\\[0\\])?: `));
    expect(refused).toContain(reason);
  });

  test('formats[].id: one that the agent has already, by the config or without it', () => {
    const own = `{ ${FORMAT.join(', ')} }`;
    const again = own.replace('formats.example', 'FORMATS.example:443/');
    expect(refusal(`formats:\n  - ${own}\n  - ${again}\n`)).toContain(
      'formats[1].id: https://formats.example/ has a format "own_card" already',
    );
    const known =
      '{ agentUrl: https://creative.adcontextprotocol.org, id: native_mention, requires: [title] }';
    expect(refusal(`formats:\n  - ${known}\n`)).toContain('formats[0].id: ');
  });

  test('auction.rates: a key that is no currency, a rate that is none', () => {
    expect(refusal('auction:\n  rates: { euro: 1 }\n')).toStartWith('line 2: auction.rates.euro: ');
    expect(refusal('auction:\n  rates: { EUR: 0 }\n')).toStartWith('line 2: auction.rates.EUR: ');
  });

  test('an item of a list names its place in it', () => {
    expect(refusal('publishers:\n  - id: a\n    blockedDomains:\n      - x\n      - 5\n')).toBe(
      'line 5: publishers[0].blockedDomains[1]: expected a non-empty string, but got 5',
    );
  });

  test('the cases above leave out no key of the schema', () => {
    const tried = new Set([
      ...IN_SECTIONS.map(([path]) => path),
      ...AT_THE_TOP.map(([path]) => path),
      ...IN_ITEMS.map(([, path]) => path),
      'publishers[].floors.default',
      'publishers[].origins',
      'listen.tls.cert',
      'listen.tls.key',
      'publishers[].limits.perSecond',
      ...['partners', 'publishers'].map((list) => `${list}[].currency`),
      ...['name', 'domain', 'type'].map((key) => `publishers[].seller.${key}`),
      ...['network', 'perSecond'].map((key) => `limits.networks[].${key}`),
      // In store-refusals.test.ts.
      ...['name', 'token', 'role'].map((key) => `admin.tokens[].${key}`),
      // In webhook-refusals.test.ts and portal-refusals.test.ts.
      ...['name', 'url', 'secret', 'format', 'only'].map((key) => `alerts.webhooks[].${key}`),
      ...['host', 'port', 'publicUrl'].map((key) => `portal.${key}`),
      ...['floorMin', 'floorMax', 'sensitiveOff'].map((key) => `publishers[].bounds.${key}`),
      ...SENSITIVE_CLASSES.map((name) => `publishers[].sensitive.${name}`),
      ...['countries', 'publishers', 'formats', 'deviceTypes'].map(
        (key) => `partners[].only.${key}`,
      ),
    ]);
    const untried = configKeys().filter(({ path }) => !tried.has(path));
    // In adcp-refusals.test.ts.
    expect(untried.filter(({ path }) => !path.startsWith('adcp.'))).toEqual([]);
  });
});
