import type { SendCall } from '../ledger/call-partners.ts';
import type { PublisherDefinition } from '../store/account-kinds.ts';
import type { People } from './admin/access.ts';
import type { PassedCall, PassedReply } from './http/buyer-calls.ts';
import type { Trouble } from './observe/troubles.ts';
import type { BringImage } from './worker/messages.ts';

/** What parts offer to the machine and to each other. Where a part is left out, who asks does without. */
export type Offers = Readonly<
  Partial<{
    /** Who of publishers may log in. */
    people: People;
    /** What is wrong with this machine, and what it sees of the exchange. */
    troubles: () => readonly Trouble[];
    /** The months that are over, and can be closed. */
    monthsToClose: () => Promise<readonly string[]>;
    /** Accounts of AI buyers that wait for approval. */
    waitingAccounts: () => Waiting;
    /** How many creatives wait for approval. */
    waitingCreatives: () => number;
    /** What happens to each campaign, by its key in the store. */
    campaignStandings: () => Promise<ReadonlyMap<string, CampaignStanding>>;
    /** What happens to one, with the reason where it sells nothing. */
    campaignStanding: (partner: string, campaign: string) => Promise<CampaignStanding | undefined>;
    /** Answers a call of an AI buyer. */
    answerBuyer: (call: PassedCall) => Promise<PassedReply>;
    /** Makes the file of an image that people have uploaded. */
    bringImage: BringImage;
    /** Why each publisher is held; undefined: it is served. Whom it does not name is held too. The same map until it changes. */
    heldPublishers: () => ReadonlyMap<string, string | undefined>;
    /** What speaks against what a publisher declares of itself, in a sentence. */
    supplyFlagOf: (publisher: PublisherDefinition) => string | undefined;
    /** Posts what the outbox has for a webhook that is none of the config: its name has a slash. */
    postWebhook: (webhook: string, body: string, timeoutMs: number) => ReturnType<SendCall>;
  }>
>;

export type CampaignStanding = {
  readonly state: string;
  readonly kind: 'good' | 'warn' | 'bad' | 'quiet';
  readonly sentence: string;
};

/** A month of a publisher, with what it was stated. */
export type OwnMonth = {
  readonly month: string;
  readonly state: 'open' | 'closed';
  readonly currency: string | null;
  /** Null until the month is closed. */
  readonly total: string | null;
};

export const STATEMENT_FORMATS = ['json', 'csv', 'html'] as const;

export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** What a publisher has to publish, and what was found. */
export type SupplyDocument = {
  readonly publisher: string;
  /** Null: it declares none. */
  readonly domain: string | null;
  readonly adsTxt: {
    /** Either file: the first is for pages, the second for apps. */
    readonly urls: readonly string[];
    readonly lines: readonly string[];
  };
  /** One of `authorized_agents` in this file. */
  readonly adagents: { readonly url: string; readonly entry: object } | null;
  /** In words, where what it declares does not match. */
  readonly mismatches: readonly string[];
  /** Null: its domain was not checked yet. */
  readonly lastCheck: {
    readonly at: string;
    readonly result: string;
    readonly sentence: string;
    readonly files: readonly { readonly file: string; readonly sentence: string }[];
  } | null;
  /** What has to be published before its requests are served. Null: they are, or `access` is not `verified`. */
  readonly held: string | null;
};

export type Waiting = { readonly count: number; readonly oldestMs: number };

export type TrafficField = 'countries' | 'languages' | 'intents' | 'publishers';

/** How many requests had what campaigns can ask for, the most frequent first. */
export type CampaignTraffic = Readonly<
  Record<TrafficField, readonly { readonly value: string; readonly requests: number }[]>
>;

/** What a campaign would do in a day of traffic like that of the sampled requests. Impressions and spend are within its budget. */
export type CampaignEstimate = {
  /** How sure it is, in a sentence or two. */
  readonly confidence: string;
  readonly sample: {
    readonly requests: number;
    readonly matched: number;
    readonly won: number;
    /** The time that the sample covers. */
    readonly days: number;
  };
  readonly requests: number;
  readonly matched: number;
  readonly impressions: number;
  readonly spendUsd: number;
  /** The field of the limit that is reached first. Null: none is. */
  readonly limitedBy: string | null;
  /** The price that a thousand of these impressions would have. Null: it wins none. */
  readonly cpmUsd: number | null;
  /** Clicks for each ad shown, as learned from ads of this campaign, its advertiser or all; `nobody`: an assumption. */
  readonly clickRate: {
    readonly rate: number;
    readonly of: 'campaign' | 'advertiser' | 'exchange' | 'nobody';
  };
  /** What more or less money would win, without the budget. The bid is in the campaign's own unit. */
  readonly curve: readonly {
    readonly bidUsd: number;
    readonly impressions: number;
    readonly spendUsd: number;
  }[];
  /** The requests that fail one condition alone, by its field. */
  readonly conditions: readonly { readonly field: string; readonly requests: number }[];
  /** What a matching request was lost to, with a sentence about one of them. */
  readonly lost: readonly {
    readonly kind: string;
    readonly requests: number;
    readonly example: string;
  }[];
  /** Fields that a sample tells nothing about: they are estimated as if they were not there. */
  readonly ignored: readonly string[];
};
