import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { callerOf } from '../accounts/machine.ts';
import { bid, saleRequest } from '../notices/exchange.ts';

export const STORES = [
  { name: 'own', kind: 'campaigns', store: true },
  { name: 'checked', kind: 'campaigns', store: true, approval: true },
] as const;

/** A campaign that any request matches. */
export function campaignOf(fields: Partial<Campaign> & { readonly id: string }): Campaign {
  const { id } = fields;
  return {
    advertiser: `Advertiser of ${id}`,
    domain: `${id}.example`,
    cpm: 1,
    creatives: [{ id: `${id}-card`, title: 'A title', link: 'https://shop.example/' }],
    ...fields,
  };
}

/** Stores campaigns, which are drafts until they are started. */
export async function stored(
  { adminUrl }: Machine,
  partner: (typeof STORES)[number]['name'],
  campaigns: readonly Campaign[],
  state: 'active' | 'draft' = 'active',
): Promise<void> {
  const call = callerOf(adminUrl);
  for (const campaign of campaigns) {
    const made = await call('POST', `/api/campaigns?partner=${partner}`, campaign);
    if (made.status !== 201) throw new Error(made.text);
    if (state === 'draft') continue;
    const path = `/api/campaigns/${partner}/${campaign.id}/state`;
    const started = await call('POST', path, { state });
    if (started.status !== 200) throw new Error(started.text);
  }
}

/** The campaign and the ad that a request gets now; undefined: none. */
export async function adAt({ port }: Machine, body?: string) {
  const response = await bid(port, body);
  if (response.status !== 200) return undefined;
  const { seatbid } = (await response.json()) as {
    readonly seatbid: readonly {
      readonly bid: readonly { readonly cid: string; readonly crid: string }[];
    }[];
  };
  return seatbid[0]?.bid[0];
}

export async function winnerAt(
  machine: Machine,
  body = saleRequest(),
): Promise<string | undefined> {
  return (await adAt(machine, body))?.cid;
}
