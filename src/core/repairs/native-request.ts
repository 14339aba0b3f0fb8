import { parseJson } from '../../lib/json.ts';
import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import { NATIVE_VERSIONS } from '../openrtb/native-request.ts';
import { VALUES_MAX } from '../openrtb/size-limits.ts';
import {
  type ApplyRepair,
  inOrder,
  type RequestRepair,
  repairEach,
  repairField,
  repairObject,
  withoutField,
} from './repair.ts';
import { STRICT } from './strict.ts';

/** Repairs inside `native.request`, which is JSON in a string: decoded, repaired and encoded again. */

const VERSION_REASON = 'expected a string, but got a number; it is read as one';

export const NATIVE_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'native-request-encoded',
    description: 'A `native.request` that is an object is taken as the JSON it should have been.',
    apply: repairEach(
      'imp',
      repairField('native.request', (request) => {
        if (!isObject(request)) return undefined;
        const reason = 'expected a JSON-encoded string, but got an object';
        return { value: JSON.stringify(request), reason };
      }),
    ),
  },
  {
    name: 'native-request-decoded',
    description:
      'A `native.request` that was encoded twice, a JSON string inside a JSON string, is decoded once.',
    apply: repairEach(
      'imp',
      repairField('native.request', (request) => {
        const text = typeof request === 'string' ? textEncodedIn(request) : undefined;
        if (text === undefined) return undefined;
        return { value: text, reason: 'expected a JSON-encoded object, but it was encoded twice' };
      }),
    ),
  },
  {
    name: 'asset-ids-numbered',
    description:
      'Assets of `native.request` without `id` get their position as the id, from 1, or a number after the last position where another asset has that id. The answer uses these ids.',
    apply: repairNative(
      // The request has been refused, and no glance can tell that an id is missing.
      () => true,
      'assets without id are numbered',
      numberAssets,
    ),
  },
  {
    name: 'zero-size-absent',
    description:
      'A `w`, `h`, `wmin` or `hmin` of 0 in an image or video of `native.request` counts as absent.',
    apply: repairNative(
      (text) => /"[wh](?:min)?"\s*:\s*-?0/.test(text),
      'a width or height of 0 counts as absent',
      repairEach(
        'assets',
        inOrder(repairObject('img', withoutZeros), repairObject('video', withoutZeros)),
      ),
    ),
  },
  {
    name: 'empty-native-version-absent',
    description: 'An empty `ver` inside `native.request` counts as absent.',
    apply: repairNative(
      (text) => /"ver"\s*:\s*""/.test(text),
      'an empty ver counts as absent',
      (root) => (fieldOf(root, 'ver') === '' ? withoutField(root, 'ver') : root),
    ),
  },
  {
    name: 'native-version-read',
    description:
      'A `native.ver`, or a `ver` inside `native.request`, that is a number, as 1.2, is read as a string.',
    apply: inOrder(
      repairEach('imp', repairField('native.ver', versionIn)),
      repairNative(
        (text) => /"ver"\s*:\s*1/.test(text),
        VERSION_REASON,
        repairField('ver', versionIn),
      ),
    ),
  },
  {
    name: 'native-hint-ignored',
    description:
      'A `context`, `contextsubtype` or `plcmttype` of `native.request` that Native Ads 1.2 does not list, or that does not fit the others, is ignored.',
    apply: repairNative(
      hasOddHint,
      'a context, contextsubtype or plcmttype that is unknown is ignored',
      (root) => HINTS.reduce(withoutUnknownHint, root),
    ),
  },
];

/** The JSON text of an object that this text is the encoding of, as a string; undefined where it is something else. */
function textEncodedIn(request: string): string | undefined {
  if (!/^\s*"/.test(request)) return undefined;
  const parsed = parseJson(request, VALUES_MAX.nativeRequest);
  const text = parsed.kind === 'json' ? parsed.value : undefined;
  return typeof text === 'string' && /^\s*\{/.test(text) ? text : undefined;
}

function numberAssets(root: JsonObject): JsonObject {
  const assets = fieldOf(root, 'assets');
  if (!Array.isArray(assets) || !assets.some(lacksId)) return root;
  const taken = new Set<unknown>(assets.map((asset) => (isObject(asset) ? asset.id : undefined)));
  let unusedId = assets.length + 1;
  const idAt = (position: number): number => {
    if (!taken.has(position)) return position;
    while (taken.has(unusedId)) unusedId++;
    return unusedId++;
  };
  const numbered = assets.map((asset: unknown, index) =>
    lacksId(asset) ? { ...asset, id: idAt(index + 1) } : asset,
  );
  return { ...root, assets: numbered };
}

function lacksId(asset: unknown): asset is JsonObject {
  return isObject(asset) && (fieldOf(asset, 'id') ?? null) === null;
}

function versionIn(ver: unknown) {
  const text = typeof ver === 'number' ? String(ver) : undefined;
  const version = NATIVE_VERSIONS.find((known) => known === text);
  return version === undefined ? undefined : { value: version, reason: VERSION_REASON };
}

const HINTS = ['context', 'contextsubtype', 'plcmttype'] as const;

const ODD_HINT =
  /"context"\s*:\s*(?![1-3]\b)|"plcmttype"\s*:\s*(?![1-4]\b)|"contextsubtype"\s*:\s*(?!(?:1[0-5]|[23][0-2])\b)/;

/** By a glance, since most have none. */
function hasOddHint(text: string): boolean {
  if (ODD_HINT.test(text)) return true;
  const subtype = /"contextsubtype"\s*:\s*([1-3])/.exec(text)?.[1];
  if (subtype === undefined) return false;
  const context = /"context"\s*:\s*([1-3])/.exec(text)?.[1];
  return context !== undefined && context !== subtype;
}

/** Judged with the hints before it, which are known: a subtype has to belong to its context. */
function withoutUnknownHint(root: JsonObject, name: (typeof HINTS)[number]): JsonObject {
  const value = fieldOf(root, name);
  if (typeof value !== 'number') return root;
  const context = name === 'contextsubtype' ? fieldOf(root, 'context') : undefined;
  const isKnown = STRICT.native.Check({
    assets: [{ id: 1, title: { len: 1 } }],
    ...(typeof context === 'number' ? { context } : {}),
    [name]: value,
  });
  return isKnown ? root : withoutField(root, name);
}

const SIZES = ['w', 'h', 'wmin', 'hmin'] as const;

function withoutZeros(sized: JsonObject): JsonObject {
  return SIZES.reduce(
    (kept, name) => (fieldOf(kept, name) === 0 ? withoutField(kept, name) : kept),
    sized,
  );
}

/** A repair of the native request, wrapped in `native` or not; only texts that seem faulty are decoded. */
function repairNative(
  seemsFaulty: (text: string) => boolean,
  reason: string,
  apply: ApplyRepair,
): ApplyRepair {
  const applyInside = repairObject('native', apply);
  const repairText = repairField('native.request', (text) => {
    if (typeof text !== 'string' || !seemsFaulty(text)) return undefined;
    const parsed = parseJson(text, VALUES_MAX.nativeRequest);
    if (parsed.kind !== 'json' || !isObject(parsed.value)) return undefined;
    const isWrapped = isObject(fieldOf(parsed.value, 'native'));
    const repaired = (isWrapped ? applyInside : apply)(parsed.value, () => {});
    return repaired === parsed.value ? undefined : { value: JSON.stringify(repaired), reason };
  });
  return repairEach('imp', repairText);
}
