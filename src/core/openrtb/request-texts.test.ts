import { expect, test } from 'bun:test';
import type { BidRequest } from './bid-request.ts';
import { type PrivacyPlan, REQUEST_PLAN } from './privacy-plan.ts';
import { FIELDS_WITHOUT_TEXT, textsOf } from './request-texts.ts';

// Most of the fields are in no schema and may hold anything.
const told = (request: object) => textsOf(request as BidRequest);

/** The paths of all classified fields, without indices. */
function classifiedFields(plan: PrivacyPlan, path = ''): readonly string[] {
  if (plan.kind === 'field') return [path];
  return plan.fields.flatMap(([name, field]) =>
    classifiedFields(field, path === '' ? name : `${path}.${name}`),
  );
}

const isListed = (path: string) =>
  FIELDS_WITHOUT_TEXT.some((listed) => path === listed || path.startsWith(`${listed}.`));

test('every classified field is read, or listed as one that tells nothing, or of a class that machines write', () => {
  const unread = classifiedFields(REQUEST_PLAN).filter((path) => {
    const request = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 'a');
    const { keywords, prose } = told(request as object);
    return !keywords.includes('a') && !prose.includes('a');
  });
  const machines = [
    'user.id',
    'user.gender',
    'user.consent',
    'user.ext.consent',
    'user.buyeruid',
    'user.yob',
    'user.customdata',
    'user.ext.eids.source',
    'user.ext.eids.inserter',
    'user.ext.eids.matcher',
    'user.ext.eids.mm',
    'user.ext.eids.uids.id',
    'user.ext.eids.uids.atype',
    'ext.parley.conversation',
    'ext.parley.onlyRelevant',
    'ext.parley.shown.domain',
    'ext.parley.shown.cid',
    'ext.parley.shown.secondsAgo',
    'ext.parley.shown.again',
  ];
  expect(unread.filter((path) => !isListed(path)).sort()).toEqual(machines.sort());
});
