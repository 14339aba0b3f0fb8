import type { Charge } from '../sale/fact.ts';

/** What an impression may bring that somebody pays for. */
export const RESPONSE_UNITS = ['click', 'conversion'] as const satisfies readonly Charge['per'][];

export type ResponseUnit = (typeof RESPONSE_UNITS)[number];

/** How many of it an impression is expected to bring, and how many we have seen of it: less is less certain. */
export type Estimate = { readonly rate: number; readonly seen: number };

export type Estimates = Readonly<Record<ResponseUnit, Estimate>>;

/** How many an impression brings as long as nothing is known. */
export const PRIOR_RATE: Readonly<Record<ResponseUnit, number>> = {
  click: 0.01,
  conversion: 0.0005,
};

/**
 * Each level starts from the rate of the level above, which counts as this many impressions. So an ad that was shown as
 * often as that lies in the middle between its own rate and what was expected of it.
 */
export const PULL_IMPRESSIONS = {
  exchange: 2000,
  advertiser: 500,
  campaign: 250,
  cell: 500,
} as const;

export type RateLevel = keyof typeof PULL_IMPRESSIONS;

/** Conversions are rarer than clicks: as much certainty takes more impressions. */
const PULL_FACTOR: Readonly<Record<ResponseUnit, number>> = { click: 1, conversion: 10 };

type Counted = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
};

/** The responses to one ad at one publisher in one format. The names are those of sales. */
export type CountedCell = Counted & {
  readonly partner: string;
  readonly seat: string;
  readonly campaign: string;
  readonly creative: string;
  readonly publisher: string;
  readonly format: string;
};

const NOTHING: Counted = { impressions: 0, clicks: 0, conversions: 0 };

/** Shrinks what was counted towards the rate of the level above. */
export function estimate(level: RateLevel, counted: Counted, above: Estimates): Estimates {
  const { impressions, clicks, conversions } = counted;
  const of = (unit: ResponseUnit, count: number): Estimate => {
    const pull = PULL_IMPRESSIONS[level] * PULL_FACTOR[unit];
    const expected = above[unit].rate;
    // Without rounding where nothing was counted: a prior stays what it is.
    const isNew = impressions === 0 && count === 0;
    const rate = isNew ? expected : Math.min(1, (count + pull * expected) / (impressions + pull));
    return { rate, seen: rate * (impressions + pull) };
  };
  return { click: of('click', clicks), conversion: of('conversion', conversions) };
}

/** What is expected of something that was never shown. */
export function unseen(level: RateLevel, above: Estimates): Estimates {
  return estimate(level, NOTHING, above);
}

export function priorEstimates(clickRate = PRIOR_RATE.click): Estimates {
  return {
    click: { rate: clickRate, seen: 0 },
    conversion: { rate: PRIOR_RATE.conversion, seen: 0 },
  };
}

/** The rates of something with a name, for the workers. */
export type Rates = {
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
  readonly counted: { -readonly [K in keyof Counted]: Counted[K] };
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
): readonly (RatedName & Rates)[] {
  const nodes = new Map<string, RateNode>();
  const nodeOf = (level: RateLevel, name: RatedName, above: RateNode | undefined): RateNode => {
    const key = `${name.partner}\n${name.name}`;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const created = { name, level, above, counted: { ...NOTHING }, cells: [] };
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
    const bottom = bottomOf(cell);
    bottom.cells.push(cell);
    for (let node: RateNode | undefined = bottom; node; node = node.above) add(node.counted, cell);
  }
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

function add(sums: RateNode['counted'], { impressions, clicks, conversions }: Counted): void {
  sums.impressions += impressions;
  sums.clicks += clicks;
  sums.conversions += conversions;
}

/** Also of an ad, or a site, that is new. */
export function ceilingsOf(whole: Estimates, cells: readonly RateCell[]): Rates['ceilings'] {
  const all = [unseen('cell', whole), ...cells.map(({ estimates }) => estimates)];
  const most = (unit: ResponseUnit) =>
    Math.max(...all.map(({ [unit]: { rate, seen } }) => explore(rate, seen, 1)));
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
      estimates: estimate('cell', counted, whole),
    }));
}

/** An estimate that changes by less is not told again. */
const RATE_DIGITS = 3;
const SEEN_DIGITS = 2;

/** As text, for the workers. */
export function packRates({ whole, ceilings, cells }: Rates): string {
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
export function unpackRates(text: string): Rates {
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

/** An explored rate is at most this much of the expected one, and at least that much. */
export const EXPLORED_MAX = 2;
export const EXPLORED_MIN = 0.5;

/** Draws that are equally likely up to this many standard deviations have just that standard deviation. */
const DEVIATIONS_MAX = Math.sqrt(3);

/**
 * The expected rate, raised or lowered by as much as it is uncertain. What was seen n times has a relative standard
 * deviation of 1 / √n. So an ad that we know little of is tried now and then at a high price, and one that we know
 * well has its price. `draw` is from 0 to 1.
 */
export function explore(rate: number, seen: number, draw: number): number {
  const deviation = (2 * draw - 1) * DEVIATIONS_MAX;
  const factor = 1 + deviation / Math.sqrt(Math.max(seen, Number.MIN_VALUE));
  return Math.min(1, rate * Math.min(EXPLORED_MAX, Math.max(EXPLORED_MIN, factor)));
}
