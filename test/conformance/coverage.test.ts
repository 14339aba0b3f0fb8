import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredFields } from '../request-fields.ts';
import { readCases } from './case.ts';

/** What the spec and the rulings promise, as the tags that cases carry in `covers`. */

const below = (parent: string, names: string) =>
  names.split(' ').map((name) => `${parent}.${name}`);
const numbered = (word: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${word} ${index + 1}`);

/** Fields of the request that can be wrong. Each needs a case that is accepted and one that is refused. */
const REQUEST_FIELDS = [
  ...'id imp test at tmax site app device user regs ext'.split(' '),
  ...'cur bcat acat cattax badv bapp wseat bseat wlang'.split(' '),
  ...below('imp', 'id native bidfloor ext native.request native.ver native.api native.battr'),
  ...below('imp', 'ext.service bidfloorcur secure pmp pmp.private_auction pmp.deals video audio'),
  ...below('imp.pmp.deals', 'id bidfloor bidfloorcur at wseat wadomain'),
  ...below('site', 'id name domain cat keywords kwarray publisher publisher.id'),
  ...below('app', 'id name bundle cat keywords kwarray publisher publisher.id'),
  ...below('device', 'ua ip language devicetype geo geo.lat geo.lon geo.country'),
  ...below('user', 'id gender data data.id data.name data.segment data.segment.id'),
  ...below('user', 'ext ext.consent consent'),
  ...below('regs', 'ext ext.gdpr ext.us_privacy ext.gpp_sid coppa gdpr us_privacy gpp gpp_sid'),
  'ext.service',
  ...below('ext.service', 'messageSequenceNumber messageLength isQuickReply userThinkTimeMs'),
  ...below('ext.service', 'sessionDurationMs intent sentiment funnel audience'),
  ...below('ext.service.intent', 'value confidence topics signals'),
  ...below('ext.service.sentiment', 'value score'),
  ...below('ext.service.funnel', 'stage progress'),
  ...below('ext.service.audience', 'interests behaviors'),
  ...below(
    'ext.parley',
    'conversation onlyRelevant shown shown.domain shown.cid shown.secondsAgo shown.again',
  ),
  'ext.parley',
  'imp.ext.service.adcpFormats',
  ...below('imp.ext.service.adcpFormats', 'agent_url id'),
];

/** Fields of the decoded native request; each needs both kinds of case too. */
const NATIVE_FIELDS = [
  ...below('native', 'ver context contextsubtype plcmttype plcmtcnt seq assets'),
  ...below('native', 'aurlsupport durlsupport privacy eventtrackers'),
  ...below('native.eventtrackers', 'event methods'),
  ...below('native.assets', 'id required title.len data.type data.len'),
  ...below('native.assets.img', 'type w h wmin hmin mimes'),
  ...below('native.assets.video', 'mimes minduration maxduration protocols w h'),
];

/** Bad values here are ignored, so no case can be refused for them. */
const FIELDS_NEVER_REFUSED = [
  'imp.ext.service_product_search',
  ...below('imp.ext.service_product_search', 'min_price max_price price_currency'),
];

const ANSWER_FIELDS = [
  ...below('answer', 'id seatbid seatbid.bid bid.id bid.impid bid.price bid.adm bid.nurl'),
  ...below('error', 'code message details.field details.reason request_id'),
];

const ERROR_CODES = [
  'code INVALID_REQUEST',
  'code MISSING_REQUIRED_FIELD',
  'code INVALID_FIELD_VALUE',
  'code INVALID_FIELD_TYPE',
  'code UNSUPPORTED_FORMAT',
];

const ERROR_ROWS = [
  'error row body not valid JSON',
  'error row both site and app',
  'error row duplicate imp id',
  'error row id missing',
  'error row imp missing',
  'error row imp id missing',
  'error row imp lacks native',
  'error row native.request missing',
];

const RULES = numbered('rule', 16);
const RULINGS = [
  ...numbered('ruling', 43),
  ...[49, 50, 51, 54, 55, 57, 60, 61, 62, 63, 64, 65, 68, 69, 70, 71, 72, 76, 77, 79, 80, 81].map(
    (number) => `ruling ${number}`,
  ),
];
const PRODUCT_SEARCH_RULES = [
  ...numbered('product-search rule', 5),
  ...numbered('keyword rule', 5),
];

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'field of the answer': ANSWER_FIELDS,
  'error code': ERROR_CODES,
  'row of the error table': ERROR_ROWS,
  'validation rule': RULES,
  ruling: RULINGS,
  'product-search rule': PRODUCT_SEARCH_RULES,
  'product-search field': FIELDS_NEVER_REFUSED,
};

const cases = readCases().flatMap((file) => file.cases);
const covered = new Set(cases.flatMap(({ covers }) => covers));

function coveredBy(status: number): ReadonlySet<string> {
  const ofStatus = cases.filter((testCase) => testCase.expect.status === status);
  return new Set(ofStatus.flatMap(({ covers }) => covers));
}

/** Every other test in one string: what no case can express names its rule in brackets, in a test's name. */
const otherTests = (() => {
  const root = join(import.meta.dir, '../..');
  const files = [...new Bun.Glob('{src,test}/**/*.test.ts').scanSync(root)];
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
})();

const isCovered = (tag: string) => covered.has(tag) || otherTests.includes(`(${tag})`);

describe('coverage', () => {
  for (const [group, tags] of Object.entries(GROUPS)) {
    test(`every ${group} has a case, or a test that names it`, () => {
      expect(tags.filter((tag) => !isCovered(tag))).toEqual([]);
    });
  }

  for (const [group, fields] of [
    ['request', REQUEST_FIELDS],
    ['native request', NATIVE_FIELDS],
  ] as const) {
    test(`every field of the ${group} has a case that is accepted`, () => {
      const accepted = coveredBy(200);
      expect(fields.filter((field) => !accepted.has(field))).toEqual([]);
    });

    test(`every field of the ${group} has a case that is refused`, () => {
      const refused = coveredBy(400);
      expect(fields.filter((field) => !refused.has(field))).toEqual([]);
    });
  }

  test('every declared field of the request has a tag', () => {
    const known = [...REQUEST_FIELDS, ...FIELDS_NEVER_REFUSED];
    expect(declaredFields().filter((field) => !known.includes(field))).toEqual([]);
  });

  test('every case uses only tags that stand here', () => {
    const known = new Set([...REQUEST_FIELDS, ...NATIVE_FIELDS, ...Object.values(GROUPS).flat()]);
    expect([...covered].filter((tag) => !known.has(tag))).toEqual([]);
  });
});

const KEYS: ReadonlySet<string> = new Set(
  'name covers base set remove native text hex method path headers gzip expect'.split(' '),
);
const EXPECT_KEYS: ReadonlySet<string> = new Set(
  'status code message field reason warnings integrationLevel headers body isWrapped'.split(' '),
);

describe('form', () => {
  test('every case has a name of its own', () => {
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('every case covers something and uses only known keys', () => {
    const unknown = cases.flatMap((testCase) => [
      ...Object.keys(testCase).filter((key) => !KEYS.has(key)),
      ...Object.keys(testCase.expect).filter((key) => !EXPECT_KEYS.has(key)),
    ]);
    expect(unknown).toEqual([]);
    expect(cases.filter(({ covers }) => covers.length === 0)).toEqual([]);
  });

  test('every refusal by validation says its code, its message and its field', () => {
    const refusals = cases.filter((testCase) => testCase.expect.status === 400);
    const vague = refusals.filter(({ expect: { code, message, field } }) =>
      [code, message, field].includes(undefined),
    );
    expect(vague.map(({ name }) => name)).toEqual([]);
  });
});
