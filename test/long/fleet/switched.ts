import { bid, saleRequest } from '../../notices/exchange.ts';
import { anyCampaign } from '../../store/campaigns.ts';
import type { FleetMachine } from './machine.ts';

/** A campaign of the store that people pause and start through any machine, and that has a publisher of its own. */
export type Switch = {
  /** Whether the machine has confirmed it. */
  readonly turn: (by: FleetMachine, to: SwitchState) => Promise<boolean>;
  /** Sentences about the machines that do not sell as this state says within some time. */
  readonly followedBy: (
    machines: readonly FleetMachine[],
    state: SwitchState,
  ) => Promise<readonly string[]>;
};

export type SwitchState = 'active' | 'paused';

export const SWITCHED_DOMAIN = 'switched.example';

const ID = 'switched';
const PARTNER = 'stored';
const CPM = 50;
/** Only this campaign pays as much. */
const FLOOR = 40;
/** A machine without CPU for some seconds is not one that ignores a change. */
const FOLLOW_MS_MAX = 20_000;
const AGAIN_MS = 200;

export async function createSwitch([first]: readonly FleetMachine[]): Promise<Switch> {
  if (first === undefined) throw new Error('a fleet has machines');
  const campaign = anyCampaign({ id: ID, cpm: CPM, domain: SWITCHED_DOMAIN });
  const created = await post(first, `/api/campaigns?partner=${PARTNER}`, campaign);
  if (created !== 201) throw new Error(`the campaign was answered ${created}`);
  const turn = async (by: FleetMachine, to: SwitchState) =>
    (await post(by, `/api/campaigns/${PARTNER}/${ID}/state`, { state: to })) === 200;
  if (!(await turn(first, 'active'))) throw new Error('the campaign could not be started');
  return {
    turn,
    async followedBy(machines, state) {
      const faults = machines.map(async (machine) => {
        const giveUpMs = performance.now() + FOLLOW_MS_MAX;
        for (;;) {
          const isSelling = await isSold(machine);
          if (isSelling === (state === 'active')) return [];
          if (performance.now() > giveUpMs) {
            const does = {
              true: 'sells',
              false: 'does not sell',
              undefined: 'gives no answer for',
            };
            return [`${machine.name} ${does[`${isSelling}`]} a campaign that is ${state}`];
          }
          await Bun.sleep(AGAIN_MS);
        }
      });
      return (await Promise.all(faults)).flat();
    },
  };
}

/** The status, or 0 where none came. */
async function post({ adminUrl }: FleetMachine, path: string, body: object): Promise<number> {
  const options = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${adminUrl}${path}`, options).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status ?? 0;
}

/** In test mode, which counts nothing and spends nothing. undefined: it does not answer. */
async function isSold({ port }: FleetMachine): Promise<boolean | undefined> {
  const request = JSON.parse(saleRequest({ isTest: true, publisher: ID })) as {
    readonly imp: readonly object[];
  };
  const imp = request.imp.map((one) => ({ ...one, bidfloor: FLOOR }));
  const response = await bid(port, JSON.stringify({ ...request, imp })).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || (response.status !== 200 && response.status !== 204)) return;
  // Where nothing else is sold, test mode shows a sample.
  return text?.includes(`"cid":"${ID}"`);
}
