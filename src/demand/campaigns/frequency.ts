import type { Exposure, Solicitation } from '../../core/auction/partner.ts';
import { publisherIdOf } from '../../core/openrtb/publisher-id.ts';
import { perObject } from '../../lib/lookup.ts';
import {
  type CappedCampaign,
  comparedDomain,
  countsAlike,
  type FrequencyRule,
} from './frequency-rules.ts';
import { shownCount } from './shown-ads.ts';

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

/** The sale of one bid, as far as caps count it. */
export type CountedBid = {
  /** False if a cap is reached; then nothing is counted. */
  readonly take: () => boolean;
  readonly giveBack: () => void;
  readonly tell: () => void;
};

export type Frequency = ReturnType<typeof createFrequency>;
export type FrequencyView = NonNullable<ReturnType<Frequency['viewOf']>>;

/** The frequency caps of one partner's campaigns, which are known here by their position in the list. */
export function createFrequency(
  partner: string,
  cappedAt: (campaign: number) => CappedCampaign | undefined,
  { counts, advertisers }: FrequencyParts,
) {
  const makeThings = ({ id, domain }: CappedCampaign): Things => ({
    campaign: counts.thingOf(`campaign ${partner}/${id}`),
    advertiser: counts.thingOf(`advertiser ${domain}`),
  });
  const thingsOf = perObject(makeThings);
  return {
    /** What one request may still get; undefined where no cap can be reached. */
    viewOf({ request, exposure = unknownExposure(), nowMs }: Solicitation) {
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
      const subjectOf = createSubjects(counts, {
        publisher: publisherIdOf(request.wire) ?? '',
        conversation,
        person,
        nowSec: Math.floor(nowMs / 1000),
      });
      /** What the caller has told and what this answer has sold: the exchange need not remember it. */
      const told = (rule: FrequencyRule, campaign: CappedCampaign, thing: number) =>
        shownCount(shown, rule, campaign) + (exposure.sold?.get(thing) ?? 0);

      return {
        /** The first rule that the campaign has reached. */
        reachedBy(position: number): FrequencyRule | undefined {
          const campaign = cappedAt(position);
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
         * The sale of a bid of this campaign, as far as caps count it; undefined where none does. That is found out for
         * winners only.
         */
        bidOf(position: number, id: string, domain: string): () => CountedBid | undefined {
          const capped = cappedAt(position);
          return () => {
            const campaign = capped ?? { id, domain: comparedDomain(domain), rules: NO_RULES };
            const others = advertisers.of(campaign.domain);
            if (campaign.rules.length + others.length === 0) return undefined;
            const things = capped === undefined ? makeThings(campaign) : thingsOf(campaign);
            return countedBid(countedRules(campaign, others, things), exposure, things);
          };
        },
      };

      /** The caps of the campaign, and those of others that count every ad of its advertiser. */
      function countedRules(
        campaign: CappedCampaign,
        ofAdvertiser: readonly FrequencyRule[],
        things: Things,
      ): readonly CountedRule[] {
        const counted: CountedRule[] = [];
        for (const rule of campaign.rules) {
          const thing = things[rule.of];
          // Again: this answer may have sold one since the campaign bid.
          const isReached = told(rule, campaign, thing) >= rule.atMost;
          counted.push({
            windowSec: rule.windowSec,
            thing: numberFor(rule, thing),
            subject: subjectOf(rule.per),
            atMost: rule.atMost,
            isReached,
          });
        }
        for (const rule of ofAdvertiser) {
          if (campaign.rules.some((known) => countsAlike(known, rule))) continue;
          counted.push({
            windowSec: rule.windowSec,
            thing: numberFor(rule, things[rule.of]),
            subject: subjectOf(rule.per),
            atMost: NO_LIMIT,
            isReached: false,
          });
        }
        return counted;
      }
    },
  };
}

const NO_LIMIT = Number.POSITIVE_INFINITY;
const NO_RULES: readonly FrequencyRule[] = [];

const unknownExposure = (): Exposure => ({ conversation: undefined, shown: [], sold: undefined });

/** The numbers of what can be counted of a campaign. */
type Things = Readonly<Record<FrequencyRule['of'], number>>;

type CountedRule = {
  readonly thing: number;
  readonly windowSec: number;
  readonly atMost: number;
  /** By what the caller has told and this answer has sold. */
  readonly isReached: boolean;
  readonly subject: ExposureCounts | undefined;
};

function countedBid(rules: readonly CountedRule[], exposure: Exposure, things: Things): CountedBid {
  const addSold = (by: 1 | -1) => {
    exposure.sold ??= new Map();
    for (const thing of [things.campaign, things.advertiser])
      exposure.sold.set(thing, (exposure.sold.get(thing) ?? 0) + by);
  };
  const giveBack = (taken: readonly CountedRule[]) => {
    for (const { subject, windowSec, thing } of taken) subject?.giveBack(windowSec, thing);
  };
  return {
    take() {
      let taken = 0;
      for (const { subject, windowSec, thing, atMost, isReached } of rules) {
        if (isReached || subject?.take(windowSec, thing, atMost) === false) {
          giveBack(rules.slice(0, taken));
          return false;
        }
        taken++;
      }
      addSold(1);
      return true;
    },
    giveBack() {
      giveBack(rules);
      addSold(-1);
    },
    tell() {
      for (const { subject, windowSec, thing } of rules) subject?.tell(windowSec, thing);
    },
  };
}

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
  { of }: FrequencyCounts,
  {
    publisher,
    conversation,
    person,
    nowSec,
  }: {
    readonly publisher: string;
    readonly conversation: string | undefined;
    readonly person: string | undefined;
    readonly nowSec: number;
  },
) {
  // The length keeps apart what a space in an id would not.
  const subject = (kind: FrequencyRule['per'], name: string) =>
    once(() => of(`${kind} ${publisher.length} ${publisher} ${name}`, nowSec));
  const inConversation =
    conversation === undefined ? undefined : subject('conversation', conversation);
  const ofPerson = person === undefined ? inConversation : subject('person', person);
  return (per: FrequencyRule['per']): ExposureCounts | undefined =>
    per === 'person' ? ofPerson?.() : inConversation?.();
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Rules of both kinds may count the same conversation, each for itself. */
function numberFor({ per }: FrequencyRule, thing: number): number {
  return per === 'person' ? thing + 1 : thing;
}
