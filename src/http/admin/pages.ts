import type { CampaignList, LimitRow, LiveEvent, PartnerRow } from '../../console/api.ts';
import type { Caller } from './access.ts';
import type { Subscribe } from './live-stream.ts';

/** Workers in other processes have to be asked first. */
export type MaybeLater<T> = T | Promise<T>;

/** What the admin port shows. What is not there answers 404 with a sentence. */
export type AdminPages = {
  /** JSON text, like the two below. */
  readonly auction: (id: string) => MaybeLater<string | undefined>;
  readonly recentAuctions: (countMax: number) => MaybeLater<readonly string[]>;
  /** The request of an auction without anything about the person, to be sent again. */
  readonly auctionRequest?: (id: string) => MaybeLater<string | undefined>;
  readonly status: () => MaybeLater<unknown>;
  /** Prometheus text. */
  readonly metrics?: () => MaybeLater<string | undefined>;
  readonly live?: Subscribe<LiveEvent>;
  readonly partners?: () => MaybeLater<readonly PartnerRow[]>;
  /** False: there is no such partner. */
  readonly setPaused?: (
    partner: string,
    isPaused: boolean,
    by: Caller['kind'],
  ) => MaybeLater<boolean>;
  /** Only those with this text in their names. */
  readonly campaigns?: (find: string) => MaybeLater<CampaignList>;
  /** The report as text, or a sentence that says why there is none. */
  readonly report?: (
    question: ReportQuestion,
    format: ReportFormat,
  ) => MaybeLater<string | { readonly reason: string }>;
  readonly limits?: () => MaybeLater<readonly LimitRow[]>;
};

export type ReportFormat = 'json' | 'csv';

export type ReportQuestion = {
  readonly by: readonly string[];
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly where: Readonly<Record<string, string>>;
};
