import { afterAll, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const tokens = (...entries: readonly string[]) => `admin:\n  tokens: [${entries.join(', ')}]\n`;
const own = (keys: string) => `partners:\n  - { name: own, kind: campaigns, ${keys} }\n`;

const ANN = '{ name: ann, token: sixteen-characters, role: ads }';

test.each([
  ['{ name: a b, token: sixteen-characters, role: ads }', 'admin.tokens[0].name: expected a name'],
  ['{ name: a, token: short, role: ads }', 'token: expected at least 16 characters, but got 5'],
  ['{ name: a, token: sixteen-characters, role: root }', 'expected one of "admin", "ads", "read"'],
  [`${ANN}, ${ANN}`, 'admin.tokens[1].name: "ann" is used twice'],
  [`${ANN}, ${ANN.replace('ann', 'ben')}`, 'admin.tokens[1].token: another entry has the same'],
])('the admin tokens %s are refused', (entries, reason) => {
  expect(refusal(tokens(entries))).toContain(reason);
});

test('a refusal of a token does not show it', () => {
  expect(refusal(tokens('{ name: a, token: short, role: ads }'))).not.toContain('"short"');
});

test.each([
  [
    'path: a.yaml, store: true',
    'partners[0]: expected path (a file) or store: true (the database), but got both',
  ],
  [
    'billOn: win',
    'partners[0]: expected path (a file) or store: true (the database), but got neither',
  ],
  ['path: a.yaml, approval: true', 'partners[0].approval: expected no approval here'],
  [
    'store: true, advertiserKeys: { Ridge Line: [0] }',
    'partners[0].advertiserKeys.Ridge Line[0]: expected an integer from 1 to 10000, but got 0',
  ],
  [
    'store: true, advertiserKeys: { Ridge Line: [] }',
    'partners[0].advertiserKeys.Ridge Line: expected an array of 1 to 10 items, but got 0 items',
  ],
  [
    'store: true, advertiserKeys: { "!": [2] }',
    'partners[0].advertiserKeys: expected the name or domain of an advertiser, but got "!"',
  ],
  [
    'store: true, advertiserKeys: { Ridge Line: [2], ridge-line: [1] }',
    'partners[0].advertiserKeys: "Ridge Line" and "ridge-line" are the same advertiser',
  ],
])('a partner with %s is refused', (keys, reason) => {
  expect(refusal(own(keys))).toContain(reason);
});
