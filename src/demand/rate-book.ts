import { NO_DIMENSIONS, withAd } from '../core/sale/dimensions.ts';
import { perObject } from '../lib/lookup.ts';
import { shortened } from '../lib/shortened.ts';
import {
  ceilingsOf,
  type Estimate,
  type Estimates,
  priorEstimates,
  type RatedName,
  type RateEntry,
  type RateLevel,
  type ResponseUnit,
  unpackRates,
  unseen,
} from './rate-model.ts';

/** The rates that a worker knows. They change while it bids. */
export type RateBook = ReturnType<typeof createRateBook>;

/** Where ads are shown: the number of a publisher and a format. */
export type Site = number;

export const UNKNOWN_SITE: Site = -1;

/** Further ones are unknown: ads have the rates of their campaigns there. */
const SITES_MAX = 100_000;

const EXCHANGE: RatedName = { partner: '', name: '' };
const NO_CELLS: RateEntry['cells'] = [];

/**
 * The cells of a campaign are kept as text, and only its rate as a whole as an object: few campaigns are asked for, and
 * many live objects lengthen the pauses of a process that bids.
 */
type BookEntry = Pick<RateEntry, 'whole' | 'ceilings'> & { readonly text: string };

export function createRateBook() {
  const sites = new Map<string, Map<string, Site>>();
  const entries = new Map<string, BookEntry>();
  let siteCount = 0;
  let version = 0;

  const siteOf = (publisher: string, format: string): Site =>
    sites.get(publisher)?.get(format) ?? UNKNOWN_SITE;

  function learnSite(publisher: string, format: string): void {
    if (siteOf(publisher, format) !== UNKNOWN_SITE || siteCount >= SITES_MAX) return;
    const formats = sites.get(publisher) ?? new Map<string, Site>();
    sites.set(publisher, formats.set(format, siteCount++));
  }

  /**
   * The rates of ads where they were shown. Always the same for one text. Without those of unknown sites: such a cell
   * would be taken for any other site that is unknown.
   */
  const cellsIn = (text: string) =>
    (text === '' ? NO_CELLS : unpackRates(text).cells).flatMap((cell) => {
      const site = siteOf(cell.publisher, cell.format);
      return site === UNKNOWN_SITE ? [] : { ...cell, site };
    });

  /** The rates of a name, or what follows for it from the level above. */
  function orUnseen(name: RatedName, level: RateLevel, above: () => Estimates): BookEntry {
    const known = entries.get(keyOf(name));
    if (known !== undefined) return known;
    const whole = unseen(level, above());
    return { whole, ceilings: ceilingsOf(whole, NO_CELLS), text: '' };
  }

  const exchange = () => orUnseen(EXCHANGE, 'exchange', priorEstimates).whole;

  /** By the names that sales have. */
  function campaign(partner: string, name: string, seat: string): BookEntry {
    const above = () => orUnseen({ partner: '', name: seat }, 'advertiser', exchange).whole;
    return orUnseen({ partner, name }, 'campaign', above);
  }

  return {
    /** Grows with each change. What was looked up before it may be old. */
    version: () => version,
    /** As `packRates` has written it; '': nothing is known of it any more. */
    set(name: RatedName, text: string): void {
      version++;
      if (text === '') {
        entries.delete(keyOf(name));
        return;
      }
      const { whole, ceilings, cells } = unpackRates(text);
      for (const { publisher, format } of cells) learnSite(publisher, format);
      entries.set(keyOf(name), { whole, ceilings, text });
    },
    siteOf,
    /** Whether any site of a publisher is known. */
    hasSites: (publisher: string) => sites.has(publisher),
    /** The most that an impression of a campaign can be expected to bring, anywhere. */
    ceilingOf: (partner: string, name: string, seat: string, unit: ResponseUnit): number =>
      campaign(partner, name, seat).ceilings[unit],
    /** The rates of a campaign as a whole; `cellsIn` reads those of its ads in its text. */
    campaign,
    cellsIn,
    /** The clicks that an impression of an offer of product search is expected to bring. */
    offer(partner: string, offer: string, site: Site, clickRate: number): Estimate {
      const name = shortened(offer);
      const root = () =>
        orUnseen({ partner, name: '' }, 'exchange', () => priorEstimates(clickRate)).whole;
      const { whole, text } = orUnseen({ partner, name }, 'campaign', root);
      const cell = cellsIn(text).find((one) => one.site === site);
      return (cell?.estimates ?? unseen('cell', whole)).click;
    },
  };
}

function keyOf({ partner, name }: RatedName): string {
  return `${partner}\n${name}`;
}

/** The name of a format in sales; '' where the publisher declares none. */
export const formatName = perObject(
  (format: { readonly id: string }): string => withAd(NO_DIMENSIONS, { format }).format,
);
