/** How a mock DSP behaves. Rates are shares of all requests, 0 to 1, and together at most 1. */
export type Behaviour = {
  /** CPM in USD. */
  readonly price: number | Range;
  /** Delay before the answer: fixed, uniform between two bounds, or given by median and 99th percentile. */
  readonly latencyMs: number | Range | Percentiles;
  /** Answers 500. */
  readonly errorRate: number;
  /** Never answers. */
  readonly hangRate: number;
  /** Answers 200 with a body that is no bid response. */
  readonly malformedRate: number;
  /** Answers 204. */
  readonly noBidRate: number;
};

export type Range = { readonly min: number; readonly max: number };
type Percentiles = { readonly p50: number; readonly p99: number };

export const WELL_BEHAVED: Behaviour = {
  price: 2,
  latencyMs: 0,
  errorRate: 0,
  hangRate: 0,
  malformedRate: 0,
  noBidRate: 0,
};

/** A number from 0 up to, not including, 1; `Math.random` is one. */
export type Chance = () => number;

export type Fate = 'hang' | 'error' | 'malformed' | 'no-bid' | 'bid';

/** A single random draw decides, so that the shares equal the rates. */
export function drawFate(behaviour: Behaviour, chance: Chance): Fate {
  const { hangRate, errorRate, malformedRate, noBidRate } = behaviour;
  let draw = chance();
  for (const [fate, rate] of [
    ['hang', hangRate],
    ['error', errorRate],
    ['malformed', malformedRate],
    ['no-bid', noBidRate],
  ] as const) {
    if (draw < rate) return fate;
    draw -= rate;
  }
  return 'bid';
}

const PRICE_DECIMALS = 4;

export function drawPrice({ price }: Behaviour, chance: Chance): number {
  return typeof price === 'number'
    ? price
    : Number(between(price, chance()).toFixed(PRICE_DECIMALS));
}

/** The 99th percentile of the standard normal distribution. */
const Z99 = 2.326;

export function drawLatencyMs({ latencyMs }: Behaviour, chance: Chance): number {
  if (typeof latencyMs === 'number') return latencyMs;
  if ('min' in latencyMs) return between(latencyMs, chance());
  // Answer times over a network are roughly log-normal, with one long tail.
  const { p50, p99 } = latencyMs;
  return p50 * (p99 / p50) ** (standardNormal(chance) / Z99);
}

function between({ min, max }: Range, draw: number): number {
  return min + draw * (max - min);
}

/** Box–Muller. It uses one minus the draw, because the draw may be zero and its logarithm infinite. */
function standardNormal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
