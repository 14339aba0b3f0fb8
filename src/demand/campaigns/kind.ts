import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { CLOSED, COMMON, Name } from '../entry-schema.ts';
import { type CampaignSource, type KindDeclaration, USUAL_TRAITS } from '../kind.ts';
import type { LocalPartner } from '../partner.ts';
import type { Campaign } from './campaign-schema.ts';
import { createCampaignsPartner, type PartnerBudgets } from './campaigns-partner.ts';
import { DEFAULT_CAMPAIGNS_FILE } from './default-campaigns.ts';
import type { OnMisfit } from './fit-creative.ts';
import type { FrequencyParts } from './frequency.ts';

const schema = Type.Object(
  {
    name: Name,
    kind: Type.Literal('campaigns'),
    path: Type.Optional(Type.String({ minLength: 1 })),
    store: Type.Optional(Type.Boolean()),
    approval: Type.Optional(Type.Boolean()),
    ...COMMON,
  },
  CLOSED,
);

type CampaignsEntry = DeepReadonly<Static<typeof schema>>;

export type CampaignsParts = {
  readonly publicUrl: string;
  /** Of files, by the partner's name. */
  readonly campaigns: ReadonlyMap<string, readonly Campaign[]>;
  readonly budgets: PartnerBudgets;
  /** The partner with the campaigns of the store. */
  readonly createStored: (name: string, imageBaseUrl: string) => LocalPartner;
  /** By the name of the partner. */
  readonly onMisfit: (partner: string) => OnMisfit;
  readonly frequency: FrequencyParts;
};

function sourceOf({ path, store, approval }: CampaignsEntry): CampaignSource | undefined {
  if (store === true) return { kind: 'store', needsApproval: approval === true };
  return path === undefined ? undefined : { kind: 'file', path };
}

/** Ads that the operator has sold, from a file or from the store. */
export const CAMPAIGNS = {
  schema,
  isRemote: false,
  traitsOf: (entry) => ({
    ...USUAL_TRAITS,
    campaigns: sourceOf(entry),
    sellsSamples: entry.path === DEFAULT_CAMPAIGNS_FILE,
  }),
  faultOf({ path, store = false, approval }) {
    if (store === (path !== undefined)) {
      const got = store ? 'both' : 'neither';
      return { reason: `expected path (a file) or store: true (the database), but got ${got}` };
    }
    if (approval === undefined || store) return undefined;
    const reason = 'expected no approval here: only campaigns of the store are approved';
    return { key: 'approval', reason };
  },
  create({ name, store }, { publicUrl, campaigns, budgets, createStored, onMisfit, frequency }) {
    if (store === true) return createStored(name, publicUrl);
    return createCampaignsPartner({
      name,
      campaigns: campaigns.get(name) ?? [],
      imageBaseUrl: publicUrl,
      budgets,
      onMisfit: onMisfit(name),
      frequency,
    });
  },
} satisfies KindDeclaration<CampaignsEntry, CampaignsParts>;
