import type { TSchema } from 'typebox';
import type { Config } from '../../host/config/config.ts';
import type { CampaignDay } from '../../ledger/delivery/spend.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { PublisherDefinition } from '../../store/account-kinds.ts';
import type { StoredCampaign } from '../../store/campaign-kind.ts';
import type { PackageStanding } from './buy.ts';
import type { Buyer } from './buyers.ts';
import type { SellerFormat } from './formats.ts';
import type { AdProduct } from './products.ts';
import type { AdcpVersion } from './versions.ts';
import type { Writer } from './wire/writer.ts';

/** The tools of the seller, and whether a call of them changes something. A call that does may have to be signed. */
const TOOLS = {
  get_adcp_capabilities: 'reads',
  list_accounts: 'reads',
  sync_accounts: 'changes',
  get_products: 'reads',
  create_media_buy: 'changes',
  update_media_buy: 'changes',
  get_media_buys: 'reads',
  get_media_buy_delivery: 'reads',
  provide_performance_feedback: 'changes',
  sync_creatives: 'changes',
  list_creatives: 'reads',
  list_creative_formats: 'reads',
} as const;

export const TOOL_NAMES: readonly string[] = Object.keys(TOOLS);

/** A tool that is not listed counts as one that changes. */
export const isChange = (tool: string): boolean =>
  !Object.hasOwn(TOOLS, tool) || TOOLS[tool as keyof typeof TOOLS] === 'changes';

/** What the tools read and change. */
export type SellerSources = Pick<Runtime, 'log' | 'nowMs' | 'newId'> & {
  readonly config: () => Config;
  /** undefined while it cannot be reached. */
  readonly database: () => Database | undefined;
  /** A campaign as this machine knows it. */
  readonly campaignOf: (key: string) => StoredCampaign | undefined;
  /** Those that operators offer, in the config or in the store. */
  readonly products: () => readonly AdProduct[];
  /** In which creatives can be brought. */
  readonly formats: () => readonly SellerFormat[];
  /** Of the config or the store. */
  readonly publisherOf: (id: string) => PublisherDefinition | undefined;
  /** Brings changes of the store to the workers. */
  readonly refresh: () => Promise<void>;
  /** What became of campaigns of packages, by day of UTC. */
  readonly delivered: (
    campaigns: readonly string[],
    days: { readonly fromDay: number; readonly toDay: number },
  ) => Promise<readonly CampaignDay[]>;
  /** What happens to a campaign of the store, in a sentence; undefined where it is not known. */
  readonly standingOf: (campaign: string) => Promise<PackageStanding | undefined>;
  /** Where buyers reach the public port. */
  readonly publicUrl: () => string;
};

/** One call of a tool. `buyer` is undefined only for tools that are open to all. */
export type ToolCall = {
  readonly buyer: Buyer | undefined;
  readonly version: AdcpVersion;
  /** Writes the answers in that version. */
  readonly write: Writer;
  readonly nowMs: number;
};

/** Of a tool that needs to know who calls. */
export type BuyerCall = ToolCall & { readonly buyer: Buyer };

export type ToolAnswer = { readonly body: object; readonly isReplay?: boolean };

export const done = (body: object): ToolAnswer => ({ body });

/** One task of the protocol. The arguments have passed `schema` when it runs; a call that it refuses ends with `refuse`. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
} & (
  | { readonly openTo: 'all'; readonly run: (args: never, call: ToolCall) => Promise<ToolAnswer> }
  | {
      readonly openTo: 'buyers';
      readonly run: (args: never, call: BuyerCall) => Promise<ToolAnswer>;
    }
);
