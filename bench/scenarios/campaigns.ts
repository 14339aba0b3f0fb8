import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { campaignsFile } from '../demand/campaign-files.ts';
import { manyCampaigns } from '../demand/many-campaigns.ts';
import { plausible } from '../demand/targeting-mixes.ts';
import { variedRequests } from '../demand/varied-requests.ts';
import { cpuUsOf, medianRatio, notesOn, present, throughputFigures } from '../measure/figures.ts';
import type { Pace } from '../measure/pace.ts';
import { type Case, measureInRounds } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { importCampaigns, type ParleyServer, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const COUNTS = [10, 10_000];
const CHANGED = 100;
const VARIED = 200;

const STORE: PartnerConfig = { name: 'bench', kind: 'campaigns', store: true };

/** Every worker has a change within this time. */
const IN_EFFECT_MS = 5000;

/** The same campaigns in a file and in the store: what bidding costs with each. */
export const campaigns: Scenario = {
  summary: 'the CPU of bidding with campaigns of the store beside those of a file, one worker',
  aims: [
    {
      what: 'CPU with 10,000 campaigns of the store ÷ of a file',
      row: '10,000 in the store',
      figure: 'cpuToFile',
      bound: ['≤', 1.1],
    },
  ],
  async run(pace) {
    const bodies = variedRequests(VARIED).map((request) => JSON.stringify(request));
    const rows: Row[] = [];
    for (const count of COUNTS) {
      const all = manyCampaigns(count, plausible);
      const file = await startWithFile(all);
      const store = await startWithStore(all);
      const changing = await startWithStore(all);
      const name = (what: string) => `${count.toLocaleString('en')} ${what}`;
      const inFile = { name: name('in a file'), server: file, bodies };
      const inStore = { name: name('in the store'), server: store, bodies };
      const changed = {
        name: name(`in the store, ${Math.min(CHANGED, count)} just changed`),
        server: changing,
        bodies,
        prepare: changer(changing, all),
      };
      rows.push(...(await compare([inFile, inStore, changed], pace)));
      if (count > CHANGED) {
        await untilMerged(pace);
        const merged = { name: name('in the store, a minute later'), server: changing, bodies };
        rows.push(...(await compare([inFile, merged], pace)).slice(1));
      }
      await Promise.all([file, store, changing].map((server) => server.stop()));
    }
    return rows;
  },
};

function startWithFile(all: readonly Campaign[]): Promise<ParleyServer> {
  const path = campaignsFile(all);
  return startInProcess({ workers: 1, partners: [{ name: 'bench', kind: 'campaigns', path }] });
}

function startWithStore(all: readonly Campaign[]): Promise<ParleyServer> {
  const stored = { partner: STORE.name, file: campaignsFile(all) };
  return startInProcess({ workers: 1, partners: [STORE], stored });
}

/** Gives some campaigns another price, each time it is called. */
function changer(server: ParleyServer, all: readonly Campaign[]): () => Promise<void> {
  let time = 0;
  return async () => {
    time++;
    const some = all.slice(0, CHANGED).map((one) => ({ ...one, cpm: (one.cpm ?? 1) + time / 100 }));
    await importCampaigns(server.configFile, STORE.name, campaignsFile(some));
    await Bun.sleep(IN_EFFECT_MS);
  };
}

/** The index of all campaigns is built anew when there was no change for a minute. */
const untilMerged = (pace: Pace) => Bun.sleep(1.5 * pace.specMs);

type NamedCase = Case & { readonly name: string };

/** Each case as a multiple of the first, the file. */
async function compare(cases: readonly NamedCase[], pace: Pace): Promise<readonly Row[]> {
  const reports = await measureInRounds(cases, pace);
  const [file = []] = reports;
  return cases.map(({ name }, place): Row => {
    const own = reports[place] ?? [];
    return {
      scenario: 'campaigns',
      name,
      figures: {
        ...throughputFigures(own),
        ...present({ cpuToFile: medianRatio(own, file, cpuUsOf) }),
      },
      notes: notesOn(own, 1),
    };
  });
}
