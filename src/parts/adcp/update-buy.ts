import type { JsonObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import { findAccount, findActiveAccount } from './accounts.ts';
import {
  BUY_TABLE,
  type BuyDefinition,
  type BuyPackage,
  buyKey,
  FINAL_STATUSES,
  type MediaBuy,
  PACKAGES_MAX,
  readLibrary,
  statusOf,
} from './buy.ts';
import {
  CHANGED_PACKAGE_FIELDS,
  type ChangedPackageArgs,
  checkFields,
  UPDATE_FIELDS,
  type UpdateBuyArgs,
  UpdateBuySchema,
} from './buy-args.ts';
import { changeOnce } from './change-once.ts';
import { refuse } from './errors.ts';
import {
  assignmentsOf,
  bidOf,
  checkEnd,
  checkFlight,
  checkLine,
  checkPacing,
  flightIn,
  givenFields,
  newPackages,
  optionOf,
  type PackageSources,
  packageSources,
  productOf,
  readMoment,
  readStart,
  withoutNulls,
} from './package.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import type { AdcpVersion } from './versions.ts';
import {
  type AssignedLine,
  accountScope,
  checkCommon,
  checkTotal,
  echoedOf,
  keepInline,
  sentPackages,
  webhooksOf,
  writeBuy,
} from './write-buy.ts';

type ChangeTerms = {
  readonly buy: Pick<BuyDefinition, 'startMs' | 'endMs'>;
  readonly path: string;
  readonly version: AdcpVersion;
  readonly sources: PackageSources;
};

/** Fields that change what a package costs or where it runs: they are checked against the product as it is now. */
const PRODUCT_FIELDS = [
  'budget',
  'bid_price',
  'bidding',
  'daily_budget_cap',
  'targeting_overlay',
] as const;

/** A package as an update makes it. */
function changedPackage(
  line: BuyPackage,
  args: ChangedPackageArgs,
  { buy, path, version, sources }: ChangeTerms,
): BuyPackage {
  checkFields(args, CHANGED_PACKAGE_FIELDS, `${path}.`);
  checkState(line, args, path);
  checkPacing(args.pacing, `${path}.pacing`);
  const { nowMs } = sources;
  const flight = changedFlight(line, args, buy, path, nowMs);
  const assignments =
    args.creative_assignments == null
      ? line.assignments
      : assignmentsOf(args.creative_assignments, path);
  const reason = args.cancellation_reason ?? '';
  const next: BuyPackage = {
    ...line,
    ...flight,
    ...(args.budget != null && { budgetUsd: args.budget }),
    pacing: args.pacing === 'asap' || args.pacing === 'even' ? args.pacing : line.pacing,
    assignments,
    isPaused: args.paused ?? line.isPaused,
    ...(args.canceled === true && { canceled: { atMs: nowMs, reason } }),
    echoed: echoedChange(line, args),
  };
  return withProductTerms(withCap(next, args), args, { buy, path, version, sources });
}

function checkState(line: BuyPackage, args: ChangedPackageArgs, path: string): void {
  if (line.canceled === undefined) return;
  const isAgain = args.canceled === true;
  const refuseChange = isAgain ? refuse.notCancellable : refuse.invalidState;
  const field = isAgain ? `${path}.canceled` : path;
  refuseChange(field, 'the package is canceled, and stays so', {
    suggestion: 'Add a package with new_packages.',
  });
}

/** A flight that has begun keeps its start. */
function changedFlight(
  line: BuyPackage,
  args: ChangedPackageArgs,
  buy: ChangeTerms['buy'],
  path: string,
  nowMs: number,
): Pick<BuyPackage, 'startMs' | 'endMs'> {
  if (args.start_time == null && args.end_time == null) return {};
  const begunMs = line.startMs ?? buy.startMs;
  if (args.start_time != null && begunMs <= nowMs) {
    return refuse.invalid(`${path}.start_time`, 'the package has started already');
  }
  const asked = flightIn(args, buy, path, nowMs);
  const startMs = asked.startMs ?? line.startMs;
  const endMs = asked.endMs ?? line.endMs;
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    return refuse.invalid(`${path}.end_time`, 'expected an end after the start');
  }
  return asked;
}

/** Null takes a cap away, as it does in 3.2. */
function withCap(line: BuyPackage, { daily_budget_cap: cap }: ChangedPackageArgs): BuyPackage {
  if (cap === undefined) return line;
  const { dailyCapUsd: _, ...uncapped } = line;
  return cap === null ? uncapped : { ...uncapped, dailyCapUsd: cap };
}

function withProductTerms(
  line: BuyPackage,
  args: ChangedPackageArgs,
  { path, version, sources }: ChangeTerms,
): BuyPackage {
  if (PRODUCT_FIELDS.every((name) => args[name] === undefined)) return line;
  const product = productOf(line.productId, path, sources);
  const option = optionOf(product, line.pricingOptionId, path);
  const isBid = args.bid_price != null || args.bidding != null;
  const bid = isBid ? bidOf(args, option, path) : {};
  const targeting = changedTargeting(line, args, version);
  const { bidAs: before, targeting: _, ...rest } = line;
  const bidAs = isBid || before === undefined ? {} : { bidAs: before };
  const next: BuyPackage = {
    ...rest,
    ...bidAs,
    ...bid,
    ...(Object.keys(targeting).length > 0 && { targeting }),
  };
  checkLine(next, product, path);
  return next;
}

/** Until 3.2 an overlay replaces the one before; since then each of its dimensions does. */
function changedTargeting(
  { targeting = {} }: BuyPackage,
  { targeting_overlay: overlay }: ChangedPackageArgs,
  version: AdcpVersion,
): JsonObject {
  const before = overlay == null || version === '3.2' ? targeting : {};
  return withoutNulls({ ...before, ...overlay });
}

function echoedChange({ echoed }: BuyPackage, args: ChangedPackageArgs): JsonObject {
  return { ...echoed, ...givenFields(args, ['context', 'ext']) };
}

/** Changes a buy in the transaction of the caller, and the campaigns that serve it: all of the call, or nothing. */
async function updateBuy(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  args: UpdateBuyArgs,
): Promise<ToolAnswer> {
  // Whoever may not spend may still stop.
  const find = isStop(args) ? findAccount : findActiveAccount;
  const account = await find(query, call.buyer, args.account);
  const buy = await BUY_TABLE.read(query, buyKey(args.media_buy_id));
  if (buy === undefined || buy.account !== account.id || buy.state === 'deleted') {
    return refuse.mediaBuyNotFound('media_buy_id');
  }
  const library = await readLibrary(query, account.id, buy.definition.packages);
  checkFields(args, UPDATE_FIELDS, '');
  checkCommon(args);
  checkSeen(buy, args);
  checkFinal(args, statusOf(buy, library, call.nowMs));
  const { next, assigned, affected } = await changedBuy(query, sources, call, {
    buy,
    args,
    account,
  });
  const stored = await writeBuy(query, sources, call, { account, next, before: buy, assigned });
  const nowLibrary = await readLibrary(query, account.id, stored.definition.packages);
  const view = { buy: stored, account, status: statusOf(stored, nowLibrary, call.nowMs) };
  return done(call.write.changedBuy(view, affected));
}

/** Nothing but pausing or canceling all of it. */
function isStop({ paused, canceled, packages, new_packages, end_time }: UpdateBuyArgs): boolean {
  const isMore = packages != null || new_packages != null || end_time != null;
  return !isMore && (paused === true || canceled === true);
}

function checkSeen(buy: MediaBuy, { revision }: UpdateBuyArgs): void {
  if (revision == null || revision === buy.revision) return;
  refuse.conflict('revision', `expected ${buy.revision}: the buy has changed since ${revision}`, {
    suggestion: 'Read it with get_media_buys, and send the change again.',
    details: { current_revision: buy.revision },
  });
}

function checkFinal({ canceled }: UpdateBuyArgs, status: ReturnType<typeof statusOf>): void {
  if (!FINAL_STATUSES.includes(status)) return;
  const reason = `the media buy is ${status}, and stays so`;
  if (canceled === true) refuse.notCancellable('canceled', reason);
  refuse.invalidState('media_buy_id', reason, { suggestion: 'Make another media buy.' });
}

type BuyUpdate = {
  readonly buy: MediaBuy;
  readonly args: UpdateBuyArgs;
  readonly account: Parameters<typeof keepInline>[3]['account'];
};

type ChangedBuyTerms = {
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
): Promise<ChangedBuyTerms> {
  const terms = changedTerms(buy.definition, args, call, call.nowMs);
  const lines = changedLines(terms, args, sources, call);
  const sent = args.new_packages ?? [];
  const from = packageSources(sources, call);
  const made = newPackages(sent, { ...terms, pacing: 'even' }, 'new_packages', from);
  const changed = args.packages ?? [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  const ofCall = changed.flatMap(({ package_id }) => byId.get(package_id) ?? []);
  const packagesSent = [
    ...sentPackages(ofCall, changed, 'packages'),
    ...sentPackages(made, sent, 'new_packages'),
  ];
  const kept = await keepInline(query, sources, call, { account, packages: packagesSent });
  const keptById = new Map(kept.map((line) => [line.id, line]));
  const added = kept.slice(ofCall.length);
  const packages = [...lines.map((line) => keptById.get(line.id) ?? line), ...added];
  checkPackages(terms, packages, args, call.nowMs);
  const assigned = kept.flatMap((line, index): readonly AssignedLine[] =>
    isAssigned(changed[index]) ? [{ line, path: packagesSent[index]?.path ?? '' }] : [],
  );
  const definition = { ...terms, packages };
  const state = args.canceled === true ? 'canceled' : buy.state;
  const isWhole =
    args.canceled === true || args.paused != null || changed.length + sent.length === 0;
  const affected = new Set((isWhole ? packages : kept).map(({ id }) => id));
  return { next: { id: buy.id, state, definition }, assigned, affected };
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
): BuyDefinition {
  const webhooks = webhooksOf(args, 'update_media_buy', told);
  const startMs =
    args.start_time == null ? definition.startMs : changedStart(definition, args.start_time, nowMs);
  const endMs = args.end_time == null ? definition.endMs : readMoment(args.end_time, 'end_time');
  const isMoved = args.start_time != null || args.end_time != null;
  if (isMoved) checkEnd({ startMs, endMs }, 'end_time', nowMs);
  const reason = args.cancellation_reason ?? '';
  return {
    ...definition,
    startMs,
    endMs,
    isPaused: args.paused ?? definition.isPaused,
    ...(args.canceled === true && { canceled: { atMs: nowMs, reason } }),
    ...webhooks,
    echoed: { ...definition.echoed, ...nameOf(args) },
  };
}

/** What a call wants back with its answer is of the call, and not of the buy. */
function nameOf({ name }: UpdateBuyArgs) {
  return echoedOf(name == null ? {} : { name });
}

function changedStart({ startMs }: BuyDefinition, text: string, nowMs: number): number {
  if (startMs > nowMs) return readStart(text, 'start_time', nowMs);
  return refuse.invalid('start_time', 'the media buy has started already');
}

function changedLines(
  terms: BuyDefinition,
  { packages = [] }: UpdateBuyArgs,
  sources: SellerSources,
  call: BuyerCall,
): readonly BuyPackage[] {
  const lines = new Map(terms.packages.map((line) => [line.id, line]));
  const seen = new Set<string>();
  for (const [index, args] of packages.entries()) {
    const path = `packages[${index}]`;
    const line = lines.get(args.package_id);
    const field = `${path}.package_id`;
    if (line === undefined) {
      return refuse.packageNotFound(field, 'expected a package of the media buy');
    }
    if (seen.has(line.id)) {
      return refuse.invalid(field, 'expected each package once');
    }
    seen.add(line.id);
    const next = changedPackage(line, args, {
      buy: terms,
      path,
      version: call.version,
      sources: packageSources(sources, call),
    });
    lines.set(line.id, next);
  }
  return [...lines.values()];
}

function checkPackages(
  terms: BuyDefinition,
  packages: readonly BuyPackage[],
  args: UpdateBuyArgs,
  nowMs: number,
): void {
  if (packages.length > PACKAGES_MAX) {
    refuse.invalid('new_packages', `expected at most ${PACKAGES_MAX} packages`);
  }
  const isMoved = args.start_time != null || args.end_time != null;
  for (const [index, line] of isMoved ? packages.entries() : []) {
    if (line.canceled !== undefined) continue;
    checkFlight(line, terms, `packages[${index}]`, nowMs);
  }
  checkTotal(args, packages);
}

export function updateMediaBuy(sources: SellerSources): Tool {
  return {
    name: 'update_media_buy',
    description:
      'Changes a media buy: pauses, cancels, moves its end, changes its packages or adds some.',
    schema: UpdateBuySchema,
    openTo: 'buyers',
    run: (args: UpdateBuyArgs, call) =>
      changeOnce(
        sources,
        call,
        { account: accountScope(call.buyer, args.account), args },
        (query) => updateBuy(query, sources, call, args),
      ),
  };
}
