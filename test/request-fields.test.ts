import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { REFUSED_FIELDS } from '../src/observe/series.ts';
import { isJsonObject, type Json } from './properties/json.ts';
import { validRequest } from './properties/valid-request.ts';
import { declaredFields } from './request-fields.ts';

/** Generating requests takes seconds on a busy machine. */
/** Requests rarely get these wrong: the metric counts them as "other". */
const COUNTED_AS_OTHER = [
  ...'site app device user regs ext cur bcat acat cattax badv bapp wseat bseat wlang'.split(' '),
  ...below(
    'imp',
    'native.battr ext.service_product_search secure pmp pmp.private_auction pmp.deals video audio',
  ),
  ...below('imp.pmp.deals', 'id bidfloor bidfloorcur at wseat wadomain'),
  ...below('site', 'id name kwarray'),
  ...below('app', 'id name keywords kwarray publisher'),
  ...below('user', 'data.id data.name data.segment data.segment.id consent ext'),
  ...below('regs', 'ext gdpr us_privacy gpp_sid ext.gpp_sid'),
  ...below('ext.service', 'userThinkTimeMs intent intent.topics intent.signals sentiment funnel'),
  ...below('ext.service', 'audience audience.interests audience.behaviors'),
  'ext.parley',
  ...below(
    'ext.parley',
    'conversation onlyRelevant shown shown.domain shown.cid shown.secondsAgo shown.again',
  ),
  'device.language',
];

function below(parent: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${parent}.${name}`);
}

test('every declared field of the request has a row of its own among the refused fields, or is listed as "other"', () => {
  expect([...REFUSED_FIELDS, ...COUNTED_AS_OTHER].sort()).toEqual([...declaredFields()].sort());
});

test('the generator of valid requests gives a value to every declared field', () => {
  const given = new Set<string>();
  // A fixed seed: the same requests in every run.
  for (const request of fc.sample(validRequest, { numRuns: 150, seed: 1 })) {
    collectPaths(request, '', given);
  }
  expect(declaredFields().filter((field) => !given.has(field))).toEqual([]);
});

function collectPaths(value: Json, path: string, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectPaths(item, path, found);
  } else if (isJsonObject(value)) {
    for (const [name, field] of Object.entries(value)) {
      const fieldPath = path === '' ? name : `${path}.${name}`;
      if (field !== null) found.add(fieldPath);
      collectPaths(field, fieldPath, found);
    }
  }
}
