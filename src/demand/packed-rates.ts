import { type Estimates, type RateEntry, RESPONSE_UNITS } from './rate-model.ts';

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
