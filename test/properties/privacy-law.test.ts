import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { networkOf } from '../../src/lib/ip.ts';
import type { ValidRequest } from '../../src/openrtb/validate.ts';
import { protect, type View } from '../../src/privacy/protect.ts';
import { CONSENT, damage, readableText, signal, VALUES_BY_PLACE } from '../privacy/any-signal.ts';
import {
  PERMISSIVE_KNOWN,
  PERMISSIVE_LINES,
  permissiveLine,
  type Signal,
} from '../privacy/permissive-signals.ts';
import { accepted, PARTNERS, type World, world } from './privacy-world.ts';

/**
 * The law of the exchange on privacy (ruling 61): whatever the request, a further signal never shows any partner
 * more, except those that docs/privacy.md lists.
 */

/** Each value in what a partner sees, by its place; lists count by what is in them. */
function leavesOf({ request, permission }: View): ReadonlyMap<string, ReadonlySet<unknown>> {
  const leaves = new Map<string, Set<unknown>>();
  const visit = (value: unknown, place: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, place);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) visit(field, `${place}.${name}`);
    } else leaves.set(place, (leaves.get(place) ?? new Set()).add(value));
  };
  if (permission.restriction.call === 0) visit(request.wire, '');
  return leaves;
}

/** The signals themselves, which everybody may see. */
const SIGNAL_PLACES: ReadonlySet<string> = new Set(
  Object.keys(VALUES_BY_PLACE).map((place) => `.${place}`),
);

/** Whether one value tells no more than another: it is the same, or a coarser form of it. */
function isNoMoreThan(shown: unknown, known: unknown): boolean {
  if (shown === known) return true;
  if (typeof shown === 'number' && typeof known === 'number') {
    return shown === (Math.sign(known) * Math.round(Math.abs(known) * 100)) / 100;
  }
  if (typeof shown !== 'string' || typeof known !== 'string') return false;
  return (
    shown === networkOf(known) || (known.startsWith('https:') && shown === 'https://a.example/b')
  );
}

/** Places where one view has something that the other has not. */
function shownMore(after: View, before: View): readonly string[] {
  const known = leavesOf(before);
  return [...leavesOf(after)]
    .filter(([place]) => !SIGNAL_PLACES.has(place))
    .flatMap(([place, values]) =>
      [...values]
        .filter((value) => ![...(known.get(place) ?? [])].some((old) => isNoMoreThan(value, old)))
        .map((value) => `${place}: ${value}`),
    );
}

/** The signal added where there was none; a list of sections grows. Undefined where there was one already. */
function adding(from: World, { place, value }: Signal): World | undefined {
  const existing = from.signals.find((one) => one.place === place);
  if (existing === undefined) return { ...from, signals: [...from.signals, { place, value }] };
  const isGrowing = Array.isArray(existing.value) && Array.isArray(value);
  if (!isGrowing || !place.endsWith('.gpp_sid')) return undefined;
  const grown = { place, value: [...(existing.value as unknown[]), ...value] };
  return { ...from, signals: from.signals.map((one) => (one === existing ? grown : one)) };
}

/** What a signal shows any partner that it did not see before; undefined where there is nothing to compare. */
function effectOf(from: World, added: Signal): readonly string[] | undefined {
  const to = adding(from, added);
  const before = accepted(from);
  const after = to === undefined ? undefined : accepted(to);
  if (before === undefined || after === undefined) return undefined;
  const [views, viewsAfter] = [protect(before, PARTNERS), protect(after, PARTNERS)];
  return viewsAfter.flatMap((view, index) => shownMore(view, views[index] as View));
}

/** Says by itself that the GDPR applies. */
const stated: fc.Arbitrary<Signal> = fc.constantFrom(
  { place: 'regs.gdpr', value: 1 },
  { place: 'regs.ext.gdpr', value: 1 },
  { place: 'regs.gpp_sid', value: [2] },
  { place: 'regs.ext.gpp_sid', value: [99, 2] },
);

/** One of the four that permit, but no consent. */
const denial = signal.filter((one) => permissiveLine(one)?.includes('consent') === false);

const RUNS = { numRuns: 4000 };

describe('a further signal never shows a partner more (ruling 61)', () => {
  test('unless it is one of the four that permit, at either endpoint and of whatever type', () => {
    let compared = 0;
    fc.assert(
      fc.property(world, signal, (from, added) => {
        if (permissiveLine(added) !== undefined) return;
        const effect = effectOf(from, added);
        if (effect === undefined) return;
        compared++;
        expect(effect).toEqual([]);
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(RUNS.numRuns / 6);
  });

  test('not even one of those four, but for a consent, where the request says that the GDPR applies', () => {
    let compared = 0;
    fc.assert(
      fc.property(world, stated, denial, (anywhere, statement, added) => {
        const others = anywhere.signals.filter(({ place }) => place !== statement.place);
        const effect = effectOf({ ...anywhere, signals: [...others, statement] }, added);
        if (effect === undefined) return;
        compared++;
        expect(effect).toEqual([]);
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

/** Opted out, or a child: no consent lifts these. */
const optOut: fc.Arbitrary<Signal> = fc
  .tuple(
    fc.constantFrom<readonly [string, unknown]>(
      ['coppa', 1],
      ['gpc', '1'],
      ['us_privacy', '1YYN'],
      ['gpp_sid', [99]],
      ['gpp_sid', ['x']],
      ['lmt', 1],
      ['dnt', 1],
    ),
    fc.boolean(),
  )
  .map(([[name, value], isInExt]) => {
    const parent = name === 'lmt' || name === 'dnt' ? 'device' : 'regs';
    const place = isInExt || name === 'gpc' ? `${parent}.ext.${name}` : `${parent}.${name}`;
    return { place, value };
  });

test('an opt-out withholds in any company what it withholds alone (ruling 61)', () => {
  let compared = 0;
  fc.assert(
    fc.property(world, optOut, (anywhere, added) => {
      const others = anywhere.signals.filter(({ place }) => place !== added.place);
      const alone = accepted({ ...anywhere, located: undefined, signals: [added] });
      const together = accepted({ ...anywhere, signals: [...others, added] });
      if (alone === undefined || together === undefined) return;
      compared++;
      const [views, viewsTogether] = [protect(alone, PARTNERS), protect(together, PARTNERS)];
      const more = viewsTogether.flatMap((view, index) => shownMore(view, views[index] as View));
      expect(more).toEqual([]);
      const ids = viewsTogether.filter((view) => leavesOf(view).has('.user.id'));
      expect(ids).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(300);
});

/** The sections that the strings above have, in any company. */
const named: fc.Arbitrary<Signal> = fc
  .subarray([2, 6, 7, 8])
  .map((value) => ({ place: 'regs.gpp_sid', value }));

test('a consent, GPP or US Privacy string shows a partner no more once it cannot be read (ruling 62)', () => {
  let compared = 0;
  fc.assert(
    fc.property(world, named, readableText, damage, (anywhere, sections, text, damaged) => {
      const places = [sections.place, text.place];
      const others = anywhere.signals.filter(({ place }) => !places.includes(place));
      const withText = (value: unknown) =>
        accepted({ ...anywhere, signals: [...others, sections, { place: text.place, value }] });
      const [intact, broken] = [withText(text.value), withText(damaged(text.value))];
      if (intact === undefined || broken === undefined) return;
      compared++;
      const [views, viewsBroken] = [protect(intact, PARTNERS), protect(broken, PARTNERS)];
      const more = viewsBroken.flatMap((view, index) => shownMore(view, views[index] as View));
      expect(more).toEqual([]);
    }),
    RUNS,
  );
  expect(compared).toBeGreaterThan(RUNS.numRuns / 8);
});

/** Every way in which a US privacy signal can be impossible to read. */
const unreadable: fc.Arbitrary<Signal> = fc
  .tuple(
    fc.constantFrom<readonly [string, unknown]>(
      ...['zzz', '1Y', '1-Y-', ' ', 5, true, {}, []].map((text) => ['us_privacy', text] as const),
      ...[[5], [6], [8], [42], ['x'], '8'].map((ids) => ['gpp_sid', ids] as const),
    ),
    fc.constantFrom('regs', 'regs.ext'),
  )
  .map(([[name, value], parent]) => ({ place: `${parent}.${name}`, value }));

/** What none of them leaves to a partner. */
const FINE_PLACES: readonly string[] = [
  ...['id', 'buyeruid', 'data', 'keywords', 'yob', 'gender'].map((name) => `.user.${name}`),
  ...['lat', 'lon', 'city', 'metro', 'zip'].map((name) => `.device.geo.${name}`),
  '.device.ifa',
  '.ext.service.audience',
];

test('a US privacy signal that cannot be read leaves the region, and nothing of the person (ruling 77)', () => {
  let compared = 0;
  const whole = accepted({ signals: [], endpoint: 'repairing', located: undefined });
  const [all] = protect(whole as ValidRequest, PARTNERS);
  const shown = [...leavesOf(all as View).keys()];
  for (const place of FINE_PLACES) expect(shown.some((one) => one.startsWith(place))).toBe(true);
  fc.assert(
    fc.property(world, unreadable, (anywhere, added) => {
      const others = anywhere.signals.filter(({ place }) => !place.startsWith('regs'));
      const request = accepted({ ...anywhere, endpoint: 'repairing', signals: [...others, added] });
      if (request === undefined) return;
      compared++;
      for (const view of protect(request, PARTNERS)) {
        const places = [...leavesOf(view).keys()];
        expect(places.filter((one) => FINE_PLACES.some((fine) => one.startsWith(fine)))).toEqual(
          [],
        );
      }
    }),
    RUNS,
  );
  expect(compared).toBeGreaterThan(RUNS.numRuns / 4);
});

describe('the list of signals that permit', () => {
  test('has four lines in docs/privacy.md, and the test knows each', () => {
    expect(PERMISSIVE_LINES).toEqual(PERMISSIVE_KNOWN);
    expect(PERMISSIVE_LINES).toHaveLength(4);
  });

  test('has no line that permits nothing', () => {
    const german: World = { signals: [], endpoint: 'strict', located: 'DE' };
    const examples: readonly (readonly [World, Signal])[] = [
      [german, { place: 'regs.gdpr', value: 0 }],
      [german, { place: 'regs.gpp_sid', value: [7] }],
      [german, { place: 'user.consent', value: CONSENT }],
      [german, { place: 'device.geo.country', value: 'USA' }],
    ];
    const lines = examples.map(([from, added]) => {
      expect(effectOf(from, added)).not.toEqual([]);
      return permissiveLine(added) ?? '';
    });
    expect(lines).toEqual([...PERMISSIVE_LINES]);
  });
});
