import Type, { type Static } from 'typebox';
import type { LocalPartner } from '../../core/auction/partner.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { CLOSED, COMMON, Name } from '../entry-schema.ts';
import { type CampaignSource, type KindDeclaration, USUAL_TRAITS } from '../kind.ts';
import { seatOf } from './ads.ts';
import type { Campaign } from './campaign-schema.ts';

const VERSIONS_MAX = 10;
const VERSION_MAX = 10_000;
const ADVERTISERS_MAX = 10_000;

const AdvertiserKeys = Type.Record(
  Type.String({ pattern: '^.{1,200}$' }),
  Type.Array(Type.Integer({ minimum: 1, maximum: VERSION_MAX }), {
    minItems: 1,
    maxItems: VERSIONS_MAX,
  }),
  { ...CLOSED, expects: 'an object with names of advertisers as keys' },
);

const schema = Type.Object(
  {
    name: Name,
    kind: Type.Literal('campaigns'),
    path: Type.Optional(Type.String({ minLength: 1 })),
    store: Type.Optional(Type.Boolean()),
    approval: Type.Optional(Type.Boolean()),
    advertiserKeys: Type.Optional(AdvertiserKeys),
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

/** A name that means nobody, or somebody who has other versions too, would leave a key in use that should be gone. */
function advertisersFault(names: readonly string[]): string | undefined {
  if (names.length > ADVERTISERS_MAX) {
    return `expected at most ${ADVERTISERS_MAX} advertisers, but got ${names.length}`;
  }
  const nameBySeat = new Map<string, string>();
  for (const name of names) {
    const seat = seatOf({ advertiser: name, domain: '' });
    if (seat === '') return `expected the name or domain of an advertiser, but got "${name}"`;
    const known = nameBySeat.get(seat);
    if (known !== undefined) return `"${known}" and "${name}" are the same advertiser`;
    nameBySeat.set(seat, name);
  }
  return undefined;
}

/** Ads that the operator has sold, from a file or from the store. */
export const CAMPAIGNS = {
  schema,
  isRemote: false,
  traitsOf: (entry) => ({
    ...USUAL_TRAITS,
    campaigns: sourceOf(entry),
    advertiserKeys: entry.advertiserKeys ?? {},
  }),
  faultOf({ path, store = false, approval, advertiserKeys = {} }) {
    if (store === (path !== undefined)) {
      const got = store ? 'both' : 'neither';
      return { reason: `expected path (a file) or store: true (the database), but got ${got}` };
    }
    if (approval !== undefined && !store) {
      const reason = 'expected no approval here: only campaigns of the store are approved';
      return { key: 'approval', reason };
    }
    const reason = advertisersFault(Object.keys(advertiserKeys));
    return reason === undefined ? undefined : { key: 'advertiserKeys', reason };
  },
  create({ name, store }, { publicUrl, campaigns, createLive }) {
    return createLive(name, publicUrl, store === true ? undefined : (campaigns.get(name) ?? []));
  },
} satisfies KindDeclaration<CampaignsEntry, CampaignsParts>;
