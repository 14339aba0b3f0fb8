import { describe, expect, test } from 'bun:test';
import { type PrivacyPlan, REQUEST_PLAN } from '../../src/core/openrtb/privacy-plan.ts';
import { validate } from '../../src/core/openrtb/validate.ts';
import { redact } from '../../src/core/privacy/protect.ts';
import { UNRESTRICTED } from '../../src/core/privacy/restriction.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { bidRequest } from '../auction/setup.ts';
import { writePath } from '../conformance/paths.ts';
import { declaredFields } from '../request-fields.ts';

/** Every classified field, given what it should not hold. Redaction shows all classes here, so the form decides. */

function leavesOf(plan: PrivacyPlan, path: string): readonly string[] {
  // The native request is a text of JSON, with a schema of its own.
  if (plan.kind === 'field') return plan.privacyClass === 'native-request' ? [] : [path];
  return plan.fields.flatMap(([name, field]) =>
    leavesOf(field, path === '' ? name : `${path}.${name}`),
  );
}

const LEAVES = leavesOf(REQUEST_PLAN, '');

/** Objects that have to be lists, or to be whole, for the schema to accept what is put into them. */
const SURROUNDINGS: Readonly<Record<string, unknown>> = {
  'imp[0].pmp.deals': [{ id: 'd' }],
  'imp[0].ext.service.adcpFormats': [{ agent_url: 'https://a.example/', id: 'f' }],
  'user.data': [{ segment: [{}] }],
  'ext.parley.shown': [{ domain: 'a.example' }],
  'ext.service': {
    messageSequenceNumber: 1,
    messageLength: 1,
    isQuickReply: false,
    sessionDurationMs: 1,
    intent: { value: 'comparison', confidence: 1, topics: [], signals: [] },
    sentiment: { value: 'neutral', score: 0 },
    funnel: { stage: 'intent', progress: 0 },
  },
};

const LISTS = [
  'imp',
  'imp[0].pmp.deals',
  'imp[0].ext.service.adcpFormats',
  'user.data',
  'ext.parley.shown',
];

/** `imp.pmp.deals.id` → `imp[0].pmp.deals[0].id` */
function placeOf(path: string): string {
  return [...LISTS, 'user.data[0].segment'].reduce(
    (place, list) =>
      place.startsWith(`${list}.`) ? place.replace(`${list}.`, `${list}[0].`) : place,
    path,
  );
}

/** What a restricted partner would see of a request with this value in one place; undefined where it is refused. */
function shownWith(path: string, value: unknown): string | undefined {
  const body = bidRequest();
  for (const [place, surrounding] of Object.entries(SURROUNDINGS)) {
    if (placeOf(path).startsWith(place)) writePath(body, place, structuredClone(surrounding));
  }
  writePath(body, placeOf(path), value);
  const request = validate(body);
  if (request instanceof Refusal) return undefined;
  return JSON.stringify(redact(request, UNRESTRICTED).wire);
}

const PERSON = 'Jane Doe jane@doe.example';
const PHONE = 491511234567890;

const fieldsShowing = (value: unknown, mark: string) =>
  LEAVES.filter((path) => shownWith(path, value)?.includes(mark));

const below = (parent: string, names: string) =>
  names.split(' ').map((name) => `${parent}.${name}`);

const CONTENT = 'id title series genre keywords';

/** Where anybody may write anything: names, labels and keywords. A new one is a decision. */
const FREE_TEXTS = [
  ...below('imp', 'tagid displaymanager ext.gpid'),
  ...below('imp.pmp.deals', 'id'),
  'imp.ext.service.adcpFormats.id',
  ...below('site', 'id name keywords publisher.id publisher.name'),
  ...below('site.content', CONTENT),
  ...below('app', 'id name keywords publisher.id publisher.name'),
  ...below('app.content', CONTENT),
  ...below('device', 'ua make model os hwv ifa didsha1 didmd5 dpidsha1 dpidmd5 macsha1 macmd5'),
  ...below('device.geo', 'city metro zip'),
  ...below('user', 'id buyeruid customdata keywords'),
  ...below('user.data', 'id name segment.id segment.name segment.value'),
  ...below('user.eids', 'source inserter matcher uids.id'),
  ...below('user.ext.eids', 'source inserter matcher uids.id'),
  ...below('user.geo', 'city metro zip'),
  'ext.service.intent.value',
  // Removed from every view before it is redacted: test/privacy/conversation.test.ts.
  ...below('ext.parley', 'conversation shown.domain shown.cid'),
  ...below('source', 'pchain schain.nodes.name ext.schain.nodes.name'),
];

const FREE_LISTS = [
  ...below('site', 'kwarray content.kwarray'),
  ...below('app', 'kwarray content.kwarray'),
  'user.kwarray',
  ...below('imp.pmp.deals', 'wseat wadomain'),
  ...below('ext.service', 'intent.topics intent.signals audience.interests audience.behaviors'),
  ...'bcat acat badv bapp wseat bseat wlang'.split(' '),
];

/** Counts that the schema bounds by what a number can hold. */
const COUNTS = [
  'cattax',
  'ext.parley.shown.secondsAgo',
  ...below('ext.service', 'messageSequenceNumber messageLength userThinkTimeMs sessionDurationMs'),
];

describe('of a classified field a restricted partner sees nothing of another form', () => {
  test('a text about a person only where texts are free', () => {
    expect(fieldsShowing(PERSON, 'Jane').sort()).toEqual([...FREE_TEXTS].sort());
  });

  test('a list of texts only where lists of texts are', () => {
    expect(fieldsShowing([PERSON], 'Jane').sort()).toEqual([...FREE_LISTS].sort());
  });

  test('a number with the digits of a telephone only where the schema takes any count', () => {
    expect(fieldsShowing(PHONE, `${PHONE}`).sort()).toEqual([...COUNTS].sort());
  });

  test('never an object or a list within a list', () => {
    expect(fieldsShowing({ name: PERSON }, 'Jane')).toEqual([]);
    expect(fieldsShowing([[PERSON]], 'Jane')).toEqual([]);
    expect(fieldsShowing([{ name: PERSON }], 'Jane')).toEqual([]);
  });

  test('a very long text only where the schema takes one', () => {
    const declared = declaredFields();
    const shown = fieldsShowing('x'.repeat(9000), 'xxx');
    expect(shown).toContain('site.keywords');
    expect(shown.filter((path) => !declared.includes(path))).toEqual([]);
  });
});
