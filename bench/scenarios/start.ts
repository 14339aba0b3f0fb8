import { bodiesOf } from '../demand/requests.ts';
import type { Pace } from '../measure/rounds.ts';
import { measureStarts, startFigures } from '../measure/starts.ts';
import type { Row } from '../rows.ts';
import { prepare } from '../servers.ts';

/** From the command until it listens, with data of an earlier run, and the memory after some time at full load. */
export async function start(pace: Pace): Promise<readonly Row[]> {
  const configs = [await prepare({ workers: 1 }), await prepare({ workers: 1, partners: [] })];
  const starts = await measureStarts(configs, bodiesOf(), pace);
  return ['embedded demand', 'no partners'].map((name, place) => ({
    name,
    figures: startFigures(starts[place] ?? []),
  }));
}
