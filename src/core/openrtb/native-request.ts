import Type, { type Static } from 'typebox';
import { compileLater } from '../../lib/compile-later.ts';
import type { Faults } from '../../lib/faults.ts';
import { parseJson } from '../../lib/json.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { type Fault, findFault, findFaults, isObject, pathTo } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { count, Flag, list, listed, strings } from './fields.ts';
import { REQUEST_ITEMS_MAX, VALUES_MAX } from './size-limits.ts';

/** The Native Ads 1.2 request that `imp.native.request` carries as a string. */

const Pixels = Type.Integer({ minimum: 1, maximum: 10000 });

const Title = Type.Object({ len: count(1) });

const Image = Type.Object({
  type: Type.Optional(listed('an image type', 1, 3)),
  w: Type.Optional(Pixels),
  wmin: Type.Optional(Pixels),
  h: Type.Optional(Pixels),
  hmin: Type.Optional(Pixels),
  mimes: Type.Optional(strings(REQUEST_ITEMS_MAX.mimes)),
});

const Video = Type.Refine(
  Type.Object({
    mimes: list(Type.String(), REQUEST_ITEMS_MAX.mimes, { minItems: 1 }),
    minduration: count(0),
    maxduration: count(0),
    protocols: list(listed('a video protocol', 1, 16), REQUEST_ITEMS_MAX.protocols, {
      minItems: 1,
    }),
    w: Type.Optional(Pixels),
    h: Type.Optional(Pixels),
  }),
  // Rule 9.
  (video) => video.minduration <= video.maxduration,
  ({ minduration, maxduration }) =>
    `expected minduration to be at most maxduration, but got ${minduration} and ${maxduration}`,
);

const Data = Type.Object({
  type: listed('a data type', 1, 12),
  len: Type.Optional(count(1)),
});

const ASSET_KINDS = ['title', 'img', 'video', 'data'] as const;

const Asset = Type.Refine(
  Type.Object({
    id: Type.Integer({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      expects: 'an integer',
    }),
    required: Type.Optional(Flag),
    title: Type.Optional(Title),
    img: Type.Optional(Image),
    video: Type.Optional(Video),
    data: Type.Optional(Data),
  }),
  (asset) => kindsOf(asset) === 1,
  (asset) =>
    `expected exactly one of title, img, video and data, but got ${kindsOf(asset) || 'none of them'}`,
);

function kindsOf(asset: object): number {
  let kinds = 0;
  for (const kind of ASSET_KINDS) if (asset[kind as keyof typeof asset] !== undefined) kinds++;
  return kinds;
}

const Assets = Type.Refine(
  list(Asset, REQUEST_ITEMS_MAX.assets, { minItems: 1 }),
  (assets) => repeatedId(assets) === undefined,
  (assets) => `expected asset ids to be unique, but ${repeatedId(assets)} occurs twice`,
);

function repeatedId(assets: readonly { readonly id: number }[]): number | undefined {
  const seen = new Set<number>();
  for (const { id } of assets) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

const EventTracker = Type.Object({
  event: listed('an event type', 1, 4),
  methods: list(listed('a tracking method', 1, 2), REQUEST_ITEMS_MAX.trackingMethods, {
    minItems: 1,
  }),
});

const CONTEXT_SUBTYPES: ReadonlySet<number> = new Set([
  10, 11, 12, 13, 14, 15, 20, 21, 22, 30, 31, 32,
]);

const ContextSubtype = Type.Refine(
  Type.Integer({
    maximum: Number.MAX_SAFE_INTEGER,
    expects: 'a context subtype: an integer from 10 to 15, 20 to 22 or 30 to 32, or 500 and above',
  }),
  (subtype) => CONTEXT_SUBTYPES.has(subtype) || subtype >= 500,
);

export const NATIVE_VERSIONS = ['1', '1.0', '1.1', '1.2'] as const;

export const NativeRequestSchema = Type.Refine(
  Type.Object({
    ver: Type.Optional(Type.Enum([...NATIVE_VERSIONS])),
    context: Type.Optional(listed('a context', 1, 3)),
    contextsubtype: Type.Optional(ContextSubtype),
    plcmttype: Type.Optional(listed('a placement type', 1, 4)),
    plcmtcnt: Type.Optional(count(1)),
    seq: Type.Optional(count(0)),
    assets: Assets,
    aurlsupport: Type.Optional(Flag),
    durlsupport: Type.Optional(Flag),
    eventtrackers: Type.Optional(list(EventTracker, REQUEST_ITEMS_MAX.eventTrackers)),
    privacy: Type.Optional(Flag),
  }),
  // 10–15 belong to context 1, 20–22 to 2, 30–32 to 3; vendor values pair with anything.
  ({ context, contextsubtype }) =>
    context === undefined ||
    contextsubtype === undefined ||
    context >= 500 ||
    contextsubtype >= 500 ||
    Math.floor(contextsubtype / 10) === context,
  ({ context, contextsubtype }) =>
    `expected a contextsubtype that belongs to context ${context}, but got ${contextsubtype}`,
);

export type NativeRequest = DeepReadonly<Static<typeof NativeRequestSchema>>;
export type NativeAsset = NativeRequest['assets'][number];

/** A decoded native request, and whether it came inside a `native` wrapper (the answer takes the same shape). */
type DecodedNative = { readonly native: NativeRequest; readonly isWrapped: boolean };

const compiled = compileLater(NativeRequestSchema);

/** Publishers send the same few native requests over and over; what was decoded once need not be again. */
const known = new Map<string, DecodedNative>();
const KNOWN_MAX = 200;
const KNOWN_LENGTH_MAX = 4096;

/** Decodes and checks one `native.request` string; `field` is its path in the bid request. */
export function readNative(text: string, field: string): DecodedNative | Refusal {
  const decoded = known.get(text) ?? decodeNative(text, field);
  if (decoded instanceof Refusal || text.length > KNOWN_LENGTH_MAX || known.has(text))
    return decoded;
  const [oldest] = known.size < KNOWN_MAX ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(text, decoded);
  return decoded;
}

function decodeNative(text: string, field: string): DecodedNative | Refusal {
  const root = parseNative(text, field);
  if (root instanceof Refusal) return root;
  const native = unwrapped(root);
  const isWrapped = native !== root;
  if (compiled.Check(native)) return { native, isWrapped };

  const cleaned = withoutNulls(NativeRequestSchema, native);
  if (compiled.Check(cleaned)) return { native: cleaned, isWrapped };
  const path = isWrapped ? 'native' : '';
  const fault = findFault(NativeRequestSchema, cleaned, path);
  if (fault === undefined) throw new Error('the native check and its explanation disagree');
  return nativeRefusal(fault, path, field);
}

/** Every rule that a `native.request` string breaks: the first is the refusal of `readNative`. */
export function findNativeRefusals(text: string, field: string): Faults<Refusal> {
  const root = parseNative(text, field);
  if (root instanceof Refusal) return { shown: [root], more: 0 };
  const native = unwrapped(root);
  const path = native === root ? '' : 'native';
  const cleaned = withoutNulls(NativeRequestSchema, native);
  const { shown, more } = findFaults(NativeRequestSchema, cleaned, path);
  return { shown: shown.map((fault) => nativeRefusal(fault, path, field)), more };
}

function parseNative(text: string, field: string): unknown {
  const parsed = parseJson(text, VALUES_MAX.nativeRequest);
  if (parsed.kind === 'too-many-values') return refuse.wrongValue(field, parsed.reason);
  if (parsed.kind === 'fault') {
    return refuse.wrongValue(field, `the string is not valid JSON: ${parsed.reason}`);
  }
  return parsed.value;
}

/** The value in the `native` key of the standard, or the root where there is none. */
function unwrapped(root: unknown): unknown {
  return isObject(root) ? (root.native ?? root) : root;
}

function nativeRefusal(fault: Fault, path: 'native' | '', field: string): Refusal {
  const reason = `${fault.path || 'the native request'}: ${fault.reason}`;
  return fault.path === pathTo(path, 'ver') && fault.kind === 'value'
    ? refuse.unsupportedField(field, reason)
    : refuse.wrongValue(field, reason);
}
