import { campaignsPartner } from '../demand/many-campaigns.ts';
import { bodiesOf } from '../demand/requests.ts';
import { variedBodies } from '../demand/varied-requests.ts';
import {
  cpuUsOf,
  notesOn,
  present,
  ratioOf,
  throughputFigures,
  toEcho,
} from '../measure/figures.ts';
import { measureInRounds, type Pace } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { type Server, startEcho, startInProcess } from '../servers.ts';
import { HOUSE } from './endpoint.ts';

const CAMPAIGNS = [10, 1_000, 10_000];
const IMPS = [1, 10];
const KILOBYTES = [1, 10, 100];
const VARIED = 200;

type GrowingCase = {
  readonly name: string;
  readonly server: Server;
  readonly bodies: readonly string[];
};

/** The same server asked for more and more: what grows faster than its cause would show here. */
export async function growth(pace: Pace): Promise<readonly Row[]> {
  const echo = await startEcho();
  const house = await startInProcess({ workers: 1, partners: [HOUSE] });
  const varied = variedBodies(VARIED);
  const byCampaigns: GrowingCase[] = [];
  for (const count of CAMPAIGNS) {
    const server = await startInProcess({ workers: 1, partners: [campaignsPartner(count)] });
    byCampaigns.push({ name: `${count.toLocaleString('en')} campaigns`, server, bodies: varied });
  }
  const byImps = IMPS.map((imps) => ({
    name: imps === 1 ? '1 imp' : `${imps} imps`,
    server: house,
    bodies: bodiesOf({ imps }),
  }));
  const bySize = KILOBYTES.map((kilobytes) => ({
    name: `${kilobytes} kB`,
    server: house,
    bodies: bodiesOf({ bytes: kilobytes * 1000 }),
  }));
  const rows: Row[] = [];
  for (const cases of [byCampaigns, byImps, bySize])
    rows.push(...(await compare(cases, echo, pace)));
  return rows;
}

/** Each case beside the echo of the same bodies, and as a multiple of the first. */
async function compare(
  cases: readonly GrowingCase[],
  echo: Server,
  pace: Pace,
): Promise<readonly Row[]> {
  const pairs = cases.flatMap((one) => [one, { server: echo, bodies: one.bodies }]);
  const reports = await measureInRounds(pairs, pace);
  const first = reports[0] ?? [];
  return cases.map(({ name }, place): Row => {
    const own = reports[2 * place] ?? [];
    const bare = reports[2 * place + 1] ?? [];
    const cpuToFirst = ratioOf(own, first, cpuUsOf);
    return {
      name,
      figures: { ...throughputFigures(own), ...toEcho(own, bare), ...present({ cpuToFirst }) },
      notes: notesOn(own, 1),
    };
  });
}
