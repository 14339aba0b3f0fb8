import Type, { type Static } from 'typebox';
import { perObject } from '../../lib/per-object.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { HttpUrl } from '../../lib/url-schema.ts';
import { CallsPerSecond, CLOSED, COMMON, Milliseconds, Name, REMOTE } from '../entry-schema.ts';
import type { Kind } from '../kind.ts';
import { createOpenRtbPartner } from './openrtb-partner.ts';
import type { OpenRtbVersion, OutgoingTerms } from './outgoing-request.ts';

const SEATS_MAX = 1000;

/** It is in every impression of every call. */
const IMP_EXT_LENGTH_MAX = 4096;

/** What a partner wants in `imp[].ext`: any fields, since every kind of server has its own. */
const ImpExt = Type.Refine(
  Type.Unsafe<Readonly<Record<string, unknown>>>({}),
  (ext) => impExtFault(ext) === undefined,
  (ext) =>
    `expected an object of at most ${IMP_EXT_LENGTH_MAX} characters as JSON, but ${impExtFault(ext)}`,
);

function impExtFault(ext: unknown): string | undefined {
  if (!isObject(ext)) return 'got no object';
  const { length } = JSON.stringify(ext);
  return length > IMP_EXT_LENGTH_MAX ? `got ${length}` : undefined;
}

const schema = Type.Object(
  {
    name: Name,
    kind: Type.Literal('openrtb'),
    url: HttpUrl,
    timeoutMs: Type.Optional(Milliseconds),
    qpsMax: Type.Optional(CallsPerSecond),
    gvlId: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
    acceptsTest: Type.Optional(Type.Boolean()),
    gzip: Type.Optional(Type.Boolean()),
    openrtbVersion: Type.Optional(Type.Enum(['2.5', '2.6'])),
    impExt: Type.Optional(ImpExt),
    ...REMOTE,
    needsConsent: Type.Optional(Type.Boolean()),
    seats: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: SEATS_MAX })),
    trackers: Type.Optional(Type.Enum(['client', 'server'])),
    internalNotices: Type.Optional(Type.Boolean()),
    ...COMMON,
  },
  CLOSED,
);

type OpenRtbEntry = DeepReadonly<Static<typeof schema>>;

type OpenRtbParts = Omit<OutgoingTerms, 'version' | 'impExt'>;

/** One object per version, so that partners with the same version share what is serialised for them. */
const termsByVersion = perObject(
  ({ exchangeDomain, defaultAuctionType, currencies }: OpenRtbParts) => {
    const common = { exchangeDomain, defaultAuctionType, currencies, impExt: undefined };
    return {
      '2.5': { ...common, version: '2.5' },
      '2.6': { ...common, version: '2.6' },
    } satisfies Record<OpenRtbVersion, OutgoingTerms>;
  },
);

/** Any DSP that takes OpenRTB 2.5 or 2.6 as JSON over HTTP. */
export const OPENRTB = {
  schema,
  isRemote: true,
  traitsOf: ({ gvlId, needsConsent = false, seats, trackers = 'client', internalNotices }) => ({
    gvlId,
    needsConsent,
    seats,
    trackers,
    internalNotices,
    campaigns: undefined,
    usesCatalog: false,
    sellsSamples: false,
    notes:
      seats === undefined || seats.length === 0
        ? ['has no seats, so it gets no deals that name seats (wseat)']
        : [],
  }),
  create({ openrtbVersion = '2.6', impExt, ...entry }, parts) {
    const shared = termsByVersion(parts)[openrtbVersion];
    return createOpenRtbPartner({
      name: entry.name,
      url: entry.url,
      timeoutMs: entry.timeoutMs,
      qpsMax: entry.qpsMax,
      acceptsTest: entry.acceptsTest ?? false,
      gzip: entry.gzip ?? false,
      headers: entry.headers ?? {},
      terms: impExt === undefined ? shared : { ...shared, impExt },
    });
  },
} satisfies Kind<OpenRtbEntry, OpenRtbParts>;
