import type { PartnerBid } from '../demand/partner.ts';
import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { Drop, LOSS } from './drop.ts';

/** `regs.ext.dsa.dsarequired`: required, and required because the publisher is an online platform. */
const REQUIRED: readonly unknown[] = [2, 3];

/** Ruling 51: where the request requires DSA information, a bid without `ext.dsa` is dropped. */
export function findMissingDsa({ ext }: PartnerBid, { regs }: BidRequest): Drop | undefined {
  const asked: unknown = regs?.ext;
  if (!isObject(asked) || !isObject(asked.dsa)) return undefined;
  if (!REQUIRED.includes(asked.dsa.dsarequired)) return undefined;
  return ext?.dsa === undefined
    ? new Drop(LOSS.filtered, 'the request requires DSA information, and the bid has no ext.dsa')
    : undefined;
}
