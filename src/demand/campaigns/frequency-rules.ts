import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import { type Campaign, readWithin } from './campaign-schema.ts';

export type FrequencyRule = {
  readonly of: 'campaign' | 'advertiser';
  readonly per: 'conversation' | 'person';
  readonly windowSec: number;
  readonly atMost: number;
  /** For people: `at most 2 of the campaign per conversation within 1d`. */
  readonly words: string;
};

const NONE: readonly FrequencyRule[] = [];

/** The rules of a campaign, ready to be counted by. */
export function frequencyRules({ frequency }: Pick<Campaign, 'frequency'>) {
  if (frequency === undefined) return NONE;
  return frequency.map(({ of, per, within, atMost }): FrequencyRule => {
    const windowSec = readWithin(within);
    if (windowSec === undefined) throw new Error(`"${within}" was not checked`);
    const words = `at most ${atMost} of the ${of} per ${per} within ${within}`;
    return { of, per, windowSec, atMost, words };
  });
}

/** A campaign with caps of its own. */
export type CappedCampaign = {
  readonly id: string;
  readonly domain: string;
  readonly rules: readonly FrequencyRule[];
};

/** The caps of the campaigns of one index. Empty where no campaign has any, which costs nothing. */
export type CapTable = {
  readonly isEmpty: () => boolean;
  /** By the position in the list; undefined without caps. */
  readonly cappedAt: (campaign: number) => CappedCampaign | undefined;
  /** The rules of any campaign that count all ads of this advertiser. */
  readonly ofAdvertiser: (domain: string) => readonly FrequencyRule[];
};

/** Takes campaigns one by one, in the order of their positions. */
export function createCapTableBuilder() {
  const capped = new Map<number, CappedCampaign>();
  const byDomain = new Map<string, FrequencyRule[]>();
  let position = 0;
  return {
    add(campaign: Campaign): void {
      const rules = frequencyRules(campaign);
      const at = position++;
      if (rules.length === 0) return;
      const domain = comparedDomain(campaign.domain);
      capped.set(at, { id: campaign.id, domain, rules });
      for (const rule of rules) {
        const known = byDomain.get(domain) ?? [];
        if (rule.of !== 'advertiser' || known.some((other) => countsAlike(other, rule))) continue;
        known.push(rule);
        byDomain.set(domain, known);
      }
    },
    finish: (): CapTable => ({
      isEmpty: () => capped.size === 0,
      cappedAt: (campaign) => capped.get(campaign),
      ofAdvertiser: (domain) => byDomain.get(domain) ?? NONE,
    }),
  };
}

/** As the answer names an advertiser (ruling 71). */
export function comparedDomain(domain: string): string {
  return advertiserDomain(domain) ?? domain.toLowerCase();
}

/** Whether one count serves both, whatever number each allows. */
export function countsAlike(a: FrequencyRule, b: FrequencyRule): boolean {
  return a.of === b.of && a.per === b.per && a.windowSec === b.windowSec;
}
