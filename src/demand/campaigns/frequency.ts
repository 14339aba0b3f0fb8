import type { SeenAd, Solicitation } from '../../core/auction/partner.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { perObject } from '../../lib/lookup.ts';
import {
  type CappedCampaign,
  comparedDomain,
  countsAlike,
  type FrequencyRule,
} from './frequency-rules.ts';

/** The counts of one conversation or one person, at one moment. */
type ExposureCounts = {
  readonly used: (windowSec: number, thing: number) => number;
  readonly take: (windowSec: number, thing: number, atMost: number) => boolean;
  readonly giveBack: (windowSec: number, thing: number) => void;
  /** Lets other machines know of a sale that was counted. */
  readonly tell: (windowSec: number, thing: number) => void;
};

/** What was sold to whom, on this machine and, a moment later, on the others. */
type FrequencyCounts = {
  /** The number of what is counted. */
  readonly thingOf: (text: string) => number;
  readonly of: (subject: string, nowSec: number) => ExposureCounts;
};

/** The rules of all campaigns of the exchange that count every ad of an advertiser. */
type AdvertiserRules = ReturnType<typeof createAdvertiserRules>;

type AdvertiserRulesSource = {
  readonly isEmpty: () => boolean;
  readonly ofAdvertiser: (domain: string) => readonly FrequencyRule[];
};

export function createAdvertiserRules() {
  const sources: AdvertiserRulesSource[] = [];
  return {
    /** Each partner with campaigns adds its own. */
    add: (source: AdvertiserRulesSource) => void sources.push(source),
    isEmpty: () => sources.every(({ isEmpty }) => isEmpty()),
    of(domain: string): readonly FrequencyRule[] {
      const rules: FrequencyRule[] = [];
      for (const { ofAdvertiser } of sources) {
        for (const rule of ofAdvertiser(domain)) {
          if (!rules.some((known) => countsAlike(known, rule))) rules.push(rule);
        }
      }
      return rules;
    },
  };
}

/** What partners with campaigns share to keep to frequency caps. */
export type FrequencyParts = {
  readonly counts: FrequencyCounts;
  readonly advertisers: AdvertiserRules;
};

/** A sale that caps have counted. */
type CountedSale = { readonly giveBack: () => void; readonly tell: () => void };

export type FrequencyView = NonNullable<ReturnType<ReturnType<typeof createFrequency>['viewOf']>>;

/** The frequency caps of one partner's campaigns. */
export function createFrequency(partner: string, { counts, advertisers }: FrequencyParts) {
  const makeThings = ({ id, domain }: CappedCampaign): Things => ({
    campaign: counts.thingOf(`campaign ${partner}/${id}`),
    advertiser: counts.thingOf(`advertiser ${domain}`),
  });
  const thingsOf = perObject(makeThings);
  return {
    /** What one request may still get; undefined where no cap can be reached. */
    viewOf({ request, auction: exposure }: Solicitation) {
      if (advertisers.isEmpty()) return undefined;
      const { shown } = exposure;
      const conversation = nameIn(exposure.conversation);
      // As the campaigns may see it: gone where any signal withholds identifiers.
      const person = nameIn(request.wire.user?.id);
      // One ad is within every cap of an answer.
      const hasOneAd = request.imps.length === 1;
      if (conversation === undefined && person === undefined && shown.length === 0 && hasOneAd) {
        return undefined;
      }
      const publisher = publisherIdOf(request.wire) ?? '';
      const subjectOf = createSubjects(
        { conversation, person },
        // The length keeps apart what a space in an id would not.
        (kind, name) =>
          counts.of(
            `${kind} ${publisher.length} ${publisher} ${name}`,
            Math.floor(exposure.nowMs / 1000),
          ),
      );
      /** What the caller has told and what this answer has sold: the exchange need not remember it. */
      const told = (rule: FrequencyRule, campaign: CappedCampaign, thing: number) =>
        shownCount(shown, rule, campaign) + (exposure.capCounts?.get(thing) ?? 0);

      const addSold = (things: Things, by: 1 | -1): void => {
        exposure.capCounts ??= new Map();
        for (const thing of [things.campaign, things.advertiser])
          exposure.capCounts.set(thing, (exposure.capCounts.get(thing) ?? 0) + by);
      };

      return {
        /** The first rule that the campaign has reached. */
        reachedBy(campaign: CappedCampaign | undefined): FrequencyRule | undefined {
          if (campaign === undefined) return undefined;
          const things = thingsOf(campaign);
          for (const rule of campaign.rules) {
            const thing = things[rule.of];
            if (told(rule, campaign, thing) >= rule.atMost) return rule;
            const used = subjectOf(rule.per)?.used(rule.windowSec, numberFor(rule, thing)) ?? 0;
            if (used >= rule.atMost) return rule;
          }
          return undefined;
        },
        /**
         * Counts the sale of a campaign, by its own caps and by those of others that count every ad of its advertiser;
         * undefined where there is none. Where a cap of its own is reached, nothing is counted.
         */
        take(
          capped: CappedCampaign | undefined,
          id: string,
          domain: string,
        ): CountedSale | 'reached' | undefined {
          const campaign = capped ?? { id, domain: comparedDomain(domain), rules: NO_RULES };
          const { rules: own } = campaign;
          const others = advertisers
            .of(campaign.domain)
            .filter((rule) => !own.some((known) => countsAlike(known, rule)));
          if (own.length + others.length === 0) return undefined;
          const things = capped === undefined ? makeThings(campaign) : thingsOf(campaign);
          // Again: this answer may have sold one since the campaign bid.
          if (own.some((rule) => told(rule, campaign, things[rule.of]) >= rule.atMost)) {
            return 'reached';
          }
          const taken: TakenCount[] = [];
          const giveBack = () => {
            for (const { subject, windowSec, thing } of taken) subject.giveBack(windowSec, thing);
          };
          for (const rule of [...own, ...others]) {
            const { windowSec } = rule;
            const thing = numberFor(rule, things[rule.of]);
            const subject = subjectOf(rule.per);
            if (subject === undefined) continue;
            const atMost = own.includes(rule) ? rule.atMost : Number.POSITIVE_INFINITY;
            if (!subject.take(windowSec, thing, atMost)) {
              giveBack();
              return 'reached';
            }
            taken.push({ subject, windowSec, thing });
          }
          addSold(things, 1);
          return {
            giveBack() {
              giveBack();
              addSold(things, -1);
            },
            tell() {
              for (const { subject, windowSec, thing } of taken) subject.tell(windowSec, thing);
            },
          };
        },
      };
    },
  };
}

const NO_RULES: readonly FrequencyRule[] = [];

/** The numbers of what can be counted of a campaign. */
type Things = Readonly<Record<FrequencyRule['of'], number>>;

type TakenCount = {
  readonly subject: ExposureCounts;
  readonly windowSec: number;
  readonly thing: number;
};

/** What programs write where they know no name would make one person, or one conversation, of many. */
function nameIn(id: string | undefined): string | undefined {
  return id === undefined || NOBODY.test(id) ? undefined : id;
}

const NOBODY = /^(?:[\s0-]*|null|undefined)$/i;

/**
 * Who a rule counts for. Names are those of one publisher: two may give the same one to different people, and nobody is
 * followed from one to the other. A person whom no signal lets be counted is as well known as the conversation, which has one
 * person; without either the cap is one of the answer.
 */
function createSubjects(
  names: Readonly<Record<FrequencyRule['per'], string | undefined>>,
  countsOf: (kind: FrequencyRule['per'], name: string) => ExposureCounts,
) {
  const known: Partial<Record<FrequencyRule['per'], ExposureCounts>> = {};
  return (per: FrequencyRule['per']): ExposureCounts | undefined => {
    const kind = names[per] === undefined ? 'conversation' : per;
    const name = names[kind];
    if (name === undefined) return undefined;
    known[kind] ??= countsOf(kind, name);
    return known[kind];
  };
}

/** Rules of both kinds may count the same conversation, each for itself. */
function numberFor({ per }: FrequencyRule, thing: number): number {
  return per === 'person' ? thing + 1 : thing;
}

/** How often the conversation has seen what a rule counts, by what the caller says (ruling 76). */
function shownCount(
  shown: readonly SeenAd[],
  { of, windowSec }: FrequencyRule,
  { id, domain }: CappedCampaign,
): number {
  if (shown.length === 0) return 0;
  const { ofAdvertiser, ofCampaign } = agesOf(shown);
  if (of === 'advertiser') return countWithin(ofAdvertiser.get(domain), windowSec);
  // An ad whose campaign the caller does not know may have been of this one.
  return (
    countWithin(ofCampaign.get(keyOf(domain, id)), windowSec) +
    countWithin(ofCampaign.get(keyOf(domain, ANY)), windowSec)
  );
}

const ANY = '';

const keyOf = (domain: string, campaign: string) => `${domain} ${campaign}`;

function countWithin(agesSec: readonly number[] = [], windowSec: number): number {
  return agesSec.reduce((count, ageSec) => (ageSec <= windowSec ? count + 1 : count), 0);
}

/** Read once, however many campaigns are held against it (ruling 72). */
const agesOf = perObject((shown: readonly SeenAd[]) => {
  const ofAdvertiser = new Map<string, number[]>();
  const ofCampaign = new Map<string, number[]>();
  for (const { domain, cid = ANY, secondsAgo = 0 } of shown) {
    const advertiser = comparedDomain(domain);
    addTo(ofAdvertiser, advertiser, secondsAgo);
    addTo(ofCampaign, keyOf(advertiser, cid), secondsAgo);
  }
  return { ofAdvertiser, ofCampaign };
});

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
