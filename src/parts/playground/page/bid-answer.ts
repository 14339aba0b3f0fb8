import type { BidResponse } from '../../../core/openrtb/bid-response.ts';
import { parseAdm, type VisibleAd } from '../../../ui/ad.ts';

/** A response of the exchange, in the form the pages use. */
export type Answered =
  | {
      readonly kind: 'ad';
      readonly ad: VisibleAd;
      readonly seat: string;
      readonly price: number;
      /** The no-bid reason, if test mode filled the response with a sample. */
      readonly sampleFor: string | undefined;
    }
  | { readonly kind: 'no-bid'; readonly reason: string | undefined }
  | { readonly kind: 'refused'; readonly reason: string; readonly field: string | undefined };

type Sent = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

export function readAnswer({ status, headers, body }: Sent): Answered {
  if (status === 204) {
    return { kind: 'no-bid', reason: headerOf(headers, 'x-nobid-reason') };
  }
  try {
    const answer = JSON.parse(body) as BidResponse & {
      readonly error?: { readonly details: { readonly reason: string; readonly field?: string } };
    };
    if (answer.error !== undefined) {
      return {
        kind: 'refused',
        reason: answer.error.details.reason,
        field: answer.error.details.field,
      };
    }
    return readBids(answer);
  } catch {
    return { kind: 'refused', reason: `status ${status}, and no JSON`, field: undefined };
  }
}

function readBids(answer: BidResponse): Answered {
  const [first] = answer.seatbid;
  const bid = first?.bid[0];
  const ad = bid === undefined ? undefined : parseAdm(bid.adm);
  if (first === undefined || bid === undefined || ad === undefined) {
    return { kind: 'no-bid', reason: undefined };
  }
  const unsold = answer.ext?.service?.test.nonbid.find(({ impid }) => impid === bid.impid);
  return { kind: 'ad', ad, seat: first.seat, price: bid.price, sampleFor: unsold?.reason };
}

export function headerOf(
  headers: readonly (readonly [string, string])[],
  wanted: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
