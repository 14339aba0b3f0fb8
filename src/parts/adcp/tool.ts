import type { Static, TSchema } from 'typebox';
import type { BUYER_TOOLS } from '../../host/observe/series.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import type { Buyer, SellerSources } from './seller-terms.ts';
import type { AdcpVersion } from './versions.ts';
import type { Writer } from './wire/writer.ts';

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

type ToolName = (typeof BUYER_TOOLS)[number];

/** Declares a tool of buyers. */
export const tool = <Input extends TSchema>(
  name: ToolName,
  terms: ToolTerms<Input, BuyerCall> & { readonly isChange?: true },
): Tool => ({ name, isOpen: false, isChange: false, ...terms });

export const openTool = <Input extends TSchema>(
  name: ToolName,
  terms: ToolTerms<Input, ToolCall>,
): Tool => ({ name, isOpen: true, isChange: false, ...terms });
