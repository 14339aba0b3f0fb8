import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { campaignOf, creativeOf } from '../campaigns/test-support.ts';
import { bid, type Exchange, settled } from '../notices/exchange.ts';
import { run, temporaryFolder } from '../process.ts';

/** A campaign that any request matches. */
export function anyCampaign(fields: Partial<Campaign> & { readonly id: string }): Campaign {
  return campaignOf({ creatives: [creativeOf({ id: `${fields.id}-card` })], ...fields });
}

/** `parley campaigns …` with the config of an exchange. Returns what it prints. */
export async function campaignsCommand(
  { configFile }: Pick<Exchange, 'configFile'>,
  ...args: readonly string[]
) {
  const command = run(['campaigns', ...args], { env: { PARLEY_CONFIG: configFile } });
  const { code } = await command.exited;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

export function fileWith(campaigns: readonly object[]): string {
  const file = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(file, stringify({ campaigns }));
  return file;
}

/** What an answer says of the ad that it has. */
export type ShownAd = {
  readonly cid: string;
  readonly crid: string;
  readonly price: number;
  readonly adomain: readonly string[];
  readonly cat?: readonly string[];
};

/** The ad that a request gets now; undefined: none. */
export async function adAt(port: number, body?: string): Promise<ShownAd | undefined> {
  const response = await bid(port, body);
  if (response.status !== 200) return undefined;
  const { seatbid } = (await response.json()) as {
    readonly seatbid: readonly { readonly bid: readonly ShownAd[] }[];
  };
  return seatbid[0]?.bid[0];
}

/** The campaign whose ad a request gets now; undefined: no ad. */
export async function winnerAt(port: number, body?: string): Promise<string | undefined> {
  return (await adAt(port, body))?.cid;
}

/** Each request has a connection of its own, so every worker of a machine gets some of so many. */
const REQUESTS_FOR_ALL_WORKERS = 24;

/** What the workers of a machine answer, once this is all of it. */
export function onAllWorkers<T>(ask: () => Promise<T>, wanted: T): Promise<readonly T[]> {
  const answers = async () => {
    const asked = Array.from({ length: REQUESTS_FOR_ALL_WORKERS }, ask);
    return [...new Set(await Promise.all(asked))];
  };
  return settled(answers, (all) => all.length === 1 && all[0] === wanted);
}

/** The campaigns that win on the workers of a machine, once this is the only one. */
export function onEveryWorker(
  port: number,
  campaign: string | undefined,
  body?: string,
): Promise<readonly (string | undefined)[]> {
  return onAllWorkers(() => winnerAt(port, body), campaign);
}
