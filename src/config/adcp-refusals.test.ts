import { afterAll, expect, test } from 'bun:test';
import { load, refusal } from '../../test/config-file.ts';
import { configKeys } from '../../test/config-keys.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const TOKEN = 'token: 0123456789abcdef';
const X = 'gWUqzATUcUco5Q8fZZXn8aWwb7DQbYGBiqUzLiSDDJo';
const P256_X = 'vGSQmjzPN1txgDY-oBb108gMsRETA9J5IPxqlBczQOY';
const KEY = `{ kid: a, kty: OKP, crv: Ed25519, x: ${X} }`;

type Case = readonly [value: string, at: string, reason: string];

const SECTION: readonly Case[] = [
  ['enabled: 1', 'enabled', 'expected true or false, but got 1'],
  ['host: 5', 'host', 'expected a non-empty string, but got 5'],
  ['port: 70000', 'port', 'expected an integer from 0 to 65535, but got 70000'],
  ['publicUrl: buy.example', 'publicUrl', 'expected a URL that starts with http:// or https://'],
  ['publicUrl: "https://a.example/?b"', 'publicUrl', 'expected a URL that ends with its path'],
  ['partner: 5', 'partner', 'expected'],
  ['testController: 1', 'testController', 'expected true or false, but got 1'],
  [
    `testController: true, buyers: [{ id: a, name: A, ${TOKEN} }]`,
    'buyers[0].sandbox',
    'expected sandbox: true, since adcp.testController is set',
  ],
];

const BUYER: readonly Case[] = [
  ['id: "a b"', '.id', 'expected'],
  ['name: ""', '.name', 'expected'],
  ['token: short', '.token', 'expected at least 16 characters, but got 5'],
  ['sandbox: 1', '.sandbox', 'expected true or false, but got 1'],
  ['dailyCap: 0', '.dailyCap', 'expected an amount of USD from 0.01 to 1000000000'],
  ['callsPerMinute: 0', '.callsPerMinute', 'expected an integer from 1 to 100000, but got 0'],
  ['requireSignature: 1', '.requireSignature', 'expected true or false, but got 1'],
  ['requireSignature: true', '', 'expected signingKeys, since requireSignature is set'],
  ['signingKeys: 5', '.signingKeys', 'expected an array of at most 10 items, but got 5'],
  [`signingKeys: [${KEY}, ${KEY}]`, '', 'expected keys with a kid each, but "a" is used twice'],
  [
    `signingKeys: [{ kid: a, kty: OKP, crv: Ed25519, x: ${X}, d: secret }]`,
    '.signingKeys[0].d',
    'unknown key',
  ],
  [
    'signingKeys: [{ kid: a, kty: OKP, crv: Ed25519, x: abc }]',
    '.signingKeys[0].x',
    'expected 32 bytes in base64url: 43 characters',
  ],
  [
    `signingKeys: [{ kid: a, kty: EC, crv: Ed25519, x: ${X} }]`,
    '.signingKeys[0]',
    'expected kty OKP, since crv is Ed25519, but got EC',
  ],
  [
    `signingKeys: [{ kid: a, kty: OKP, crv: Ed25519, alg: ES256, x: ${X} }]`,
    '.signingKeys[0]',
    'expected alg EdDSA, since crv is Ed25519, but got ES256',
  ],
  [
    `signingKeys: [{ kid: a, kty: EC, crv: P-256, x: ${P256_X} }]`,
    '.signingKeys[0]',
    'expected y, since crv is P-256',
  ],
  [
    `signingKeys: [{ kid: a, kty: OKP, crv: Ed25519, x: ${X}, y: ${X} }]`,
    '.signingKeys[0]',
    'expected no y, since crv is Ed25519',
  ],
  [
    `signingKeys: [{ kid: a, kty: EC, crv: P-256, x: ${P256_X}, y: ${X} }]`,
    '.signingKeys[0]',
    'expected x and y of a point of the curve P-256',
  ],
];

const PRODUCT: readonly Case[] = [
  ['id: "a b"', '.id', 'expected'],
  ['name: ""', '.name', 'expected'],
  ['description: ""', '.description', 'expected'],
  ['publishers: []', '.publishers', 'expected'],
  ['formats: [banner]', '.formats[0]', 'expected one of'],
  ['floors: { cpm: 0 }', '.floors.cpm', 'expected a price in USD from 0.01 to 1000'],
  ['floors: { cpc: 1001 }', '.floors.cpc', 'expected a price in USD from 0.01 to 1000'],
  ['floors: {}', '.floors', 'expected cpm, cpc or both'],
  ['minSpend: 0', '.minSpend', 'expected an amount of USD from 0.01 to 1000000000'],
  ['targeting: { include: { topics: 5 } }', '.targeting.include.topics', 'expected'],
  ['targeting: { exclude: { moods: [a] } }', '.targeting.exclude.moods', 'unknown key'],
];

for (const [value, at, reason] of SECTION) {
  test(`adcp: { ${value} }`, () => {
    expect(refusal(`adcp: { ${value} }\n`)).toContain(`adcp.${at}: ${reason}`);
  });
}

test('adcp.enabled with partners of which none has a store', () => {
  expect(refusal('adcp: { enabled: true }\npartners: []\n')).toContain(
    'adcp.partner: expected the name of a partner with store: true, but there is none',
  );
});

test('adcp.enabled without partners sells the campaigns of the default store', () => {
  expect(load('adcp: { enabled: true }\n').adcp.partner).toBe('house');
});

/** The entry with one key replaced, or one more. */
function withKey(keys: Readonly<Record<string, string>>, value: string): string {
  const name = value.split(':')[0] ?? '';
  const rest = Object.entries(keys).filter(([key]) => key !== name);
  return `{ ${[...rest.map(([key, own]) => `${key}: ${own}`), value].join(', ')} }`;
}

for (const [value, at, reason] of BUYER) {
  test(`adcp.buyers[]: { ${value} }`, () => {
    const entry = withKey({ id: 'a', name: 'A', token: '0123456789abcdef' }, value);
    expect(refusal(`adcp:\n  buyers: [${entry}]\n`)).toStartWith(
      `line 2: adcp.buyers[0]${at}: ${reason}`,
    );
  });
}

for (const [value, at, reason] of PRODUCT) {
  test(`adcp.products[]: { ${value} }`, () => {
    const keys = { id: 'a', name: 'A', description: 'A', publishers: '[p]', floors: '{ cpm: 1 }' };
    expect(refusal(`adcp:\n  products: [${withKey(keys, value)}]\n`)).toStartWith(
      `line 2: adcp.products[0]${at}: ${reason}`,
    );
  });
}

test('two buyers with one id or one token, two products with one id', () => {
  const buyer = (id: string, token: string) => `{ id: ${id}, name: A, token: ${token} }`;
  const [one, two] = ['0123456789abcdef', 'fedcba9876543210'] as const;
  const buyers = (...list: readonly string[]) =>
    refusal(`adcp: { buyers: [${list.join(', ')}] }\n`);
  expect(buyers(buyer('a', one), buyer('a', two))).toEndWith(
    'adcp.buyers[1].id: "a" is used twice',
  );
  expect(buyers(buyer('a', one), buyer('b', one))).toEndWith(
    'adcp.buyers[1].token: another entry has the same token',
  );
  const product = '{ id: a, name: A, description: A, publishers: [p], floors: { cpm: 1 } }';
  expect(refusal(`adcp: { products: [${product}, ${product}] }\n`)).toEndWith(
    'adcp.products[1].id: "a" is used twice',
  );
});

test('the cases above leave out no key of the section', () => {
  const tried = [
    ...SECTION.map(([, at]) => `adcp.${at}`),
    ...BUYER.map(([, at]) => `adcp.buyers[]${at}`),
    ...PRODUCT.map(([, at]) => `adcp.products[]${at}`),
  ];
  const isTried = (path: string) =>
    tried.some((one) => one === path || one.startsWith(`${path}[`) || one.startsWith(`${path}.`));
  const keys = configKeys().filter(({ path }) => path.startsWith('adcp.'));
  expect(keys.filter(({ path }) => !isTried(path))).toEqual([]);
});
