import Type from 'typebox';
import { type Campaign, CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Config } from '../../host/config/config.ts';
import type { Host } from '../../host/host.ts';
import { type ImportHost, importableOf } from '../../host/import-ops.ts';
import { type Asked, recordAnswer, shownRecord } from '../../host/record-ops.ts';
import type { Difference } from '../../lib/differences.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  approvedCampaign,
  CAMPAIGN,
  type CampaignState,
  CREATIVE_STATES,
  campaignKey,
  partnerOf,
  pendingChanges,
  type StoredCampaign,
  withContent,
} from '../../store/campaign-kind.ts';

const ReviewSchema = Type.Object({
  state: Type.Enum([...CREATIVE_STATES]),
  reason: Type.String({ description: 'Of a rejection.' }),
});

export const ShownCampaign = Type.Object({
  partner: Type.String(),
  reviews: Type.Record(Type.String(), ReviewSchema, {
    description: 'By the ids of the creatives.',
  }),
  approved: Type.Unsafe<Campaign | null>({
    anyOf: [CampaignSchema, { type: 'null' }],
    description:
      'As it serves while it is active: the content that was approved last, with the price, budget, flight and targeting of now. Null: nothing of it is approved.',
  }),
  pending: Type.Array(
    Type.Unsafe<Difference>({
      type: 'object',
      required: ['field'],
      properties: { field: { type: 'string' }, from: {}, to: {} },
    }),
    { description: 'Where the campaign differs from what is approved. Creatives go by their ids.' },
  ),
  needsApproval: Type.Boolean({
    description: 'Whether a change of what approval covers waits for it.',
  }),
});

export const CampaignAnswer = recordAnswer(CAMPAIGN, ShownCampaign);

type Partners = Pick<Host, 'work'>;

/** A partner whose campaigns are in the store. */
export type StorePartner = { readonly name: string; readonly needsApproval: boolean };

export function storePartners({ partners }: Pick<Config, 'partners'>): readonly StorePartner[] {
  return partners.flatMap((entry) => {
    const source = traitsOf(entry).campaigns;
    return source?.kind === 'store' ? { ...source, name: entry.name } : [];
  });
}

/** The one of this name, or the first one. */
export function storePartner({ work }: Partners, name?: string): StorePartner | Refusal {
  const all = storePartners(work().setup.config);
  const found = name === undefined ? all[0] : all.find((one) => one.name === name);
  return (
    found ?? refuse.notFound(`no partner${name === undefined ? '' : ` "${name}"`} has a store`)
  );
}

const unreviewedIn = ({ needsApproval }: StorePartner) => (needsApproval ? 'waiting' : 'approved');

/** What callers see of a campaign beside the record. */
export function moreOf(host: Partners, stored: StoredCampaign) {
  const partner = partnerOf(stored);
  const source = storePartner(host, partner);
  return {
    partner,
    approved: approvedCampaign(stored) ?? null,
    pending: pendingChanges(stored),
    needsApproval: !(source instanceof Refusal) && source.needsApproval,
  };
}

export const answerOf = (host: Partners, result: StoredCampaign | Refusal) =>
  (result instanceof Refusal
    ? result
    : { ...shownRecord(CAMPAIGN, result), ...moreOf(host, result) }) as never;

/** What a new campaign has beside its definition. */
export const firstOf = (partner: StorePartner, definition: Campaign) => ({
  id: campaignKey(partner.name, definition.id),
  kept: withContent(definition, undefined, unreviewedIn(partner)).kept,
});

/** What becomes of a campaign. */
export function nextOf(
  partner: StorePartner | Refusal,
  before: StoredCampaign,
  asked: Asked<Campaign, CampaignState>,
) {
  if (partner instanceof Refusal) return partner;
  if ('state' in asked) return asked;
  if (before.state === 'archived') return ARCHIVED;
  return withContent(asked.definition, before, unreviewedIn(partner));
}

const ARCHIVED = refuse.notAllowed('expected a campaign that is not archived: bring it back first');

/** All that are not deleted, from memory: those of files first. */
export function allCampaigns({ records }: Pick<Host, 'records'>): readonly StoredCampaign[] {
  if (!records.isRead()) throw new Error('the campaigns of the store are not known yet');
  return records.all(CAMPAIGN);
}

/** The campaigns of one partner, for files. `state`: of new ones. */
export const importOf = (host: ImportHost, partner: StorePartner, state: 'draft' | 'active') =>
  importableOf(CAMPAIGN, host, {
    name: `campaigns:${partner.name}`,
    write: 'ads',
    prefix: campaignKey(partner.name, ''),
    first: (definition) => ({ ...firstOf(partner, definition), state }),
    next: (before, asked) => nextOf(partner, before, asked),
  });

/** The campaigns of each store, for files. New ones are drafts. */
export const campaignImports = (host: Host) =>
  storePartners(host.work().setup.config).map((partner) => importOf(host, partner, 'draft'));
