import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import { countOwned, findRecord, writeIn } from '../../store/store.ts';
import {
  accountsOf,
  type BuyerAccount,
  brandOf,
  findAccount,
  findActiveAccount,
} from './accounts.ts';
import {
  type BuyDefinition,
  type BuyPackage,
  FINAL_STATUSES,
  flightOf,
  isoOf,
  MEDIA_BUY,
  type MediaBuy,
  PACKAGES_MAX,
  statusOf,
} from './buy.ts';
import {
  type CreateBuyArgs,
  CreateBuySchema,
  checkFields,
  type PackageArgs,
  type UpdateBuyArgs,
  UpdateBuySchema,
} from './buy-args.ts';
import { readLibrary, shownIn } from './creatives.ts';
import { withDailyCaps } from './daily-cap.ts';
import { attemptAll, noBuy, refuse, refuseIf, refuseWith } from './errors.ts';
import {
  agreedMeasurement,
  assignmentsOf,
  checkFlight,
  givenFields,
  packageOf,
  readFlight,
} from './package.ts';
import { authorOf } from './seller-terms.ts';
import { checkCreative, serveBuy } from './serve-buy.ts';
import { assignCreatives, keepCreatives } from './sync-creatives.ts';
import { type BuyerCall, tool } from './tool.ts';
import { acceptWebhook, follow } from './webhooks.ts';

export const createMediaBuy = tool('create_media_buy', {
  description:
    'Buys products: packages with a budget, a bid and targeting. They serve once they have creatives.',
  input: CreateBuySchema,
  isChange: true,
  async run(args, call) {
    const { query, sources, write, nowMs } = call;
    const account = await findActiveAccount(query, sources, call, args.account);
    const sent = args.packages ?? [];
    // Terms are negotiated before dates.
    for (const [index, one] of sent.entries()) agreedMeasurement(one, `packages[${index}]`, call);
    const terms = newTerms(args, account, call);
    const pacing = args.pacing === 'asap' ? 'asap' : 'even';
    const made = newPackages(call, sent, { list: 'packages', buy: terms, pacing });
    if ((await countOwned(query, MEDIA_BUY, [account.id])) >= MEDIA_BUY.countMax) {
      refuse.invalid('account', `expected at most ${MEDIA_BUY.countMax} media buys of an account`);
    }
    const id = `mb_${sources.newId().replaceAll('-', '')}`;
    const change = { account, id, state: 'open', terms, sent: made } as const;
    const { buy, lines } = await writeBuy(args, call, change);
    return {
      account: write.account(account),
      ...write.statedBuy({ buy, account, status: statusOf(buy, nowMs) }),
      confirmed_at: isoOf(buy.definition.confirmedMs),
      packages: lines.map((line) => write.package(terms, line)),
      // Conformance runs of 3.0 read the key from the answer. No version declares it there, and all allow it.
      ...(call.version === '3.0' && { idempotency_key: args.idempotency_key }),
    };
  },
});

export const updateMediaBuy = tool('update_media_buy', {
  description:
    'Changes a media buy: pauses, cancels, moves its end, changes its packages or adds some.',
  input: UpdateBuySchema,
  isChange: true,
  /** All of the call is carried out, or nothing. */
  async run(args, call) {
    const { query, sources, write, nowMs } = call;
    // Whoever may not spend may still stop.
    const account = isStop(args)
      ? await findAccount(query, call.buyer, args.account)
      : await findActiveAccount(query, sources, call, args.account);
    const before = await findRecord(query, MEDIA_BUY, args.media_buy_id);
    if (before?.kept.account !== account.id) return refuseWith(noBuy('media_buy_id'));
    checkFields(args, UpdateBuySchema, '');
    checkChangeable(before, args, nowMs);
    const terms = changedTerms(before.definition, args, call);
    const sent = [
      ...changedPackages(terms, args, call),
      ...newPackages(call, args.new_packages ?? [], { list: 'new_packages', buy: terms }),
    ];
    const state = args.canceled === true ? 'canceled' : before.state;
    const change = { account, id: before.id, state, terms, sent, before };
    const { buy, lines } = await writeBuy(args, call, change);
    const isWhole = args.canceled === true || args.paused != null || lines.length === 0;
    const affected = isWhole ? buy.definition.packages : lines;
    return {
      ...write.statedBuy({ buy, account, status: statusOf(buy, nowMs) }),
      implementation_date: isoOf(buy.changedMs),
      affected_packages: affected.map((line) => write.package(terms, line)),
    };
  },
});

/** Kept with a buy, and sent back as it came. */
const ECHOED = [
  'name',
  'po_number',
  'agency_estimate_number',
  'advertiser_industry',
  'context',
  'ext',
] as const;

function newTerms(args: CreateBuyArgs, account: BuyerAccount, call: BuyerCall): BuyDefinition {
  checkFields(args, CreateBuySchema, '');
  checkBrand(args, account);
  if (args.packages == null) refuse.malformed('packages', 'expected an array of packages');
  const { nowMs } = call;
  const flight = { startMs: nowMs, endMs: nowMs, ...readFlight(args, { path: '', nowMs }) };
  checkFlight(flight, '', nowMs);
  const told = { version: call.version, task: 'create_media_buy' };
  const notify = acceptWebhook(args.push_notification_config, told);
  return {
    brand: brandOf(args.brand),
    ...flight,
    packages: [],
    isPaused: args.paused ?? false,
    rejectedFor: '',
    confirmedMs: nowMs,
    ...(notify && { notify }),
    echoed: givenFields(args, ECHOED),
  };
}

/** An operator has approved the account for its brand, and for no other. */
function checkBrand({ brand }: CreateBuyArgs, { definition }: BuyerAccount): void {
  const { domain, brand_id } = definition.brand;
  if (brand.domain !== domain || (brand.brand_id ?? brand_id) !== brand_id) {
    refuse.invalid('brand', 'expected the brand of the account', {
      suggestion: 'Buy by the account of this brand: sync_accounts declares one.',
    });
  }
  if (definition.isSandbox || advertiserDomain(domain) !== undefined) return;
  refuse.invalid('brand.domain', 'expected a domain that publishers can block');
}

/** Nothing but pausing or canceling all of it. */
function isStop({ paused, canceled, packages, new_packages, end_time }: UpdateBuyArgs): boolean {
  const isMore = packages != null || new_packages != null || end_time != null;
  return !isMore && (paused === true || canceled === true);
}

function checkChangeable(buy: MediaBuy, { revision, canceled }: UpdateBuyArgs, nowMs: number) {
  if (revision != null && revision !== buy.revision) {
    refuse.conflict('revision', `expected ${buy.revision}: the buy has changed since ${revision}`, {
      suggestion: 'Read it with get_media_buys, and send the change again.',
      details: { current_revision: buy.revision },
    });
  }
  const status = statusOf(buy, nowMs);
  if (!FINAL_STATUSES.includes(status)) return;
  const reason = `the media buy is ${status}, and stays so`;
  if (canceled === true) refuse.notCancellable('canceled', reason);
  refuse.invalidState('media_buy_id', reason, { suggestion: 'Make another media buy.' });
}

function changedTerms(before: BuyDefinition, args: UpdateBuyArgs, call: BuyerCall): BuyDefinition {
  const { nowMs } = call;
  const flight = readFlight(args, { path: '', nowMs, before });
  const told = { version: call.version, task: 'update_media_buy' };
  const notify = acceptWebhook(args.push_notification_config, told);
  const next = {
    ...before,
    ...flight,
    isPaused: args.paused ?? before.isPaused,
    ...(args.canceled && { canceled: { atMs: nowMs, reason: args.cancellation_reason ?? '' } }),
    ...(notify && { notify }),
    // What a call wants back with its answer is of the call, and not of the buy.
    echoed: { ...before.echoed, ...givenFields(args, ['name']) },
  };
  if (Object.keys(flight).length > 0) checkFlight(next, '', nowMs);
  return next;
}

/** A package as a call makes it, with its arguments and where they stand. */
type SentPackage = {
  readonly line: BuyPackage;
  readonly args: PackageArgs;
  readonly path: string;
};

function changedPackages(
  terms: BuyDefinition,
  { packages = [] }: UpdateBuyArgs,
  call: BuyerCall,
): readonly SentPackage[] {
  const left = new Map(terms.packages.map((line) => [line.id, line]));
  return packages.map((args, index) => {
    const path = `packages[${index}]`;
    const reason = 'expected a package of the media buy, and each once';
    const line = left.get(args.package_id) ?? refuse.packageNotFound(`${path}.package_id`, reason);
    left.delete(line.id);
    return { line: packageOf(args, line, { buy: terms, path, call }), args, path };
  });
}

type NewPackages = {
  /** The argument that has them. */
  readonly list: string;
  readonly buy: BuyDefinition;
  /** Of packages that say nothing of it. */
  readonly pacing?: BuyPackage['pacing'];
};

/** All new packages of a call, or what is wrong with each. */
const newPackages = (
  call: BuyerCall,
  sent: readonly PackageArgs[],
  { list, ...terms }: NewPackages,
): readonly SentPackage[] =>
  attemptAll(sent, (args, index) => {
    const path = `${list}[${index}]`;
    return { line: packageOf(args, undefined, { ...terms, path, call }), args, path };
  });

type BuyChange = {
  readonly account: BuyerAccount;
  readonly id: string;
  readonly state: MediaBuy['state'];
  /** The terms of the buy, with the packages that it had. */
  readonly terms: BuyDefinition;
  readonly sent: readonly SentPackage[];
  /** Absent: it is new. */
  readonly before?: MediaBuy;
};

/** What is said of all packages at once. */
type WholeArgs = Partial<Pick<CreateBuyArgs, 'start_time' | 'end_time'>>;

/** Keeps a buy as a call makes it, within the cap of its buyer, with the creatives that it brings and the campaigns that serve it. */
async function writeBuy(
  args: WholeArgs,
  call: BuyerCall,
  { account, id, state, terms, sent, before }: BuyChange,
): Promise<{ readonly buy: MediaBuy; readonly lines: readonly BuyPackage[] }> {
  const { buyer, nowMs, query, sources } = call;
  const { isSandbox } = account.definition;
  const lines = await keepInline(call, account, sent);
  // A package that is changed keeps its place.
  const packages = [
    ...new Map([...terms.packages, ...lines].map((line) => [line.id, line])).values(),
  ];
  checkPackages(terms, packages, args, nowMs);
  if (!isSandbox) await checkCreatives(call, account, lines, sent);
  const accounts = await accountsOf(query, sources, buyer.id);
  const made = { id, state, definition: { ...terms, packages } };
  const capped = await withDailyCaps(query, made, { buyer, accounts, isSandbox, before, nowMs });
  const by = authorOf(buyer);
  const buy = await writeIn(query, MEDIA_BUY, id, {
    action: before === undefined ? 'create' : 'change',
    by,
    nowMs,
    next: () => ({
      state,
      definition: { ...terms, packages: capped },
      kept: { buyer: buyer.id, account: account.id },
    }),
  });
  await follow(query, MEDIA_BUY, buy);
  refuseIf(await serveBuy(query, account, buy, sources, by));
  return { buy, lines };
}

/** Keeps the creatives that packages bring along in the library, and assigns them beside those that are named. */
async function keepInline(
  call: BuyerCall,
  account: BuyerAccount,
  packages: readonly SentPackage[],
): Promise<readonly BuyPackage[]> {
  const lines: BuyPackage[] = [];
  for (const { line, args, path } of packages) {
    const { creatives: sent = [] } = args;
    if (sent.length === 0) {
      lines.push(line);
      continue;
    }
    const kept = await keepCreatives(call, account, { sent, path: `${path}.creatives` });
    // Other packages may show them already.
    if (kept.some(({ action }) => action === 'updated')) await assignCreatives(call, account, kept);
    const ids = sent.map(({ creative_id: id }) => id);
    const named = line.assignments
      .filter(({ creativeId }) => !ids.includes(creativeId))
      .map(({ creativeId, ...weight }) => ({ creative_id: creativeId, ...weight }));
    const brought = sent.map((one) => ({
      ...givenFields(one as JsonObject, ['weight', 'placement_ids', 'placement_refs']),
      creative_id: one.creative_id,
    }));
    lines.push({ ...line, assignments: assignmentsOf([...named, ...brought], path) });
  }
  return lines;
}

function checkPackages(
  terms: BuyDefinition,
  packages: readonly BuyPackage[],
  { start_time, end_time }: WholeArgs,
  nowMs: number,
): void {
  if (packages.length > PACKAGES_MAX) {
    refuse.invalid('new_packages', `expected at most ${PACKAGES_MAX} packages`);
  }
  const isMoved = start_time != null || end_time != null;
  for (const [index, line] of isMoved ? packages.entries() : []) {
    if (line.canceled !== undefined) continue;
    checkFlight(flightOf(terms, line), `packages[${index}].`, nowMs, terms);
  }
}

/** A package that a call makes, or whose creatives it names, shows what there is and what its product takes. */
async function checkCreatives(
  { query, sources }: BuyerCall,
  account: BuyerAccount,
  lines: readonly BuyPackage[],
  sent: readonly SentPackage[],
): Promise<void> {
  const library = await readLibrary(query, account.id, shownIn(lines));
  for (const [at, { path, args }] of sent.entries()) {
    const line = lines[at];
    const isKept = args.package_id !== undefined && !(args.creative_assignments ?? args.creatives);
    if (line === undefined || isKept) continue;
    const product = sources.products().find(({ id }) => id === line.productId);
    for (const [index, { creativeId }] of line.assignments.entries()) {
      const field = `${path}.creative_assignments[${index}].creative_id`;
      checkCreative(library.get(creativeId), product, field);
    }
  }
}
