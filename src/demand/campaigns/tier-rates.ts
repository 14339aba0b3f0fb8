import type { OpenImp, PartnerBid } from '../../core/auction/partner.ts';
import type { NativeResponse } from '../../core/openrtb/native-response.ts';
import { shortened } from '../../lib/shortened.ts';
import type { AskedRates } from '../asked-rates.ts';
import type { RateBook, Site } from '../rate-book.ts';
import { explore, type ResponseUnit, spreadOf, unseen } from '../rate-model.ts';
import { seatOf } from './ads.ts';
import type { Campaign } from './campaign-schema.ts';
import { cappedMicros, priceOfCampaign, wholeMicros } from './price.ts';

/** Where the campaigns of one partner have their rates from. */
export type CampaignRates = {
  readonly partner: string;
  readonly book: RateBook;
  readonly asked: AskedRates;
};

type TierRatesBuilder = ReturnType<typeof createTierRatesBuilder>;
export type TierRates = ReturnType<TierRatesBuilder['finish']>;

/** A campaign whose price or choice of a creative depends on rates. Names are those of sales. */
type RatedCampaign = {
  readonly id: string;
  readonly name: string;
  readonly seat: string;
  readonly unit: ResponseUnit;
  readonly isPriced: boolean;
  readonly creatives: readonly string[];
  /** Decides its draws. */
  readonly number: number;
  /** The rate of its ceiling in the index. */
  readonly filedRate: number;
  current: CurrentRates | undefined;
};

/** What is known of a campaign in one version of the book. */
type CurrentRates = {
  version: number;
  /** What the book has of it; '': nothing. */
  readonly text: string;
  /** Of a creative where it was not shown yet. */
  readonly rate: number;
  readonly spread: number;
  /** For each of its creatives at each site: the site, the creative's position, the rate and its spread. */
  readonly cells: Float64Array;
};

const CELL_NUMBERS = 4;

/** A campaign is filed anew when the most that it can pay has moved by this factor. */
const HEADROOM = 1.1;

const IMPRESSIONS_PER_CPM = 1000;

/** Creatives whose rates meet at a bound of the exploration are told apart by their draws. */
const TIE_BREAK = 1e-6;

/** Takes campaigns one by one, in the order of their positions. */
export function createTierRatesBuilder(rates: CampaignRates) {
  const rated: (RatedCampaign | undefined)[] = [];
  return {
    /** Returns the most that a thousand impressions can cost without adjustments, in USD micros. */
    add(campaign: Campaign): number {
      const { per, micros } = priceOfCampaign(campaign);
      const isPriced = per !== 'impression';
      const isNeeded = isPriced || campaign.rotation === 'best';
      const one = isNeeded ? ratedCampaign(campaign, isPriced ? per : 'click', rates) : undefined;
      rated.push(one && { ...one, isPriced });
      return isPriced && one ? cpmMicros(micros, one.filedRate) : micros;
    },
    finish: () => tierRatesOf(rated, rates),
  };
}

function ratedCampaign(
  campaign: Campaign,
  unit: ResponseUnit,
  { partner, book }: CampaignRates,
): Omit<RatedCampaign, 'isPriced'> {
  const { id, creatives } = campaign;
  const [name, seat] = [shortened(id), shortened(seatOf(campaign))];
  return {
    id,
    name,
    seat,
    unit,
    creatives: creatives.map((creative) => shortened(creative.id)),
    number: hash(`${partner}/${id}`),
    filedRate: Math.min(1, HEADROOM * book.ceilingOf(partner, name, seat, unit)),
    current: undefined,
  };
}

function tierRatesOf(
  rated: readonly (RatedCampaign | undefined)[],
  { partner, book, asked }: CampaignRates,
) {
  function currentOf(one: RatedCampaign): CurrentRates {
    if (one.current?.version === book.version()) return one.current;
    const { whole, text } = book.campaign(partner, one.name, one.seat);
    // Most versions change the rates of few campaigns.
    if (one.current !== undefined && text !== '' && one.current.text === text) {
      one.current.version = book.version();
      return one.current;
    }
    const numbers: number[] = [];
    for (const { site, creative, estimates } of book.cellsIn(text)) {
      const position = one.creatives.indexOf(creative);
      const { rate, seen } = estimates[one.unit];
      if (position !== -1) numbers.push(site, position, rate, spreadOf(seen));
    }
    const { rate, seen } = unseen('cell', whole)[one.unit];
    const cells = new Float64Array(numbers);
    one.current = { version: book.version(), text, rate, spread: spreadOf(seen), cells };
    return one.current;
  }

  /** What is expected of one creative at a site. */
  function expectedAt(one: RatedCampaign, creative: number, site: Site): Expected {
    const { cells, rate, spread } = currentOf(one);
    for (let at = 0; at < cells.length; at += CELL_NUMBERS) {
      if (cells[at] !== site || cells[at + 1] !== creative) continue;
      return { rate: cells[at + 2] as number, spread: cells[at + 3] as number };
    }
    return { rate, spread };
  }

  /** Of the creative that promises most, at the site that does. */
  function exploredBest(one: RatedCampaign, draw: number): number {
    const { cells, rate, spread } = currentOf(one);
    if (cells.length === 0) return explore(rate, spread, draw);
    let best = 0;
    for (const site of asked.sites()) {
      let known = 0;
      for (let at = 0; at < cells.length; at += CELL_NUMBERS) {
        if (cells[at] !== site) continue;
        known++;
        best = Math.max(best, explore(cells[at + 2] as number, cells[at + 3] as number, draw));
      }
      if (known < one.creatives.length) best = Math.max(best, explore(rate, spread, draw));
    }
    return best;
  }

  return {
    /** Whether its CPM follows from an expected rate. */
    isExplored: (campaign: number): boolean => rated[campaign]?.isPriced === true,
    /** The CPM that a campaign may pay for the request, by what it pays for. It is the price of those with a CPM. */
    rankMicros(campaign: number, unitMicros: number): number {
      const one = rated[campaign];
      if (one === undefined || !one.isPriced) return unitMicros;
      return cpmMicros(unitMicros, exploredBest(one, asked.drawFor(one.number)));
    },
    /** The price of its bid with this creative, and what that is worth; undefined: its CPM is its price. */
    priceOf(
      campaign: number,
      unitMicros: number,
      { crid, native, imp }: ShownAd,
    ): ExploredPrice | undefined {
      const one = rated[campaign];
      if (one === undefined || !one.isPriced) return undefined;
      const creative = one.creatives.indexOf(shortened(crid));
      const { rate, spread } = expectedAt(one, creative, asked.siteOfAd(native, imp));
      return {
        priceMicros: cpmMicros(unitMicros, explore(rate, spread, asked.drawFor(one.number))),
        worthMicros: cpmMicros(unitMicros, rate),
      };
    },
    /** What an impression of a creative is expected to bring. Each creative is explored by a draw of its own. */
    promiseOf(campaign: number, crid: string, imp: OpenImp): number {
      const one = rated[campaign];
      if (one === undefined) return 0;
      const creative = one.creatives.indexOf(shortened(crid));
      const draw = asked.drawFor(one.number + creative + 1);
      const { rate, spread } = expectedAt(one, creative, asked.siteOfImp(imp));
      return explore(rate, spread, draw) * (1 + TIE_BREAK * draw);
    },
    /** The campaigns whose rates have left the ones that they were filed with. */
    moved(): readonly string[] {
      return rated.flatMap((one) => {
        if (one === undefined || !one.isPriced) return [];
        const rate = book.ceilingOf(partner, one.name, one.seat, one.unit);
        const isFiled = rate <= one.filedRate && rate * HEADROOM ** 2 >= one.filedRate;
        return isFiled ? [] : one.id;
      });
    },
  };
}

type Expected = { readonly rate: number; readonly spread: number };

/** The CPM that a bid wins with, and the one that can be expected of it. */
type ExploredPrice = Required<Pick<PartnerBid, 'priceMicros' | 'worthMicros'>>;

type ShownAd = { readonly crid: string; readonly native: NativeResponse; readonly imp: OpenImp };

/** The CPM of impressions that bring so many of what is paid for. */
function cpmMicros(unitMicros: number, rate: number): number {
  return cappedMicros(wholeMicros(unitMicros * rate * IMPRESSIONS_PER_CPM));
}

/** A number of 32 bits for a text (FNV-1a). */
function hash(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  }
  return number;
}
