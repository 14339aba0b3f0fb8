import fc from 'fast-check';
import type { Json, JsonObject } from './json.ts';
import { shape } from './shape.ts';
import { bounded, count, flag, listed, text, texts } from './values.ts';

/** Native Ads 1.2 requests: every asset kind, event trackers, contexts with subtypes that belong. */

const pixels = bounded(1, 10_000);

const title = shape({ len: count(1) });

const image = shape(
  {},
  { type: listed(1, 3), w: pixels, wmin: pixels, h: pixels, hmin: pixels, mimes: texts },
);

const data = shape({ type: listed(1, 12) }, { len: count(1) });

const video = fc
  .tuple(
    shape(
      {
        mimes: fc.array(text, { minLength: 1, maxLength: 3 }),
        protocols: fc.array(listed(1, 16), { minLength: 1, maxLength: 3 }),
      },
      { w: pixels, h: pixels },
    ),
    fc.tuple(count(0), count(0)),
  )
  .map(([fields, durations]): JsonObject => {
    const [minduration = 0, maxduration = 0] = durations.sort((a, b) => a - b);
    return { ...fields, minduration, maxduration };
  });

const KINDS = { title, img: image, video, data } as const;

const kindOfAsset: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  ...Object.entries(KINDS).map(([name, kind]) => fc.tuple(fc.constant(name), kind)),
);

const assetId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -3, max: 1000 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  },
);

/** One kind present; each of the others absent or null. */
const asset = fc
  .tuple(shape({ id: assetId }, { required: flag }), kindOfAsset, fc.boolean())
  .map(([fields, [kind, value], hasNulls]): JsonObject => {
    const others = Object.keys(KINDS).filter((name) => name !== kind);
    const nulls = hasNulls ? Object.fromEntries(others.map((name) => [name, null])) : {};
    return { ...fields, ...nulls, [kind]: value };
  });

const assets = fc.uniqueArray(asset, {
  minLength: 1,
  maxLength: 5,
  selector: ({ id }) => id,
});

const eventTracker = shape({
  event: listed(1, 4),
  methods: fc.array(listed(1, 2), { minLength: 1, maxLength: 2 }),
});

const SUBTYPES_BY_CONTEXT = [
  [1, [10, 11, 12, 13, 14, 15]],
  [2, [20, 21, 22]],
  [3, [30, 31, 32]],
] as const;

const context: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.constant({ context: null, contextsubtype: null }),
  listed(1, 3).map((value) => ({ context: value })),
  fc
    .constantFrom(...SUBTYPES_BY_CONTEXT)
    .chain(([value, subtypes]) =>
      fc
        .constantFrom(...subtypes, 500)
        .map((contextsubtype) => ({ context: value, contextsubtype })),
    ),
  fc
    .constantFrom(...SUBTYPES_BY_CONTEXT.flatMap(([, subtypes]) => subtypes), 500)
    .chain((contextsubtype) =>
      fc.constantFrom<Json[]>(null, 500, 501).map((value) => ({ context: value, contextsubtype })),
    ),
);

/** The native request itself, without a wrapper. */
export const nativeRoot: fc.Arbitrary<JsonObject> = fc
  .tuple(
    shape(
      { assets },
      {
        ver: fc.constantFrom('1', '1.0', '1.1', '1.2'),
        plcmttype: listed(1, 4),
        plcmtcnt: count(1),
        seq: count(0),
        aurlsupport: flag,
        durlsupport: flag,
        eventtrackers: fc.array(eventTracker, { maxLength: 3 }),
        privacy: flag,
      },
    ),
    context,
  )
  .map(([fields, pair]) => ({ ...fields, ...pair }));

/** As `imp.native.request` carries it: a string, wrapped or bare, terse or indented. */
export const nativeText: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(nativeRoot, shape({ native: nativeRoot })), fc.constantFrom(0, 2))
  .map(([root, indent]) => JSON.stringify(root, null, indent));
