import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { CLOSED, COMMON, Name } from '../entry-schema.ts';
import { type CampaignSource, type KindDeclaration, USUAL_TRAITS } from '../kind.ts';
import type { LocalPartner } from '../partner.ts';
import type { Campaign } from './campaign-schema.ts';
import { DEFAULT_CAMPAIGNS_FILE } from './default-campaigns.ts';

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
  /** The partner with these campaigns of a file, or with those of the store. */
  readonly createLive: (
    name: string,
    imageBaseUrl: string,
    ofFile: readonly Campaign[] | undefined,
  ) => LocalPartner;
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
  create({ name, store }, { publicUrl, campaigns, createLive }) {
    return createLive(name, publicUrl, store === true ? undefined : (campaigns.get(name) ?? []));
  },
} satisfies KindDeclaration<CampaignsEntry, CampaignsParts>;
