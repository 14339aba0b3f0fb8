import type { Charge } from '../core/sale/fact.ts';

/** What an impression may bring that somebody pays for. */
const RESPONSE_UNITS = ['click', 'conversion'] as const satisfies readonly Charge['per'][];

export type ResponseUnit = (typeof RESPONSE_UNITS)[number];

/**
 * How many of it an impression is expected to bring, and how certain that is: as if so many had been seen. The relative
 * standard deviation is 1 / √seen.
 */
export type Estimate = { readonly rate: number; readonly seen: number };

export type Estimates = Readonly<Record<ResponseUnit, Estimate>>;

/** How many an impression brings as long as nothing is known. */
export const PRIOR_RATE: Readonly<Record<ResponseUnit, number>> = {
  click: 0.01,
  conversion: 0.0005,
};

/** People do not respond more often than that: whatever counts more is no person's, and no price believes it. */
export const RATE_MAX: Readonly<Record<ResponseUnit, number>> = { click: 0.2, conversion: 0.05 };

/**
 * Each level starts from the rate of the level above, which counts as this many impressions. So an ad that was shown as
 * often as that lies in the middle between its own rate and what was expected of it.
 */
const PULL_IMPRESSIONS = {
  exchange: 2000,
  advertiser: 500,
  campaign: 150,
  cell: 2000,
} as const;

/**
 * A campaign counts for its advertiser, and an advertiser for the exchange, as so many impressions at most. What is
 * shown most is what is clicked most: it would raise the rates of all that is new. Nor does one with false clicks.
 */
const LENT_IMPRESSIONS_MAX = { click: 1000, conversion: 10_000 } as const;
const UNBOUNDED = { click: Number.POSITIVE_INFINITY, conversion: Number.POSITIVE_INFINITY };

export type RateLevel = keyof typeof PULL_IMPRESSIONS;

/** Conversions are rarer than clicks: as much certainty takes more impressions. */
const PULL_FACTOR: Readonly<Record<ResponseUnit, number>> = { click: 1, conversion: 10 };

type ResponseCounts = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
};

/** Responses of one unit, and the impressions that they are counted with. */
type Tries = { impressions: number; responses: number };

type CountedUnits = Readonly<Record<ResponseUnit, Tries>>;

const newCounted = (): CountedUnits => ({
  click: { impressions: 0, responses: 0 },
  conversion: { impressions: 0, responses: 0 },
});

function countedOf({ impressions, clicks, conversions }: ResponseCounts): CountedUnits {
  return {
    click: { impressions, responses: clicks },
    conversion: { impressions, responses: conversions },
  };
}

/** The responses to one ad at one publisher in one format. The names are those of sales. */
export type CountedCell = ResponseCounts & {
  readonly partner: string;
  readonly seat: string;
  readonly campaign: string;
  readonly creative: string;
  readonly publisher: string;
  readonly format: string;
};

const NOTHING = newCounted();

/** Shrinks what was counted towards the rate of the level above. */
function estimate(level: RateLevel, counted: CountedUnits, above: Estimates): Estimates {
  const of = (unit: ResponseUnit): Estimate => {
    const { impressions, responses } = counted[unit];
    const pull = PULL_IMPRESSIONS[level] * PULL_FACTOR[unit];
    const expected = above[unit].rate;
    // Without rounding where nothing was counted: a prior stays what it is.
    const isNew = impressions === 0 && responses === 0;
    const learned = (responses + pull * expected) / (impressions + pull);
    const most = Math.max(RATE_MAX[unit], expected);
    const rate = isNew ? expected : Math.min(most, learned);
    // What is uncertain above is as uncertain here, as far as this level leans on it.
    const lean = pull / (impressions + pull);
    const variance = 1 / (rate * (impressions + pull)) + lean ** 2 / above[unit].seen;
    return { rate, seen: 1 / variance };
  };
  return { click: of('click'), conversion: of('conversion') };
}

/** What is expected of something that was never shown. */
export function unseen(level: RateLevel, above: Estimates): Estimates {
  return estimate(level, NOTHING, above);
}

export function priorEstimates(clickRate = PRIOR_RATE.click): Estimates {
  return {
    click: { rate: clickRate, seen: Number.POSITIVE_INFINITY },
    conversion: { rate: PRIOR_RATE.conversion, seen: Number.POSITIVE_INFINITY },
  };
}

/** The rates of something with a name, for the workers. */
export type RateEntry = {
  readonly whole: Estimates;
  /** The most that any of its ads can be expected to bring anywhere, as far as it is explored. */
  readonly ceilings: Readonly<Record<ResponseUnit, number>>;
  readonly cells: readonly RateCell[];
};

type RateCell = {
  readonly creative: string;
  readonly publisher: string;
  readonly format: string;
  readonly estimates: Estimates;
};

/**
 * Who has rates of its own. '' and '': the exchange; '' and a seat: an advertiser; a partner and a campaign; a partner
 * of product search and '' or the id of an offer.
 */
export type RatedName = { readonly partner: string; readonly name: string };

/** Of one campaign: those that were shown most. The others have the rate of the campaign. */
const CELLS_MAX = 100;

type RateNode = {
  readonly name: RatedName;
  readonly level: RateLevel;
  readonly above: RateNode | undefined;
  readonly counted: CountedUnits;
  readonly cells: CountedCell[];
};

/**
 * The rates of all that was shown: of the exchange, each advertiser, each campaign and each of its ads where it was
 * shown. The offers of product search are under their partner, whose prior is its own.
 */
export function learnRates(
  cells: readonly CountedCell[],
  /** Of a partner of product search; undefined: the partner has campaigns. */
  clickRateOf: (partner: string) => number | undefined,
): readonly (RatedName & RateEntry)[] {
  const nodes = new Map<string, RateNode>();
  const nodeOf = (level: RateLevel, name: RatedName, above: RateNode | undefined): RateNode => {
    const key = `${name.partner}\n${name.name}`;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const created = { name, level, above, counted: newCounted(), cells: [] };
    nodes.set(key, created);
    return created;
  };
  const bottomOf = ({ partner, seat, campaign, creative }: CountedCell): RateNode => {
    if (clickRateOf(partner) !== undefined) {
      const root = nodeOf('exchange', { partner, name: '' }, undefined);
      return nodeOf('campaign', { partner, name: creative }, root);
    }
    const root = nodeOf('exchange', { partner: '', name: '' }, undefined);
    const advertiser = nodeOf('advertiser', { partner: '', name: seat }, root);
    return nodeOf('campaign', { partner, name: campaign }, advertiser);
  };
  for (const cell of cells) {
    // An offer of a partner that is not in the config any more says nothing about campaigns.
    if (cell.campaign === '' && clickRateOf(cell.partner) === undefined) continue;
    const bottom = bottomOf(cell);
    bottom.cells.push(cell);
    add(bottom.counted, countedOf(cell));
  }
  for (const level of ['campaign', 'advertiser'] as const) lend(level, nodes.values());
  const known = new Map<RateNode, Estimates>();
  const wholeOf = (node: RateNode): Estimates => {
    const { level, above, counted, name } = node;
    const found = known.get(node);
    if (found !== undefined) return found;
    const parent = above ? wholeOf(above) : priorEstimates(clickRateOf(name.partner));
    const whole = estimate(level, counted, parent);
    known.set(node, whole);
    return whole;
  };
  return Array.from(nodes.values(), (node) => {
    const whole = wholeOf(node);
    const cells = cellsOf(node.cells, whole);
    return { ...node.name, whole, ceilings: ceilingsOf(whole, cells), cells };
  });
}

/** Adds what nodes of a level have counted to the level above. */
function lend(level: RateLevel, nodes: Iterable<RateNode>): void {
  for (const { level: own, above, counted } of nodes) {
    if (own === level && above !== undefined) add(above.counted, counted, LENT_IMPRESSIONS_MAX);
  }
}

function add(
  sums: CountedUnits,
  added: CountedUnits,
  impressionsMax: Readonly<Record<ResponseUnit, number>> = UNBOUNDED,
): void {
  for (const unit of RESPONSE_UNITS) {
    const { impressions, responses } = added[unit];
    const weight = impressions > impressionsMax[unit] ? impressionsMax[unit] / impressions : 1;
    sums[unit].impressions += impressions * weight;
    sums[unit].responses += responses * weight;
  }
}

/** Also of an ad, or a site, that is new. */
export function ceilingsOf(whole: Estimates, cells: readonly RateCell[]): RateEntry['ceilings'] {
  const all = [unseen('cell', whole), ...cells.map(({ estimates }) => estimates)];
  const most = (unit: ResponseUnit) =>
    Math.max(...all.map(({ [unit]: { rate, seen } }) => explore(rate, spreadOf(seen), 1)));
  return { click: most('click'), conversion: most('conversion') };
}

function cellsOf(cells: readonly CountedCell[], whole: Estimates): readonly RateCell[] {
  return cells
    .toSorted((a, b) => b.impressions - a.impressions)
    .slice(0, CELLS_MAX)
    .map(({ creative, publisher, format, ...counted }) => ({
      creative,
      publisher,
      format,
      estimates: estimate('cell', countedOf(counted), whole),
    }));
}

/** An explored rate is at most this much of the expected one, and at least that much. */
export const EXPLORED_MAX = 3;
export const EXPLORED_MIN = 0.5;

/** Draws that are equally likely up to this many standard deviations have just that standard deviation. */
const DEVIATIONS_MAX = Math.sqrt(3);

/** By which part of itself a rate may be raised or lowered, of which so many were seen. */
export function spreadOf(seen: number): number {
  // Never infinite: the price that is expected would be none then.
  return DEVIATIONS_MAX / Math.sqrt(Math.max(seen, Number.MIN_VALUE));
}

/**
 * The expected rate, raised or lowered by as much as it is uncertain. So an ad that we know little of is tried now and
 * then at a high price, and one that we know well has its price. `draw` is from 0 to 1.
 */
export function explore(rate: number, spread: number, draw: number): number {
  const factor = 1 + (2 * draw - 1) * spread;
  return Math.min(1, rate * Math.min(EXPLORED_MAX, Math.max(EXPLORED_MIN, factor)));
}

/** An estimate that changes by less is not told again. */
const RATE_DIGITS = 3;
const SEEN_DIGITS = 2;

/** As text, for the workers. */
export function packRates({ whole, ceilings, cells }: RateEntry): string {
  const { click, conversion } = ceilings;
  return JSON.stringify([
    pack(whole),
    [Number(click.toPrecision(RATE_DIGITS)), Number(conversion.toPrecision(RATE_DIGITS))],
    ...cells.map(({ creative, publisher, format, estimates }) => [
      creative,
      publisher,
      format,
      ...pack(estimates),
    ]),
  ]);
}

function pack(estimates: Estimates): readonly number[] {
  return RESPONSE_UNITS.flatMap((unit) => [
    Number(estimates[unit].rate.toPrecision(RATE_DIGITS)),
    Number(estimates[unit].seen.toPrecision(SEEN_DIGITS)),
  ]);
}

type PackedEstimates = [number, number, number, number];

/** What `packRates` has written. */
export function unpackRates(text: string): RateEntry {
  const [whole, [click, conversion], ...cells] = JSON.parse(text) as [
    PackedEstimates,
    [number, number],
    ...[string, string, string, ...PackedEstimates][],
  ];
  return {
    whole: unpack(whole),
    ceilings: { click, conversion },
    cells: cells.map(([creative, publisher, format, ...estimates]) => ({
      creative,
      publisher,
      format,
      estimates: unpack(estimates),
    })),
  };
}

function unpack([clickRate, clicks, conversionRate, conversions]: PackedEstimates): Estimates {
  return {
    click: { rate: clickRate, seen: clicks },
    conversion: { rate: conversionRate, seen: conversions },
  };
}
