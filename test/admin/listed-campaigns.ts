import type { CampaignQuestion } from '../../src/console/campaigns/api.ts';
import { packRates } from '../../src/demand/packed-rates.ts';
import { learnRates, type RatedName } from '../../src/demand/rate-model.ts';
import type { CampaignStatus } from '../../src/ledger/budgets/campaign-status.ts';
import type { Query } from '../../src/ledger/database.ts';
import { type DeliveryCell, writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { dayOf } from '../../src/lib/day.ts';
import { coveredOf } from '../../src/store/covered-fields.ts';
import { type StoredCampaign, storeKey } from '../../src/store/stored-campaign.ts';
import { campaignAnswers } from '../../src/supervisor/admin-api/campaigns.ts';
import { campaignOf } from '../campaigns/test-support.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { sharedWorkOf } from '../shared-work.ts';
import { fileWith } from '../store/campaigns.ts';

export const ALL: CampaignQuestion = {
  find: '',
  state: undefined,
  partner: undefined,
  campaign: undefined,
  sort: 'name',
  page: 1,
};

export const progress = (spentTotal: number, spentToday: number) => ({
  spentTotal,
  spentToday,
  total: null,
  daily: null,
  allowedToday: null,
  allowedByNow: null,
});

export const reportOf = (
  campaign: string,
  fields: Partial<CampaignStatus> = {},
): CampaignStatus => ({
  partner: 'file',
  campaign,
  advertiser: `Advertiser of ${campaign}`,
  state: 'serving',
  head: 'serving',
  how: null,
  sentence: 'serving',
  money: null,
  impressions: null,
  ...fields,
});

export function storedOf(id: string, fields: Partial<StoredCampaign> = {}): StoredCampaign {
  const campaign = campaignOf({ id });
  return {
    partner: 'own',
    state: 'active',
    revision: 1,
    createdMs: 0,
    createdRevision: 1,
    changedMs: 1000,
    changedBy: 'ann',
    campaign,
    approved: coveredOf(campaign),
    reviews: [{ creative: 'main', state: 'approved', reason: '' }],
    ...fields,
  };
}

type Given = {
  /** Of the file of the partner `file`, whose campaigns have these ids. */
  readonly reports?: readonly CampaignStatus[];
  readonly stored?: readonly StoredCampaign[];
  readonly reportsOfStored?: readonly CampaignStatus[];
  /** What became of their chances; without more, a bid of a campaign of the file today. */
  readonly cells?: readonly Partial<DeliveryCell>[];
  readonly onQuery?: (text: string) => void;
};

export const NOW_MS = Date.UTC(2026, 10, 3, 12);

const cellOf = (fields: Partial<DeliveryCell>): DeliveryCell => ({
  day: dayOf(NOW_MS),
  partner: 'file',
  campaign: '',
  kind: 'bid',
  detail: '',
  publisher: '',
  count: 1,
  amount: 0,
  ...fields,
});

/** The list of a machine that has these campaigns, and this in its database. */
export function answerOf(given: Given) {
  const answer = started(given);
  return async (question: CampaignQuestion) => (await answer)(question);
}

async function started({ reports = [], stored = [], reportsOfStored = [], ...more }: Given) {
  const campaigns = reports.map(({ campaign: id }, n) =>
    campaignOf({ id, ...(n === 0 ? { flight: { end: '2026-12-01T00:00:00Z' } } : {}) }),
  );
  const work = sharedWorkOf([
    { name: 'file', kind: 'campaigns', path: fileWith(campaigns) },
    { name: 'own', kind: 'campaigns', store: true },
  ]);
  const byKey = new Map(stored.map((one) => [storeKey(one.partner, one.campaign.id), one]));
  const database = await openOwnLedger();
  await writeDelivery(database.query, (more.cells ?? []).map(cellOf));
  const query: Query = (text, values) => {
    more.onQuery?.(text);
    return database.query(text, values);
  };
  const all = [...reports, ...reportsOfStored];
  const sources = {
    budgets: {
      statuses: async (wanted: readonly number[] = [...all.keys()]) =>
        all.filter((_, index) => wanted.includes(index)),
    },
    ledger: { database: () => ({ ...database, query }) },
    nowMs: () => NOW_MS,
    tickMs: () => 0,
    nearestOf: () => undefined,
    work: () => work,
    store: {
      isRead: () => true,
      campaigns: () => byKey,
      accounts: () => ({ advertisers: new Map() }),
      rowOf: (key: string) => {
        const row = reportsOfStored.findIndex(({ campaign }) => key === `own/${campaign}`);
        return row === -1 ? undefined : reports.length + row;
      },
    },
    rates: {
      textOf: ({ name }: RatedName) => (name === 'learned' ? LEARNED : undefined),
    },
    // Nothing else is used for the list.
  } as unknown as Parameters<typeof campaignAnswers>[0];
  return campaignAnswers(sources).list;
}

const [LEARNED] = learnRates(
  [
    {
      partner: 'own',
      seat: 'a',
      campaign: 'learned',
      creative: 'c',
      publisher: 'p',
      format: '',
      impressions: 2000,
      clicks: 60,
      conversions: 0,
    },
  ],
  () => undefined,
).map(packRates);
