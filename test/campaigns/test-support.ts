import { auctionTerms } from '../auction-terms.ts';
/** Requests and campaigns for the tests of this folder. */

import type {
  AuctionTerms,
  OpenImp,
  PartnerBid,
  PartnerReply,
  Solicitation,
} from '../../src/core/auction/partner.ts';
import { type ValidRequest, validate } from '../../src/core/openrtb/validate.ts';
import { createAskedRates } from '../../src/demand/asked-rates.ts';
import type { Campaign, CampaignCreative } from '../../src/demand/campaigns/campaign-schema.ts';
import { buildTier, type Tier } from '../../src/demand/campaigns/campaign-tier.ts';
import { entriesOf } from '../../src/demand/campaigns/campaigns-partner.ts';
import { NO_ROW } from '../../src/demand/campaigns/spending.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { atOnce } from '../../src/lib/steps.ts';

/** A Wednesday, 14:30 UTC. */
export const NOW_MS = Date.UTC(2026, 4, 6, 14, 30);

export const TITLE_ONLY = { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] };

/** A request of one impression that wants a title, with these fields on top. */
export function requestOf(
  fields: object = {},
  natives: readonly object[] = [TITLE_ONLY],
): ValidRequest {
  const request = validate({
    id: 'r1',
    imp: natives.map((native, index) => ({
      id: String(index + 1),
      native: { request: JSON.stringify(native) },
    })),
    ...fields,
  });
  if (request instanceof Refusal) throw new Error(JSON.stringify(request.details));
  return request;
}

/** `ext.service` with its required fields. */
export function contextOf(fields: object): object {
  return {
    ext: {
      service: {
        messageSequenceNumber: 1,
        messageLength: 20,
        isQuickReply: false,
        sessionDurationMs: 1000,
        ...fields,
      },
    },
  };
}

export function campaignOf(fields: Partial<Campaign> & { readonly id: string }): Campaign {
  return {
    advertiser: `Advertiser of ${fields.id}`,
    domain: `${fields.id}.example`,
    cpm: 1,
    creatives: [creativeOf({})],
    ...fields,
  };
}

/** An index of campaigns of which nothing is known. */
export function createCampaignIndex(campaigns: readonly Campaign[]): Tier {
  const book = createRateBook();
  const rates = { partner: 'house', book, asked: createAskedRates(book) };
  return atOnce(
    buildTier(
      entriesOf(campaigns, () => NO_ROW),
      '',
      rates,
    ),
  );
}

export function creativeOf(fields: Partial<CampaignCreative>): CampaignCreative {
  return { id: 'main', title: 'A title', link: 'https://shop.example/', ...fields };
}

export function solicit(
  request: ValidRequest,
  fields: Partial<OpenImp> = {},
  terms: Partial<AuctionTerms> = {},
): Solicitation {
  const imps = request.imps.map(
    (imp): OpenImp => ({ ...imp, floorMicros: 0, acceptedFormats: undefined, ...fields }),
  );
  return {
    request,
    imps,
    withheldDeals: [],
    auction: auctionTerms({ nowMs: NOW_MS, ...terms }),
  };
}

export function bidsOf(reply: PartnerReply): readonly PartnerBid[] {
  return reply.kind === 'bids' ? reply.bids : [];
}
