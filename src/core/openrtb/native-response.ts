import Type, { type Static } from 'typebox';
import { compileLater } from '../../lib/compile-later.ts';
import { compileHasUndeclared, declaredOnly } from '../../lib/declared-only.ts';
import { parseJson } from '../../lib/json.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findFault, isObject } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { list, strings } from './fields.ts';
import { ANSWER_ITEMS_MAX, VALUES_MAX } from './size-limits.ts';

/**
 * A Native Ads 1.2 answer: what `bid.adm` carries as a string. What is not declared is removed, `ext` included: nobody
 * has checked it, and clients open, load or run what they find in an ad.
 */

const Url = Type.String({ minLength: 1 });
const Trackers = strings(ANSWER_ITEMS_MAX.trackers);
const Size = Type.Integer({ minimum: 0 });

const Link = Type.Object({
  url: Url,
  clicktrackers: Type.Optional(Trackers),
  fallback: Type.Optional(Type.String()),
});

const Asset = Type.Object({
  id: Type.Integer(),
  required: Type.Optional(Type.Integer()),
  title: Type.Optional(Type.Object({ text: Type.String(), len: Type.Optional(Type.Integer()) })),
  img: Type.Optional(
    Type.Object({
      url: Url,
      type: Type.Optional(Type.Integer()),
      w: Type.Optional(Size),
      h: Type.Optional(Size),
    }),
  ),
  video: Type.Optional(Type.Object({ vasttag: Type.String({ minLength: 1 }) })),
  data: Type.Optional(
    Type.Object({
      value: Type.String(),
      type: Type.Optional(Type.Integer()),
      len: Type.Optional(Type.Integer()),
      // Of Native 1.0 and 1.1: a name for the value, to be shown.
      label: Type.Optional(Type.String()),
    }),
  ),
  link: Type.Optional(Link),
});

const EventTracker = Type.Object({
  event: Type.Integer(),
  method: Type.Integer(),
  url: Type.Optional(Type.String()),
  // Open Measurement: what the script at `url` is given. A text that is neither opened nor shown.
  ext: Type.Optional(
    Type.Object({
      vendorKey: Type.Optional(Type.String()),
      verification_parameters: Type.Optional(Type.String()),
    }),
  ),
});

export const NativeResponseSchema = Type.Object({
  ver: Type.Optional(Type.String()),
  assets: Type.Optional(list(Asset, ANSWER_ITEMS_MAX.assets)),
  assetsurl: Type.Optional(Type.String()),
  dcourl: Type.Optional(Type.String()),
  link: Link,
  imptrackers: Type.Optional(Trackers),
  jstracker: Type.Optional(Type.String()),
  eventtrackers: Type.Optional(list(EventTracker, ANSWER_ITEMS_MAX.trackers)),
  privacy: Type.Optional(Type.String()),
});

export type NativeResponse = DeepReadonly<Static<typeof NativeResponseSchema>>;
export type NativeResponseAsset = DeepReadonly<Static<typeof Asset>>;

const compiled = compileLater(NativeResponseSchema);
const hasUndeclared = compileHasUndeclared(NativeResponseSchema);

/** The markup of a bid as an object, unwrapped; or a sentence that says why it is none. */
export function readMarkup(adm: string): NativeResponse | string {
  const parsed = parseJson(adm, VALUES_MAX.markup);
  if (parsed.kind === 'too-many-values') return `the markup is too large: ${parsed.reason}`;
  if (parsed.kind === 'fault') return `the markup is not valid JSON: ${parsed.reason}`;
  const root = parsed.value;
  const native = isObject(root) && isObject(root.native) ? root.native : root;
  if (compiled.Check(native)) return withoutUndeclared(native);
  const cleaned = withoutNulls(NativeResponseSchema, native);
  if (compiled.Check(cleaned)) return withoutUndeclared(cleaned);
  const fault = findFault(NativeResponseSchema, cleaned);
  return `the markup does not fit Native 1.2: ${fault?.path || 'the root'}: ${fault?.reason}`;
}

function withoutUndeclared(native: NativeResponse): NativeResponse {
  if (!hasUndeclared(native)) return native;
  return declaredOnly(NativeResponseSchema, native) as NativeResponse; // Every required field is declared.
}

/** Ruling 18: the markup has the shape of the request it answers. */
export function markup(
  native: NativeResponse,
  { isWrapped }: { readonly isWrapped: boolean },
): string {
  return JSON.stringify(isWrapped ? { native } : native);
}
