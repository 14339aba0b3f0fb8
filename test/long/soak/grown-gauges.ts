import { readExposition } from '../../exposition.ts';
import type { Doors } from '../doors.ts';

/** The value of every gauge, by its series. Counters grow by nature. */
export type GaugeValues = ReadonlyMap<string, number>;

export type GrownGauge = { readonly series: string; readonly from: number; readonly to: number };

/** Less than this share of growth is how gauges move by themselves. */
const GROWTH_SHARE_MIN = 0.1;

export async function readGauges({ urls, tokens }: Doors): Promise<GaugeValues> {
  const headers = { Authorization: `Bearer ${tokens.read}` };
  const response = await fetch(`${urls.admin}/metrics`, { headers });
  const families = readExposition(await response.text());
  const samples = families.filter(({ type }) => type === 'gauge').flatMap((one) => one.samples);
  return new Map(
    samples.map(({ name, labels, value }) => [`${name}${JSON.stringify(labels)}`, value]),
  );
}

/** Those that a reader of the figures has to explain. */
export function gaugesThatGrew(before: GaugeValues, after: GaugeValues): readonly GrownGauge[] {
  const grown: GrownGauge[] = [];
  for (const [series, to] of after) {
    const from = before.get(series) ?? 0;
    if (to > from * (1 + GROWTH_SHARE_MIN)) grown.push({ series, from, to });
  }
  return grown;
}
