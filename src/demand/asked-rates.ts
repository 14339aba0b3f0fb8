import type { AuctionTerms, OpenImp, Solicitation } from '../core/auction/partner.ts';
import { publisherIdOf } from '../core/openrtb/bid-request.ts';
import { meetsFormat } from '../core/openrtb/formats.ts';
import type { KnownFormat } from '../core/openrtb/known-formats.ts';
import type { NativeResponse } from '../core/openrtb/native-response.ts';
import { shortened } from '../lib/shortened.ts';
import { formatName, type RateBook, type Site, UNKNOWN_SITE } from './rate-book.ts';

/** What of one request decides the rates: where ads would be shown, and a draw for each campaign. */
export type AskedRates = ReturnType<typeof createAskedRates>;

type AskedRequest = Pick<Solicitation, 'request' | 'imps'> & {
  readonly auction: Pick<AuctionTerms, 'chance'>;
};

const SEEDS = 2 ** 32;

/** Of the one request that is bid on. What nobody asks for is not computed. */
export function createAskedRates(book: Sites) {
  let asked: AskedRequest | undefined;
  let publisher: string | undefined;
  let seed: number | undefined;
  let sites: readonly Site[] | undefined;

  function siteIn(format: KnownFormat | undefined): Site {
    publisher ??= asked === undefined ? '' : publisherName(asked.request);
    return siteAt(book, publisher, format);
  }

  return {
    begin(solicitation: AskedRequest): void {
      asked = solicitation;
      publisher = undefined;
      seed = undefined;
      sites = undefined;
    },
    /** All in which an ad of the request may be shown. */
    sites(): readonly Site[] {
      sites ??= sitesOf(asked?.imps ?? [], siteIn);
      return sites;
    },
    /** Where an ad is shown that was made for an impression. */
    siteOfAd: (native: NativeResponse, imp: OpenImp): Site => siteIn(formatOfAd(native, imp)),
    /** Where an ad would probably be shown: in the format that the publisher prefers. */
    siteOfImp: ({ acceptedFormats }: OpenImp): Site => siteIn(acceptedFormats?.[0]),
    /** From 0 to 1, always the same for one request and one number. One chance decides them all. */
    drawFor(number: number): number {
      seed ??= Math.floor((asked?.auction.chance() ?? 0) * SEEDS);
      return mix(seed ^ number) / SEEDS;
    },
  };
}

type Sites = Pick<RateBook, 'siteOf' | 'hasSites'>;

function siteAt(book: Sites, publisher: string, format: KnownFormat | undefined): Site {
  return book.siteOf(publisher, format === undefined ? '' : formatName(format));
}

function formatOfAd(native: NativeResponse, { native: request, acceptedFormats }: OpenImp) {
  return acceptedFormats?.find((format) => meetsFormat(native, request, format));
}

function publisherName({ wire }: Solicitation['request']): string {
  return shortened(publisherIdOf(wire) ?? '');
}

/** Where an ad of a request is shown, for those who ask for nothing else. */
export function siteOfOffer(
  book: Sites,
  request: Solicitation['request'],
  native: NativeResponse,
  imp: OpenImp,
): Site {
  const publisher = publisherName(request);
  if (!book.hasSites(publisher)) return UNKNOWN_SITE;
  return siteAt(book, publisher, formatOfAd(native, imp));
}

function sitesOf(
  imps: readonly OpenImp[],
  siteIn: (format: KnownFormat | undefined) => Site,
): readonly Site[] {
  const sites: Site[] = [];
  const add = (site: Site) => {
    if (!sites.includes(site)) sites.push(site);
  };
  for (const { acceptedFormats } of imps) {
    if (acceptedFormats === undefined) add(siteIn(undefined));
    else for (const format of acceptedFormats) add(siteIn(format));
  }
  return sites;
}

/** Spreads the bits of a number over 32 bits (the end of MurmurHash3). */
function mix(number: number): number {
  let mixed = number | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
