import { copy, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Breach, breachesOf } from './field-rule.ts';
import { type ExpectedRefusal, MESSAGES, type Mutation } from './mutation.ts';
import { nativeMutation, nativeTextMutation } from './native-mutation.ts';
import { NATIVE_RULES, NATIVE_SURROUNDINGS } from './native-rules.ts';
import { locate } from './place.ts';
import { EXCLUSION_RANK, impRank, rankOf } from './rank.ts';
import { REQUEST_RULES, REQUEST_SURROUNDINGS } from './request-rules.ts';

const CODES = {
  missing: 'MISSING_REQUIRED_FIELD',
  type: 'INVALID_FIELD_TYPE',
  value: 'INVALID_FIELD_VALUE',
} as const;

const REQUEST_FIELDS: readonly Mutation[] = REQUEST_RULES.flatMap((rule) =>
  breachesOf(rule).map(({ name, kind, make }) => ({
    name,
    apply(request, pick) {
      const place = locate(request, rule.at, REQUEST_SURROUNDINGS, pick);
      make(place, pick);
      return refusedField(kind, place.path);
    },
  })),
);

/** Two missing fields are named by their parent. */
function refusedField(kind: Breach['kind'], path: string): ExpectedRefusal {
  const parent = path.slice(0, path.lastIndexOf('.'));
  const rank = rankOf(path);
  if (kind === 'missing' && /^imp\[\d+\]\.native\.request$/.test(path)) {
    const message = 'Invalid OpenRTB request format';
    return { code: 'INVALID_REQUEST', message, field: parent, rank };
  }
  const isNative = kind === 'missing' && /^imp\[\d+\]\.native$/.test(path);
  const code = CODES[kind];
  return { code, message: MESSAGES[code], field: isNative ? parent : path, rank };
}

const NATIVE_FIELDS: readonly Mutation[] = NATIVE_RULES.flatMap((rule) =>
  breachesOf(rule).map(({ name, make }) =>
    nativeMutation({
      name,
      apply(native, pick) {
        const place = locate(native, rule.at, NATIVE_SURROUNDINGS, pick);
        make(place, pick);
        return place.path;
      },
    }),
  ),
);

const NATIVE_MEANINGS: readonly Mutation[] = [
  ...['', '1.3', '2', '2.0', 'v1.2'].map((ver) =>
    nativeMutation({
      name: `ver is ${JSON.stringify(ver)}`,
      code: 'UNSUPPORTED_FORMAT',
      apply(native) {
        native.ver = ver;
        return 'ver';
      },
    }),
  ),
  ...(
    [
      [1, 22],
      [1, 30],
      [2, 10],
      [2, 32],
      [3, 15],
      [3, 20],
    ] as const
  ).map(([context, contextsubtype]) =>
    nativeMutation({
      name: `contextsubtype ${contextsubtype} stands beside context ${context}`,
      apply(native) {
        Object.assign(native, { context, contextsubtype });
        return '';
      },
    }),
  ),
  nativeMutation({
    name: 'an asset has no kind',
    apply(native, pick) {
      const place = locate(native, 'assets[]', NATIVE_SURROUNDINGS, pick);
      place.put({ id: unusedAssetId(native), required: 1 });
      return place.path;
    },
  }),
  nativeMutation({
    name: 'an asset has two kinds',
    apply(native, pick) {
      const place = locate(native, 'assets[]', NATIVE_SURROUNDINGS, pick);
      place.put({ id: unusedAssetId(native), title: { len: 9 }, data: { type: 1 } });
      return place.path;
    },
  }),
  nativeMutation({
    name: 'an asset id is used twice',
    apply(native) {
      const assets = assetsOf(native);
      assets.push(copy(assets[0] ?? null));
      return 'assets';
    },
  }),
  nativeMutation({
    name: 'minduration is above maxduration',
    apply(native, pick) {
      const place = locate(native, 'assets[].video', NATIVE_SURROUNDINGS, pick);
      place.put({ mimes: ['video/mp4'], minduration: 31, maxduration: 30, protocols: [2] });
      return place.path;
    },
  }),
  nativeTextMutation('is empty', () => ''),
  nativeTextMutation('is cut off', (text) => text.slice(0, -1)),
  nativeTextMutation('is followed by something', (text) => `${text},`),
  nativeTextMutation('is single-quoted', (text) => text.replaceAll('"', "'")),
  nativeTextMutation('is a list', (text) => `[${text}]`),
  nativeTextMutation('is a string in a string', (text) => JSON.stringify(text)),
  nativeTextMutation('is null', () => 'null'),
  nativeTextMutation('holds nothing', () => '{}'),
  nativeTextMutation('holds an empty wrapper', () => '{"native":{}}'),
  nativeTextMutation('holds a wrapper of another type', () => '{"native":[]}'),
];

function assetsOf(native: JsonObject): Json[] {
  if (!Array.isArray(native.assets)) throw new Error('a valid native request has assets');
  return native.assets;
}

function unusedAssetId(native: JsonObject): number {
  const used = assetsOf(native).map((asset) => (isJsonObject(asset) ? asset.id : undefined));
  let id = 0;
  while (used.includes(id)) id++;
  return id;
}

const REQUEST_MEANINGS: readonly Mutation[] = [
  {
    name: 'imp holds eleven items',
    apply(request) {
      const imps = impsOf(request);
      const [first = null] = imps;
      request.imp = Array.from({ length: 11 }, (_, i) => imps[i] ?? withId(first, `extra-${i}`));
      return refusedField('value', 'imp');
    },
  },
  {
    name: 'an impression id is used twice',
    apply(request, pick) {
      const imps = impsOf(request);
      if (imps.length === 1) imps.push(copy(imps[0] ?? null));
      const index = pick([...imps.keys()].slice(1));
      const first = pick([...imps.keys()].slice(0, index));
      const earlier = imps[first];
      const id = isJsonObject(earlier) ? earlier.id : undefined;
      imps[index] = withId(imps[index] ?? null, String(id));
      return {
        code: 'INVALID_REQUEST',
        message: 'Duplicate impression id',
        field: `imp[${index}].id`,
        inReason: `imp[${first}]`,
        rank: impRank(index, 'duplicate'),
      };
    },
  },
  ...(['video', 'audio'] as const).map(
    (media): Mutation => ({
      name: `minduration of ${media} is above maxduration`,
      apply(request, pick) {
        const place = locate(request, `imp[].${media}`, REQUEST_SURROUNDINGS, pick);
        place.put({ minduration: 31, maxduration: 30 });
        return refusedField('value', place.path);
      },
    }),
  ),
  ...(
    [
      ['site', 'app'],
      ['site', 'dooh'],
      ['app', 'dooh'],
      ['site', 'app', 'dooh'],
    ] as const
  ).map(
    (names): Mutation => ({
      name: `${names.join(' and ')} are present`,
      apply(request) {
        for (const name of names) request[name] ??= {};
        return {
          code: 'INVALID_REQUEST',
          message: 'Mutually exclusive fields',
          field: undefined,
          rank: EXCLUSION_RANK,
        };
      },
    }),
  ),
];

function impsOf(request: JsonObject): Json[] {
  if (!Array.isArray(request.imp)) throw new Error('a valid request has impressions');
  return request.imp;
}

function withId(imp: Json, id: string): Json {
  return isJsonObject(imp) ? { ...imp, id } : imp;
}

/** One for every rule: what breaks it, and how the request must then be refused. */
export const MUTATIONS: readonly Mutation[] = [
  ...REQUEST_FIELDS,
  ...REQUEST_MEANINGS,
  ...NATIVE_FIELDS,
  ...NATIVE_MEANINGS,
];
