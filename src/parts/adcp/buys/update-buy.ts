import type { Query } from '../../../lib/sql/database.ts';
import { findAccount, findActiveAccount } from '../accounts/accounts.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import {
  BUY_TABLE,
  type BuyDefinition,
  type BuyPackage,
  buyKey,
  type MediaBuy,
  PACKAGES_MAX,
} from '../records/buy-record.ts';
import {
  type BuyerCall,
  done,
  type FailedAnswer,
  failed,
  type SellerSources,
  type ToolAnswer,
} from '../tool.ts';
import type { ChangedPackageArgs, UpdateBuyArgs } from './buy-schemas.ts';
import { commonFault, echoedOf, totalFault, webhooksOf } from './buy-terms.ts';
import { changedPackage } from './changed-package.ts';
import { keepInline, sentPackages } from './inline-creatives.ts';
import { readLibrary } from './library.ts';
import { endFault, readMoment, readStart } from './moments.ts';
import { flightFault, newPackages } from './new-package.ts';
import { packageSources } from './package-sources.ts';
import { refusedField, UPDATE_FIELDS } from './refused-fields.ts';
import { FINAL_STATUSES, statusOf } from './status.ts';
import { type AssignedLine, writeBuy } from './write-buy.ts';

/** Changes a buy in the transaction of the caller, and the campaigns that serve it: all of the call, or nothing. */
export async function updateBuy(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  args: UpdateBuyArgs,
): Promise<ToolAnswer> {
  // Whoever may not spend may still stop.
  const find = isStop(args) ? findAccount : findActiveAccount;
  const account = await find(query, call.buyer, args.account);
  if (isAdcpError(account)) return failed(account);
  const buy = await BUY_TABLE.read(query, buyKey(args.media_buy_id));
  if (buy === undefined || buy.account !== account.id || buy.state === 'deleted') {
    return failed(fail.mediaBuyNotFound('media_buy_id'));
  }
  const library = await readLibrary(query, account.id, buy.definition.packages);
  const fault =
    refusedField(args, UPDATE_FIELDS, '') ??
    commonFault(args) ??
    seenFault(buy, args) ??
    finalFault(args, statusOf(buy, library, call.nowMs));
  if (fault !== undefined) return failed(fault);
  const changed = await changedBuy(query, sources, call, { buy, args, account });
  if (changed.kind === 'failed') return changed;
  const { next, assigned, affected } = changed;
  const stored = await writeBuy(query, sources, call, { account, next, before: buy, assigned });
  if (isAdcpError(stored)) return failed(stored);
  const nowLibrary = await readLibrary(query, account.id, stored.definition.packages);
  const view = { buy: stored, account, status: statusOf(stored, nowLibrary, call.nowMs) };
  return done(call.write.changedBuy(view, affected));
}

/** Nothing but pausing or canceling all of it. */
function isStop({ paused, canceled, packages, new_packages, end_time }: UpdateBuyArgs): boolean {
  const isMore = packages != null || new_packages != null || end_time != null;
  return !isMore && (paused === true || canceled === true);
}

function seenFault(buy: MediaBuy, { revision }: UpdateBuyArgs): AdcpError | undefined {
  if (revision == null || revision === buy.revision) return undefined;
  const message = `revision: expected ${buy.revision}: the buy has changed since ${revision}`;
  return fail.conflict(message, {
    field: 'revision',
    suggestion: 'Read it with get_media_buys, and send the change again.',
    details: { current_revision: buy.revision },
  });
}

function finalFault(
  { canceled }: UpdateBuyArgs,
  status: ReturnType<typeof statusOf>,
): AdcpError | undefined {
  if (!FINAL_STATUSES.includes(status)) return undefined;
  const message = `the media buy is ${status}, and stays so`;
  return canceled === true
    ? fail.notCancellable(message, { field: 'canceled' })
    : fail.invalidState(message, { field: 'media_buy_id', suggestion: 'Make another media buy.' });
}

type BuyUpdate = {
  readonly buy: MediaBuy;
  readonly args: UpdateBuyArgs;
  readonly account: Parameters<typeof keepInline>[3]['account'];
};

type ChangedBuyTerms = {
  readonly kind: 'changed';
  readonly next: Pick<MediaBuy, 'id' | 'state' | 'definition'>;
  readonly assigned: readonly AssignedLine[];
  /** Ids of the packages that the call is about. */
  readonly affected: ReadonlySet<string>;
};

async function changedBuy(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  { buy, args, account }: BuyUpdate,
): Promise<ChangedBuyTerms | FailedAnswer> {
  const terms = changedTerms(buy.definition, args, call, call.nowMs);
  if (isAdcpError(terms)) return failed(terms);
  const lines = changedLines(terms, args, sources, call);
  if (isAdcpError(lines)) return failed(lines);
  const sent = args.new_packages ?? [];
  const from = packageSources(sources, call);
  const made = newPackages(sent, { ...terms, pacing: 'even' }, 'new_packages', from);
  if (made.kind === 'failed') return made;
  const changed = args.packages ?? [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  const ofCall = changed.flatMap(({ package_id }) => byId.get(package_id) ?? []);
  const packagesSent = [
    ...sentPackages(ofCall, changed, 'packages'),
    ...sentPackages(made.lines, sent, 'new_packages'),
  ];
  const kept = await keepInline(query, sources, call, { account, packages: packagesSent });
  if (kept.kind === 'failed') return kept;
  const keptById = new Map(kept.lines.map((line) => [line.id, line]));
  const added = kept.lines.slice(ofCall.length);
  const packages = [...lines.map((line) => keptById.get(line.id) ?? line), ...added];
  const fault = packagesFault(terms, packages, args, call.nowMs);
  if (fault !== undefined) return failed(fault);
  const assigned = kept.lines.flatMap((line, index): readonly AssignedLine[] =>
    isAssigned(changed[index]) ? [{ line, path: packagesSent[index]?.path ?? '' }] : [],
  );
  const definition = { ...terms, packages };
  const state = args.canceled === true ? 'canceled' : buy.state;
  const isWhole =
    args.canceled === true || args.paused != null || changed.length + sent.length === 0;
  const affected = new Set((isWhole ? packages : kept.lines).map(({ id }) => id));
  return { kind: 'changed', next: { id: buy.id, state, definition }, assigned, affected };
}

/** Whether a call says which creatives a package shows. A new package always does. */
function isAssigned(changed: ChangedPackageArgs | undefined): boolean {
  return changed === undefined || (changed.creative_assignments ?? changed.creatives) != null;
}

/** The terms of the buy itself. */
function changedTerms(
  definition: BuyDefinition,
  args: UpdateBuyArgs,
  told: Pick<BuyerCall, 'version'>,
  nowMs: number,
): BuyDefinition | AdcpError {
  const webhooks = webhooksOf(args, 'update_media_buy', told);
  if (isAdcpError(webhooks)) return webhooks;
  const startMs =
    args.start_time == null ? definition.startMs : changedStart(definition, args.start_time, nowMs);
  if (isAdcpError(startMs)) return startMs;
  const endMs = args.end_time == null ? definition.endMs : readMoment(args.end_time, 'end_time');
  if (isAdcpError(endMs)) return endMs;
  const isMoved = args.start_time != null || args.end_time != null;
  const fault = isMoved ? endFault({ startMs, endMs }, 'end_time', nowMs) : undefined;
  const reason = args.cancellation_reason ?? '';
  return (
    fault ?? {
      ...definition,
      startMs,
      endMs,
      isPaused: args.paused ?? definition.isPaused,
      ...(args.canceled === true && { canceled: { atMs: nowMs, reason } }),
      ...webhooks,
      echoed: { ...definition.echoed, ...nameOf(args) },
    }
  );
}

/** What a call wants back with its answer is of the call, and not of the buy. */
function nameOf({ name }: UpdateBuyArgs) {
  return echoedOf(name == null ? {} : { name });
}

function changedStart({ startMs }: BuyDefinition, text: string, nowMs: number): number | AdcpError {
  if (startMs > nowMs) return readStart(text, 'start_time', nowMs);
  const field = 'start_time';
  return fail.invalid(`${field}: the media buy has started already`, { field });
}

function changedLines(
  terms: BuyDefinition,
  { packages = [] }: UpdateBuyArgs,
  sources: SellerSources,
  call: BuyerCall,
): readonly BuyPackage[] | AdcpError {
  const lines = new Map(terms.packages.map((line) => [line.id, line]));
  const seen = new Set<string>();
  for (const [index, args] of packages.entries()) {
    const path = `packages[${index}]`;
    const line = lines.get(args.package_id);
    const field = `${path}.package_id`;
    if (line === undefined) {
      return fail.packageNotFound(`${field}: expected a package of the media buy`, { field });
    }
    if (seen.has(line.id)) {
      return fail.invalid(`${field}: expected each package once`, { field });
    }
    seen.add(line.id);
    const next = changedPackage(line, args, {
      buy: terms,
      path,
      version: call.version,
      sources: packageSources(sources, call),
    });
    if (isAdcpError(next)) return next;
    lines.set(line.id, next);
  }
  return [...lines.values()];
}

function packagesFault(
  terms: BuyDefinition,
  packages: readonly BuyPackage[],
  args: UpdateBuyArgs,
  nowMs: number,
): AdcpError | undefined {
  if (packages.length > PACKAGES_MAX) {
    const field = 'new_packages';
    return fail.invalid(`${field}: expected at most ${PACKAGES_MAX} packages`, { field });
  }
  const isMoved = args.start_time != null || args.end_time != null;
  for (const [index, line] of isMoved ? packages.entries() : []) {
    const fault = line.canceled ?? flightFault(line, terms, `packages[${index}]`, nowMs);
    if (isAdcpError(fault)) return fault;
  }
  return totalFault(args, packages);
}
