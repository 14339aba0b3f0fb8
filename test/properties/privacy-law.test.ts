import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ValidRequest } from '../../src/core/openrtb/validate.ts';
import { protect, type View } from '../../src/core/privacy/protect.ts';
import { RESTRICTED_FIELDS } from '../../src/core/privacy/restriction.ts';
import { networkOf } from '../../src/lib/ip.ts';
import {
  CONSENT,
  damage,
  deniesGdpr,
  isConsent,
  readableText,
  type Signal,
  signal,
  VALUES_BY_PLACE,
} from '../privacy/any-signal.ts';
import { accepted, PARTNERS, type World, world } from './privacy-world.ts';
import { runs } from './runs.ts';

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

/** Everything withheld names the rule that decided it, and nothing else does. */
function expectDecided({ permission: { restriction, decidedBy } }: View): void {
  const withheld = RESTRICTED_FIELDS.filter((field) => restriction[field] !== 0);
  expect(RESTRICTED_FIELDS.filter((field) => decidedBy[field] !== undefined)).toEqual(withheld);
}

/** What any partner sees of one request and not of the other; undefined where one of them is refused. */
function shownMore(
  after: ValidRequest | undefined,
  before: ValidRequest | undefined,
): readonly string[] | undefined {
  if (after === undefined || before === undefined) return undefined;
  const views = protect(before, PARTNERS);
  return protect(after, PARTNERS).flatMap((view, index) => {
    expectDecided(view);
    const known = leavesOf(views[index] as View);
    return [...leavesOf(view)]
      .filter(([place]) => !SIGNAL_PLACES.has(place))
      .flatMap(([place, values]) =>
        [...values]
          .filter((value) => ![...(known.get(place) ?? [])].some((old) => isNoMoreThan(value, old)))
          .map((value) => `${place}: ${value}`),
      );
  });
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
  return to && shownMore(accepted(to), accepted(from));
}

/** The world with these signals in place of its own at their places. */
const withSignals = (from: World, ...signals: readonly Signal[]): World => {
  const places = signals.map(({ place }) => place);
  return {
    ...from,
    signals: [...from.signals.filter(({ place }) => !places.includes(place)), ...signals],
  };
};

/** Tries a property often enough that one in ten of the requests at least is one to compare. */
function expectNothingMore<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  compare: (...values: Values) => readonly string[] | undefined,
): void {
  const numRuns = runs(400);
  let compared = 0;
  const all = fc.tuple<Values>(...arbitraries);
  fc.assert(
    fc.property(all, (values) => {
      const more = compare(...values);
      if (more === undefined) return;
      compared++;
      expect(more).toEqual([]);
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns / 10);
}

/** Says by itself that the GDPR applies. */
const stated: fc.Arbitrary<Signal> = fc.constantFrom(
  { place: 'regs.gdpr', value: 1 },
  { place: 'regs.ext.gdpr', value: 1 },
  { place: 'regs.gpp_sid', value: [2] },
  { place: 'regs.ext.gpp_sid', value: [99, 2] },
);

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

describe('no partner is shown more (ruling 61)', () => {
  test('by a further signal that is none of the four that permit, at either endpoint', () => {
    const restricting = signal.filter((one) => !isConsent(one) && !deniesGdpr(one));
    expectNothingMore([world, restricting], effectOf);
  });

  test('by one of those four, but for a consent, where the request says that the GDPR applies', () => {
    const denial = signal.filter(deniesGdpr);
    expectNothingMore([world, stated, denial], (anywhere, statement, added) =>
      effectOf(withSignals(anywhere, statement), added),
    );
  });

  test('beside an opt-out than with the opt-out alone, and never the id of the person', () => {
    expectNothingMore([world, optOut], (anywhere, added) => {
      const together = accepted(withSignals(anywhere, added));
      if (together === undefined) return undefined;
      const isNamed = protect(together, PARTNERS).some((view) => leavesOf(view).has('.user.id'));
      expect(isNamed).toBe(false);
      return shownMore(together, accepted({ ...anywhere, located: undefined, signals: [added] }));
    });
  });

  test('once a consent, GPP or US Privacy string cannot be read (ruling 62)', () => {
    const named = fc
      .subarray([2, 6, 7, 8])
      .map((value): Signal => ({ place: 'regs.gpp_sid', value }));
    expectNothingMore([world, named, readableText, damage], (anywhere, sections, text, damaged) => {
      const withText = (value: unknown) =>
        accepted(withSignals(anywhere, sections, { place: text.place, value }));
      return shownMore(withText(damaged(text.value)), withText(text.value));
    });
  });
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
const finePlacesOf = (view: View) =>
  FINE_PLACES.filter((fine) => [...leavesOf(view).keys()].some((one) => one.startsWith(fine)));

test('a US privacy signal that cannot be read leaves the region, and nothing of the person (ruling 77)', () => {
  const whole = accepted({ signals: [], endpoint: 'repairing', located: undefined });
  const [all] = protect(whole as ValidRequest, PARTNERS);
  expect(finePlacesOf(all as View)).toEqual([...FINE_PLACES]);
  expectNothingMore([world, unreadable], (anywhere, added) => {
    const others = anywhere.signals.filter(({ place }) => !place.startsWith('regs'));
    const request = accepted({ ...anywhere, endpoint: 'repairing', signals: [...others, added] });
    return request && protect(request, PARTNERS).flatMap(finePlacesOf);
  });
});

test('each of the four that permit shows a partner more where nothing else is said', () => {
  const german: World = { signals: [], endpoint: 'strict', located: 'DE' };
  for (const added of [
    { place: 'regs.gdpr', value: 0 },
    { place: 'regs.gpp_sid', value: [7] },
    { place: 'user.consent', value: CONSENT },
    { place: 'device.geo.country', value: 'USA' },
  ]) {
    expect(isConsent(added) || deniesGdpr(added)).toBe(true);
    expect(effectOf(german, added)).not.toEqual([]);
  }
});
