import { gzipSync } from 'node:zlib';
import Type, { type Static } from 'typebox';
import type { Solicitation } from '../../core/auction/partner.ts';
import { perObject } from '../../lib/lookup.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { HttpUrl } from '../../lib/value-schemas.ts';
import { CallsPerSecond, CLOSED, COMMON, Milliseconds, Name, REMOTE } from '../entry-schema.ts';
import { type KindDeclaration, USUAL_TRAITS } from '../kind.ts';
import { type OpenRtbVersion, type OutgoingTerms, outgoingBody } from './outgoing-request.ts';
import { readResponse } from './read-response.ts';

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

/** Generators for Go name a constant after its value, and `Client` is the type of the client. */
const TRACKER_NAMES = { 'x-enum-varnames': ['TrackersClient', 'TrackersServer'] };

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
    trackers: Type.Optional(Type.Enum(['client', 'server'], TRACKER_NAMES)),
    internalNotices: Type.Optional(Type.Boolean()),
    ...COMMON,
  },
  CLOSED,
);

type OpenRtbEntry = DeepReadonly<Static<typeof schema>>;

export type OpenRtbParts = Omit<OutgoingTerms, 'version' | 'impExt'>;

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

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json',
  // Inflating costs time. A gzip answer that comes all the same is read.
  'accept-encoding': 'identity',
};

type Gzipped = { readonly body: string; readonly bytes: Uint8Array };

const lastGzipped = new WeakMap<Solicitation, Gzipped>();

/** Partners that get the same request share its compressed form: compressing costs more than all the rest. */
function gzipped(solicitation: Solicitation, body: string): Uint8Array {
  const last = lastGzipped.get(solicitation);
  if (last?.body === body) return last.bytes;
  const bytes = gzipSync(body);
  lastGzipped.set(solicitation, { body, bytes });
  return bytes;
}

/** Any DSP that takes OpenRTB 2.5 or 2.6 as JSON over HTTP. */
export const OPENRTB = {
  schema,
  isRemote: true,
  traitsOf: ({ gvlId, needsConsent = false, seats, trackers = 'client', internalNotices }) => ({
    ...USUAL_TRAITS,
    gvlId,
    needsConsent,
    seats,
    trackers,
    internalNotices,
    notes:
      seats === undefined || seats.length === 0
        ? ['has no seats, so it gets no deals that name seats (wseat)']
        : [],
  }),
  create(entry, parts) {
    const { name, url, timeoutMs, qpsMax, acceptsTest = false, gzip = false } = entry;
    const { openrtbVersion: version = '2.6', impExt } = entry;
    const shared = termsByVersion(parts)[version];
    const terms = impExt === undefined ? shared : { ...shared, impExt };
    const headers = {
      ...entry.headers,
      ...HEADERS,
      'x-openrtb-version': version,
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    };
    return {
      kind: 'http',
      name,
      timeoutMs,
      qpsMax,
      acceptsTest,
      ask(solicitation, remainingMs) {
        const text = outgoingBody(solicitation, terms, remainingMs);
        const body = gzip ? gzipped(solicitation, text) : text;
        const { id } = solicitation.request.wire;
        return {
          calls: [{ method: 'POST', url, headers, body }],
          read: ([reply]) =>
            reply === undefined
              ? { kind: 'malformed', reason: 'no reply' }
              : readResponse(reply, { requestId: id, partner: name }),
        };
      },
    };
  },
} satisfies KindDeclaration<OpenRtbEntry, OpenRtbParts>;
