import { describe, expect, test } from 'bun:test';
import type { BidRequest } from './bid-request.ts';
import { type PrivacyPlan, REQUEST_PLAN } from './privacy-plan.ts';
import { textsOf } from './request-texts.ts';
import { FIELDS_WITHOUT_TEXT } from './text-plan.ts';

// Most of the fields are in no schema and may hold anything.
const told = (request: object) => textsOf(request as BidRequest);

describe('a text is read', () => {
  test('from the keywords of site, app, content and user', () => {
    const channel = {
      keywords: 'a,b',
      kwarray: ['c', 'd'],
      content: { keywords: 'e', kwarray: ['f'] },
    };
    for (const name of ['site', 'app']) {
      expect(told({ [name]: channel })).toEqual({ keywords: ['a,b', 'e'], prose: ['c', 'd', 'f'] });
    }
    expect(told({ user: { keywords: 'a', kwarray: ['b'] } })).toEqual({
      keywords: ['a'],
      prose: ['b'],
    });
  });

  test('from the search, the title, and all of a page and its referrer but the host', () => {
    const site = {
      page: 'https://chat.example/a%20b?q=c#d',
      ref: '//other.example/e',
      search: 'f',
      content: { title: 'g' },
    };
    expect(told({ site }).prose).toEqual(['/a%20b?q=c#d', '//other.example/e', 'f', 'g']);
  });

  test('from intent, interests, behaviours and segments', () => {
    const service = {
      intent: { value: 'a', confidence: 1, topics: ['b'], signals: ['c'] },
      audience: { interests: ['d'], behaviors: ['e'] },
    };
    const data = [{ id: '1', name: 'f', segment: [{ id: 'i', name: 'g', value: 'h' }] }];
    expect([...told({ user: { data }, ext: { service } }).prose].sort()).toEqual([...'abcdefghi']);
  });

  test('whatever the shape of the value that holds it', () => {
    expect(told({ site: { content: 'a' } }).prose).toEqual(['a']);
    expect(told({ site: { content: [{ title: ['b'] }] } }).prose).toEqual(['b']);
    expect(told({ site: { content: { title: { x: { y: ['c'] } } } } }).prose).toEqual([
      'x',
      'y',
      'c',
    ]);
    expect(told({ user: { keywords: [['d'], { e: 1 }] } })).toEqual({
      keywords: ['d'],
      prose: ['e'],
    });
    expect(told({ site: { content: null, search: 5, page: true } }).prose).toEqual([]);
  });

  test('from a field that nobody declared, with its name', () => {
    expect(told({ site: { ext: { data: { mood: 'a' } } } }).prose).toEqual([
      'ext',
      'data',
      'mood',
      'a',
    ]);
    expect(told({ dooh: { keywords: 'b' } }).prose).toEqual(['dooh', 'keywords', 'b']);
  });
});

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
