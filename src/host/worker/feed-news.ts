import type {
  BlockedLine,
  CampaignLine,
  FeedLine,
  HeldLine,
  PartnerLine,
  PublisherLine,
  RatesLine,
} from '../../store/feed/feed.ts';

/** The last line of each thing that several lines are about. */
export type FeedNews = {
  readonly campaigns: readonly CampaignLine[];
  readonly rates: readonly RatesLine[];
  readonly publishers: readonly PublisherLine[];
  readonly partners: readonly PartnerLine[];
  readonly held: readonly HeldLine[];
  /** undefined: nothing is said of it, and it stays as it was. */
  readonly blocked?: BlockedLine | undefined;
  /** Whether all of the store is known from here on. */
  readonly isWhole: boolean;
};

export function newsOf(lines: readonly FeedLine[]): FeedNews {
  const last = {
    campaign: new Map<string, CampaignLine>(),
    rates: new Map<string, RatesLine>(),
    publisher: new Map<string, PublisherLine>(),
    partner: new Map<string, PartnerLine>(),
    held: new Map<string, HeldLine>(),
  };
  for (const line of lines) {
    switch (line.kind) {
      case 'campaign':
        last.campaign.set(`${line.partner}/${line.campaign}`, line);
        break;
      case 'rates':
        last.rates.set(`${line.partner}/${line.name}`, line);
        break;
      case 'publisher':
        last.publisher.set(line.id, line);
        break;
      case 'partner':
        last.partner.set(line.name, line);
        break;
      case 'held':
        last.held.set(line.publisher, line);
        break;
    }
  }
  return {
    campaigns: [...last.campaign.values()],
    rates: [...last.rates.values()],
    publishers: [...last.publisher.values()],
    partners: [...last.partner.values()],
    held: [...last.held.values()],
    blocked: lines.findLast((line) => line.kind === 'blocked'),
    isWhole: lines.some(({ kind }) => kind === 'whole'),
  };
}
