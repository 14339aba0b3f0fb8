import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { campaignOf, creativeOf } from '../campaigns/test-support.ts';
import { bid, type Exchange, settled } from '../notices/exchange.ts';
import { run, temporaryFolder } from '../process.ts';

export const STORE_PARTNER = '\npartners: [{ name: own, kind: campaigns, store: true }]';

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

/** The campaign whose ad a request gets now; undefined: no ad. */
export async function winnerAt(port: number, body?: string): Promise<string | undefined> {
  const response = await bid(port, body);
  if (response.status !== 200) return undefined;
  const { seatbid } = (await response.json()) as {
    readonly seatbid: readonly { readonly bid: readonly { readonly cid: string }[] }[];
  };
  return seatbid[0]?.bid[0]?.cid;
}

/** Each request has a connection of its own, so every worker of a machine gets some of so many. */
const REQUESTS_FOR_ALL_WORKERS = 24;

/** The campaigns that win on the workers of a machine, once this is the only one. */
export function onEveryWorker(
  port: number,
  campaign: string | undefined,
  body?: string,
): Promise<readonly (string | undefined)[]> {
  const winners = async () => {
    const requests = Array.from({ length: REQUESTS_FOR_ALL_WORKERS }, () => winnerAt(port, body));
    return [...new Set(await Promise.all(requests))];
  };
  return settled(winners, (all) => all.length === 1 && all[0] === campaign);
}
