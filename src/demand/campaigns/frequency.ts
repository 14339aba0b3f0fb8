import type { Exposure, Solicitation } from '../partner.ts';
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
  return {
    /** What one request may still get; undefined where no campaign of the exchange has a cap. */
    viewOf({ request, exposure = unknownExposure(), nowMs }: Solicitation) {
      if (advertisers.isEmpty()) return undefined;
      const subjectOf = createSubjects(counts, {
        conversation: exposure.conversation,
        // As the campaigns may see it: gone where any signal withholds identifiers.
        person: request.wire.user?.id,
        nowSec: Math.floor(nowMs / 1000),
      });
      const thingOf = createThings(counts, partner);
      /** What the caller has told and what this answer has sold: the exchange need not remember it. */
      const told = (rule: FrequencyRule, campaign: CappedCampaign, thing: number) =>
        shownCount(exposure.shown, rule, campaign) + (exposure.sold?.get(thing) ?? 0);

      return {
        /** The first rule that the campaign has reached. */
        reachedBy(position: number): FrequencyRule | undefined {
          const campaign = cappedAt(position);
          return campaign?.rules.find((rule) => {
            const thing = thingOf(rule.of, campaign);
            if (told(rule, campaign, thing) >= rule.atMost) return true;
            const used = subjectOf(rule.per)?.used(rule.windowSec, thing) ?? 0;
            return used >= rule.atMost;
          });
        },
        /** The bid of a campaign that caps count, its own or those of others of its advertiser. */
        bidOf(position: number, id: string, domain: string): CountedBid | undefined {
          const campaign = cappedAt(position) ?? {
            id,
            domain: comparedDomain(domain),
            rules: NO_RULES,
          };
          const others = advertisers
            .of(campaign.domain)
            .filter((rule) => !campaign.rules.some((own) => countsAlike(own, rule)));
          if (campaign.rules.length + others.length === 0) return undefined;
          const rules = [
            ...campaign.rules.map((rule) => ({ ...rule, isOwn: true })),
            ...others.map((rule) => ({ ...rule, isOwn: false })),
          ];
          const counted = rules.map((rule): CountedRule => {
            const thing = thingOf(rule.of, campaign);
            const isReached = () => rule.isOwn && told(rule, campaign, thing) >= rule.atMost;
            const atMost = rule.isOwn ? rule.atMost : Number.POSITIVE_INFINITY;
            const { windowSec } = rule;
            return { thing, windowSec, atMost, isReached, subject: subjectOf(rule.per) };
          });
          const things = [thingOf('campaign', campaign), thingOf('advertiser', campaign)];
          return countedBid(counted, things, exposure);
        },
      };
    },
  };
}

const NO_RULES: readonly FrequencyRule[] = [];

const unknownExposure = (): Exposure => ({ conversation: undefined, shown: [], sold: undefined });

type CountedRule = {
  readonly thing: number;
  readonly windowSec: number;
  readonly atMost: number;
  readonly isReached: () => boolean;
  readonly subject: ExposureCounts | undefined;
};

function countedBid(
  rules: readonly CountedRule[],
  things: readonly number[],
  exposure: Exposure,
): CountedBid {
  const addSold = (by: 1 | -1) => {
    exposure.sold ??= new Map();
    for (const thing of things) exposure.sold.set(thing, (exposure.sold.get(thing) ?? 0) + by);
  };
  const giveBack = (taken: readonly CountedRule[]) => {
    for (const { subject, windowSec, thing } of taken) subject?.giveBack(windowSec, thing);
  };
  return {
    take() {
      for (const [index, { subject, windowSec, thing, atMost, isReached }] of rules.entries()) {
        if (!isReached() && subject?.take(windowSec, thing, atMost) !== false) continue;
        giveBack(rules.slice(0, index));
        return false;
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

/**
 * Who a rule counts for. A person whom no signal lets be counted is as well known as the conversation, which has one
 * person; without either the cap is one of the answer.
 */
function createSubjects(
  { of }: FrequencyCounts,
  {
    conversation,
    person,
    nowSec,
  }: {
    readonly conversation: string | undefined;
    readonly person: string | undefined;
    readonly nowSec: number;
  },
) {
  const inConversation = conversation === undefined ? undefined : `conversation ${conversation}`;
  const names = {
    conversation: inConversation,
    person: person === undefined ? inConversation : `person ${person}`,
  };
  const known: Partial<Record<FrequencyRule['per'], ExposureCounts>> = {};
  return (per: FrequencyRule['per']): ExposureCounts | undefined => {
    const name = names[per];
    if (name === undefined) return undefined;
    // Rules of both kinds may count the same conversation, each for itself.
    known[per] ??= of(`per ${per}: ${name}`, nowSec);
    return known[per];
  };
}

function createThings({ thingOf }: FrequencyCounts, partner: string) {
  return (of: FrequencyRule['of'], { id, domain }: Pick<CappedCampaign, 'id' | 'domain'>) =>
    thingOf(of === 'campaign' ? `campaign ${partner}/${id}` : `advertiser ${domain}`);
}
