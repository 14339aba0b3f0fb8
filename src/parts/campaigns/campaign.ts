import Type from 'typebox';
import {
  type Campaign,
  type CampaignCreative,
  CampaignSchema,
} from '../../demand/campaigns/campaign-schema.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Config } from '../../host/config/config.ts';
import type { Host } from '../../host/host.ts';
import { importableOf } from '../../host/import-ops.ts';
import { type Asked, recordAnswer, shownRecord } from '../../host/record-ops.ts';
import type { Difference } from '../../lib/differences.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  approvedCampaign,
  approvedOf,
  CAMPAIGN,
  type CampaignState,
  CREATIVE_STATES,
  campaignKey,
  coveredOf,
  otherId,
  partnerOf,
  pendingChanges,
  type StoredCampaign,
  senderOf,
  validCampaign,
  withContent,
  withState,
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
  archivedFrom: Type.Union([Type.String(), Type.Null()], {
    description: 'Of an archived one: its state before. A draft is brought back as a draft.',
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
  if ('state' in asked) return withState(before, asked.state);
  if (before.state === 'archived') return ARCHIVED;
  return withContent(asked.definition, before, unreviewedIn(partner));
}

const ARCHIVED = refuse.notAllowed('expected a campaign that is not archived: bring it back first');

/** All that are not deleted, from memory: those of files first. */
export function allCampaigns({ records }: Pick<Host, 'records'>): readonly StoredCampaign[] {
  if (!records.isRead()) throw new Error('the campaigns of the store are not known yet');
  return records.all(CAMPAIGN);
}

/** The campaign with another form of one of its creatives. The faults have paths from the creative on. */
export function withCreative(
  campaign: Campaign,
  id: string,
  value: CampaignCreative,
): Campaign | Refusal {
  const index = campaign.creatives.findIndex((one) => one.id === id);
  if (index === -1) return refuse.notFound(`the campaign has no creative "${id}"`);
  if (value.id !== id) return otherId(id, value.id);
  const checked = validCampaign({ ...campaign, creatives: campaign.creatives.with(index, value) });
  if (!(checked instanceof Refusal)) return checked;
  const before = `creatives[${index}]`;
  return refuse.notValid(
    (checked.details.faults ?? []).map(({ field, reason }) => ({
      field: field.startsWith(before) ? field.slice(before.length).replace(/^\./, '') : field,
      reason,
    })),
  );
}

/** Its creatives one by one, as callers see them. */
export function creativesOf(stored: StoredCampaign) {
  const { definition, kept, revision } = stored;
  const approved = approvedOf(stored);
  return definition.creatives.map((creative) => {
    const last = approved?.creatives.find(({ id }) => id === creative.id);
    return {
      partner: partnerOf(stored),
      campaign: definition.id,
      revision,
      state: kept.reviews[creative.id]?.state ?? 'waiting',
      reason: kept.reviews[creative.id]?.reason ?? '',
      /** Who says it: approved and rejected together with the creative. */
      sender: senderOf(coveredOf(definition)),
      creative,
      /** As it was approved last, with its sender. */
      approved: approved && last ? { sender: senderOf(approved), creative: last } : null,
    };
  });
}

/** The campaigns of one partner, for files. `state`: of new ones. */
export const importOf = (
  host: Parameters<typeof importableOf>[1],
  partner: StorePartner,
  state: 'draft' | 'active',
) =>
  importableOf(CAMPAIGN, host, {
    name: `campaigns:${partner.name}`,
    write: 'ads',
    keyOf: (id) => campaignKey(partner.name, id),
    read: validCampaign,
    first: (definition) => ({ ...firstOf(partner, definition), state }),
    next: (before, asked) => nextOf(partner, before, asked),
  });

/** The campaigns of each store, for files. New ones are drafts. */
export const campaignImports = (host: Host) =>
  storePartners(host.work().setup.config).map((partner) => importOf(host, partner, 'draft'));
