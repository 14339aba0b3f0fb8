import { expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { SKIP_WORDS } from '../../src/core/auction/answer-kinds.ts';
import { LOSS, LOSS_REASONS } from '../../src/core/auction/drop.ts';
import { NO_BID_REASONS } from '../../src/core/openrtb/no-bid.ts';
import { type CampaignFaults, checkCampaign } from '../../src/demand/campaigns/read-campaigns.ts';
import { parsed, Refusal } from '../../src/lib/refusal.ts';
import { PUBLIC_CODES } from '../../src/lib/refusal-codes.ts';
import * as advertiser from '../../src/parts/accounts/page/advertisers/form-fields.ts';
import * as partners from '../../src/parts/accounts/page/partners/form-fields.ts';
import * as publishers from '../../src/parts/accounts/page/publishers/form-fields.ts';
import * as buyers from '../../src/parts/adcp/page/form-fields.ts';
import * as campaigns from '../../src/parts/campaigns/page/form-fields.ts';
import { ADVERTISER, BUYER, PARTNER, PRODUCT, PUBLISHER } from '../../src/store/account-kinds.ts';
import { type Draft, type FormField, fieldPartsOf } from '../../src/ui/form-field.tsx';
import { lossOf, reasonWords } from '../../src/ui/shell/words.ts';

/** A reason without words of its own stands for itself, with nothing to do about it. */
function isUnexplained(reason: string): boolean {
  const { what, todo } = lossOf(reason);
  return what === reason && todo === '';
}

test('the console has words for every no-bid reason, refusal, dropped bid and partner that is not asked', () => {
  const drops = LOSS_REASONS.map(({ name }) => `drop-${name}`);
  const reasons = [
    ...NO_BID_REASONS,
    ...Object.keys(PUBLIC_CODES),
    ...Object.keys(SKIP_WORDS),
    ...drops,
  ];
  expect(reasons.filter(isUnexplained)).toEqual([]);
});

test('reports have words for every reason that the exchange records, and for every loss code of OpenRTB', () => {
  const openrtb = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 102, 103, 104].concat(
    Array.from({ length: 14 }, (_, n) => 200 + n),
  );
  const losses = [...openrtb, ...Object.values(LOSS).map(({ code }) => code)];
  const codes = losses.map((code) => `loss-${code}`);
  const reasons = [...NO_BID_REASONS, ...Object.keys(PUBLIC_CODES), ...codes];
  for (const reason of reasons) {
    expect(reasonWords(reason)).toMatch(/^[A-Z][a-z]+[: ’]/);
    expect(reasonWords(reason)).not.toMatch(/code \d|loss-|_/);
  }
  expect(new Set(NO_BID_REASONS.map(reasonWords)).size).toBe(NO_BID_REASONS.length);
  // A publisher may send any number, and an older Parley may have recorded what this one does not know.
  expect(reasonWords('loss-1234')).toBe('Loss notice: code 1234');
  expect(reasonWords('toString')).toBe('toString');
});

const { ID, AD, BASICS, OFTEN, fieldOf } = campaigns;

/** The check of a kind of record. */
const by =
  ({ schema }: { readonly schema: TSchema }) =>
  (draft: Draft) => {
    const result = parsed(schema, draft);
    const faults = result instanceof Refusal ? (result.details.faults ?? []) : [];
    return { faults: faults.map(({ field, reason }) => ({ path: field, reason })) };
  };

/** The fields of each form, something that is not filled in, and the check of the server. */
const FORMS: readonly (readonly [
  form: string,
  fields: readonly FormField[],
  draft: Draft,
  check: (draft: Draft) => object,
])[] = [
  [
    'a campaign',
    [
      ID,
      ...BASICS,
      ...AD.map((field) => fieldOf('creatives[0]', field)),
      ...OFTEN.map((field) => fieldOf('frequency[0]', field)),
    ],
    { cpm: 5, creatives: [{ id: 'card-1' }], frequency: [{ of: 'campaign', per: 'person' }] },
    checkCampaign,
  ],
  ['a publisher', [publishers.ID, ...publishers.SELLER], {}, by(PUBLISHER)],
  [
    'a publisher with a name',
    [publishers.ID, ...publishers.SELLER],
    { seller: { name: 'Media' } },
    by(PUBLISHER),
  ],
  ['a partner', [partners.NAME, ...partners.CALLS], { kind: 'openrtb' }, by(PARTNER)],
  ['an advertiser', [advertiser.DOMAIN, ...advertiser.WHO], {}, by(ADVERTISER)],
  ['an AI buyer', buyers.BUYER_FIELDS, {}, by(BUYER)],
  ['a product', buyers.PRODUCT_FIELDS, { floors: { cpm: 1 } }, by(PRODUCT)],
];

test.each(FORMS)('the form of %s marks the fields without which nothing is saved', (...form) => {
  const [, fields, draft, check] = form;
  const result = check(draft);
  const faults = 'faults' in result ? (result.faults as CampaignFaults['faults']) : [];
  const missing = faults.filter(({ reason }) => /missing$/.test(reason)).map(({ path }) => path);
  const context = { draft, faults: [], change: () => {} };
  const marked = fields
    .filter((field) => fieldPartsOf(context, field).attributes['aria-required'])
    .map(({ name }) => name);
  expect(missing.length).toBeGreaterThan(0);
  // What has a value is marked too, and is not missing.
  const isEmpty = (name: string) => fieldPartsOf(context, { name, label: '' }).value === undefined;
  expect(marked.filter(isEmpty).toSorted()).toEqual(missing.toSorted());
});
