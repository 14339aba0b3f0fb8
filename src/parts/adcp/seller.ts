import { preview } from '../../lib/preview.ts';
import { findFault, isObject } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import type { Buyer } from './buyers.ts';
import { argumentsFault, createCallLimit, shownPath } from './calls/call-limits.ts';
import { UNREACHABLE } from './change-once.ts';
import { fail } from './errors.ts';
import { failed, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import { sellerTools } from './tools.ts';
import { VERSIONS, versionOf } from './versions.ts';
import { WRITERS } from './wire/writers.ts';

export type Seller = ReturnType<typeof createSeller>;

/** What a call came to, as it is sent. */
export type SentAnswer = {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

/** The tools of the protocol, by name: a thin translation to and from the store and the ledger. */
export function createSeller(sources: SellerSources) {
  const tools = new Map(sellerTools(sources).map((tool) => [tool.name, tool]));
  const limitOf = createCallLimit(sources.nowMs);
  return {
    tools: (): readonly Tool[] => [...tools.values()],
    /** undefined: there is no such tool. What the exchange asks for a buyer is not of the calls that this may make. */
    async call(
      name: string,
      args: Readonly<Record<string, unknown>>,
      buyer: Buyer | undefined,
      by: 'buyer' | 'exchange' = 'buyer',
    ): Promise<SentAnswer | undefined> {
      const tool = tools.get(name);
      if (tool === undefined) return undefined;
      const asked = versionOf(args);
      const isSpoken = typeof asked === 'string';
      const version = isSpoken ? asked : VERSIONS[0];
      const write = WRITERS[version];
      const refused = by === 'exchange' ? undefined : limitOf(buyer);
      const limited = refused ?? (isSpoken ? undefined : asked);
      const unread = argumentsFault(args);
      if (unread !== undefined) return { isError: true, body: { ...write.failed([unread]) } };
      const answer =
        limited === undefined
          ? await carryOut(sources, tool, args, { buyer, version, write, nowMs: sources.nowMs() })
          : failed(limited);
      const echoed = isObject(args.context) ? { context: args.context } : {};
      if (answer.kind === 'failed') {
        return { isError: true, body: { ...write.failed(answer.errors), ...echoed } };
      }
      const replayed = answer.isReplay === true ? { replayed: true } : {};
      return { isError: false, body: { ...write.completed(answer.body), ...replayed, ...echoed } };
    },
  };
}

async function carryOut(
  { log }: Pick<SellerSources, 'log'>,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  call: Parameters<Tool['run']>[1],
): Promise<ToolAnswer> {
  const { buyer } = call;
  if (tool.openTo === 'buyers' && buyer === undefined) return failed(fail.authRequired(NO_TOKEN));
  const given = withoutNulls(tool.schema, args);
  const fault = findFault(tool.schema, given);
  if (fault !== undefined) {
    const field = shownPath(fault.path);
    return failed(fail.malformed(`${field}: ${fault.reason}`, { field }));
  }
  try {
    // The schema has passed, and the buyer is known where the tool needs it.
    return await tool.run(given as never, call as never);
  } catch (error) {
    log.error({ err: error, tool: tool.name, args: preview(args) }, 'a call of an AI buyer failed');
    return failed(UNREACHABLE);
  }
}

export const NO_TOKEN =
  'expected Authorization: Bearer <token>, with the token that the operator gave you';
