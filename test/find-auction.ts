import type { AuctionRecord } from '../src/core/auction/explain.ts';

/** The record of an auction on a real machine. A worker that gets no CPU gives no answer within a second: 503. */
export async function findAuction(adminUrl: string, id: string): Promise<AuctionRecord> {
  let found = await fetch(`${adminUrl}/requests/${id}`);
  while (found.status === 503) found = await fetch(found.url);
  return (await found.json()) as AuctionRecord;
}
