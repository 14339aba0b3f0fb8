import type { Static, TSchema } from 'typebox';
import type { Config } from '../../host/config/config.ts';
import type { BUYER_TOOLS } from '../../host/observe/series.ts';
import type { CampaignDay } from '../../ledger/delivery/read-delivery.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import type { PublisherDefinition } from '../../store/account-kinds.ts';
import type { StoredCampaign } from '../../store/campaign-kind.ts';
import type { Records } from '../../store/records.ts';
import type { PackageStanding } from './buy.ts';
import type { Buyer } from './buyers.ts';
import type { SellerFormat } from './formats.ts';
import type { AdProduct } from './products.ts';
import type { AdcpVersion } from './versions.ts';
import type { Writer } from './wire/writer.ts';

type ToolName = (typeof BUYER_TOOLS)[number];

/** What the tools read and change. */
export type SellerSources = Pick<Runtime, 'log' | 'nowMs' | 'newId'> & {
  readonly config: () => Config;
  /** undefined while it cannot be reached. */
  readonly database: () => Database | undefined;
  readonly records: Pick<Records, 'current'>;
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
  readonly sources: SellerSources;
  /** The tools that change something. */
  readonly changes: readonly string[];
};

/** Of a tool that needs to know who calls. `query` is in the transaction of the change, where the tool makes one. */
export type BuyerCall = ToolCall & { readonly buyer: Buyer; readonly query: Query };

type ToolTerms<Input extends TSchema, Call> = {
  readonly description: string;
  readonly input: Input;
  /** The arguments have passed `input` when it runs. A call that it refuses ends with `refuse`. */
  readonly run: (args: DeepReadonly<Static<Input>>, call: Call) => Promise<object> | object;
};

/** One task of the protocol. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly input: TSchema;
  /** Those who show no token, too: they cannot read the database. */
  readonly isOpen: boolean;
  /** It runs in a transaction, once for each idempotency key, and may have to be signed. */
  readonly isChange: boolean;
  readonly run: (args: never, call: never) => Promise<object> | object;
};

/** Declares a tool of buyers. */
export const tool = <Input extends TSchema>(
  name: ToolName,
  terms: ToolTerms<Input, BuyerCall> & { readonly isChange?: true },
): Tool => ({ name, isOpen: false, isChange: false, ...terms });

export const openTool = <Input extends TSchema>(
  name: ToolName,
  terms: ToolTerms<Input, ToolCall>,
): Tool => ({ name, isOpen: true, isChange: false, ...terms });
