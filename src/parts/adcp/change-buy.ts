import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { Query } from '../../lib/sql/database.ts';
import { countOwned, findRecord } from '../../store/store.ts';
import { type BuyerAccount, brandOf, findAccount, findActiveAccount } from './accounts.ts';
import {
  type BuyDefinition,
  FINAL_STATUSES,
  isoOf,
  MEDIA_BUY,
  type MediaBuy,
  statusOf,
} from './buy.ts';
import {
  CREATE_FIELDS,
  type CreateBuyArgs,
  CreateBuySchema,
  checkFields,
  type PackageArgs,
  UPDATE_FIELDS,
  type UpdateBuyArgs,
  UpdateBuySchema,
} from './buy-args.ts';
import { type AdcpError, attempt, Refused, refuse, refuseWith } from './errors.ts';
import {
  agreedMeasurement,
  changedPackage,
  checkFlight,
  givenFields,
  newPackage,
  readFlight,
} from './package.ts';
import { type BuyerCall, tool } from './tool.ts';
import { acceptReporting, acceptWebhook } from './webhooks.ts';
import { type SentPackage, writeBuy } from './write-buy.ts';

export const createMediaBuy = tool('create_media_buy', {
  description:
    'Buys products: packages with a budget, a bid and targeting. They serve once they have creatives.',
  input: CreateBuySchema,
  isChange: true,
  run: createBuy,
});

export const updateMediaBuy = tool('update_media_buy', {
  description:
    'Changes a media buy: pauses, cancels, moves its end, changes its packages or adds some.',
  input: UpdateBuySchema,
  isChange: true,
  run: updateBuy,
});

/** Makes a buy, with the campaigns that serve it. */
async function createBuy(args: CreateBuyArgs, call: BuyerCall): Promise<object> {
  const { query, sources } = call;
  const account = await findActiveAccount(query, sources, call, args.account);
  const sent = args.packages ?? [];
  const terms = attempt(() => {
    // Terms are negotiated before dates.
    for (const [index, one] of sent.entries()) agreedMeasurement(one, `packages[${index}]`, call);
    return newTerms(args, account, call);
  });
  // A buyer that corrects the buy learns of its packages in the same answer.
  const isRefused = terms instanceof Refused;
  const flight = isRefused ? ANY_FLIGHT : terms;
  const pacing = args.pacing === 'asap' ? 'asap' : 'even';
  const earlier = isRefused ? terms.errors : [];
  const made = newPackages(call, { sent, list: 'packages', flight, pacing, earlier });
  if (isRefused) throw terms;
  await checkCount(query, account);
  const id = `mb_${sources.newId().replaceAll('-', '')}`;
  const change = { account, id, state: 'open', terms, sent: made } as const;
  const { buy, lines } = await writeBuy(args, call, change);
  return {
    account: call.write.account(account),
    ...call.write.statedBuy({ buy, account, status: statusOf(buy, call.nowMs) }),
    confirmed_at: isoOf(buy.definition.confirmedMs),
    packages: lines.map((line) => call.write.package(terms, line)),
    // Conformance runs of 3.0 read the key from the answer. No version declares it there, and all allow it.
    ...(call.version === '3.0' && { idempotency_key: args.idempotency_key }),
  };
}

/** Of a buy whose own times are wrong. */
const ANY_FLIGHT = { startMs: 0, endMs: Date.UTC(9999, 0) };

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
  checkFields(args, CREATE_FIELDS, '');
  checkBrand(args, account);
  if (args.packages == null) refuse.malformed('packages', 'expected an array of packages');
  const { nowMs } = call;
  const flight = { startMs: nowMs, endMs: nowMs, ...readFlight(args, undefined, '', nowMs) };
  checkFlight(flight, '', nowMs);
  return {
    brand: brandOf(args.brand),
    ...flight,
    packages: [],
    isPaused: args.paused ?? false,
    rejectedFor: '',
    confirmedMs: nowMs,
    ...webhooksOf(args, 'create_media_buy', call),
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

async function checkCount(query: Query, { id }: BuyerAccount): Promise<void> {
  if ((await countOwned(query, MEDIA_BUY, [id])) < MEDIA_BUY.countMax) return;
  refuse.invalid('account', `expected at most ${MEDIA_BUY.countMax} media buys of an account`, {
    suggestion: 'Buy by another account.',
  });
}

/** Changes a buy, and the campaigns that serve it: all of the call, or nothing. */
async function updateBuy(args: UpdateBuyArgs, call: BuyerCall): Promise<object> {
  const { query, sources } = call;
  // Whoever may not spend may still stop.
  const account = isStop(args)
    ? await findAccount(query, call.buyer, args.account)
    : await findActiveAccount(query, sources, call, args.account);
  const before = await findRecord(query, MEDIA_BUY, args.media_buy_id);
  if (before?.kept.account !== account.id) return refuse.mediaBuyNotFound('media_buy_id');
  checkFields(args, UPDATE_FIELDS, '');
  checkChangeable(before, args, call.nowMs);
  const terms = changedTerms(before.definition, args, call);
  const changed = changedPackages(terms, args, call);
  const sent = args.new_packages ?? [];
  const list = 'new_packages';
  const added = newPackages(call, { sent, list, flight: terms, pacing: 'even' });
  const state = args.canceled === true ? 'canceled' : before.state;
  const packages = [...changed, ...added];
  const change = { account, id: before.id, state, terms, sent: packages, before };
  const { buy, lines } = await writeBuy(args, call, change);
  const isWhole = args.canceled === true || args.paused != null || lines.length === 0;
  const affected = isWhole ? buy.definition.packages : lines;
  return {
    ...call.write.statedBuy({ buy, account, status: statusOf(buy, call.nowMs) }),
    implementation_date: isoOf(buy.changedMs),
    affected_packages: affected.map((line) => call.write.package(terms, line)),
  };
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
  const flight = readFlight(args, before, '', nowMs);
  const next = {
    ...before,
    ...flight,
    isPaused: args.paused ?? before.isPaused,
    ...(args.canceled && { canceled: { atMs: nowMs, reason: args.cancellation_reason ?? '' } }),
    ...webhooksOf(args, 'update_media_buy', call),
    // What a call wants back with its answer is of the call, and not of the buy.
    echoed: { ...before.echoed, ...givenFields(args, ['name']) },
  };
  if (Object.keys(flight).length > 0) checkFlight(next, '', nowMs);
  return next;
}

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
    return { line: changedPackage(line, args, { buy: terms, path, call }), args, path };
  });
}

type NewPackages = {
  readonly sent: readonly PackageArgs[];
  /** The argument that has them. */
  readonly list: string;
  readonly flight: Pick<BuyDefinition, 'startMs' | 'endMs'>;
  /** Of packages that say nothing of it. */
  readonly pacing: 'even' | 'asap';
  /** What is wrong with the buy. */
  readonly earlier?: readonly AdcpError[];
};

const ERRORS_MAX = 20;

/** All new packages of a call, or what is wrong with each. */
function newPackages(
  call: BuyerCall,
  { sent, list, flight: buy, pacing, earlier = [] }: NewPackages,
): readonly SentPackage[] {
  const made = sent.map((args, index) => {
    const path = `${list}[${index}]`;
    return attempt(() => ({ line: newPackage(args, pacing, { buy, path, call }), args, path }));
  });
  const wrong = made.flatMap((one) => (one instanceof Refused ? one.errors : []));
  const [first, ...others] = [...earlier, ...wrong.slice(0, ERRORS_MAX)];
  if (first !== undefined) refuseWith(first, ...others);
  return made.flatMap((one) => (one instanceof Refused ? [] : [one]));
}

/** Where the buyer is told of the buy, as far as the call says so. */
function webhooksOf(
  args: Pick<CreateBuyArgs, 'push_notification_config' | 'reporting_webhook'>,
  task: 'create_media_buy' | 'update_media_buy',
  { version }: Pick<BuyerCall, 'version'>,
): Pick<BuyDefinition, 'notify' | 'reporting'> {
  const notify = acceptWebhook(args.push_notification_config, { version, task });
  const reporting = acceptReporting(args.reporting_webhook, { version });
  return { ...(notify && { notify }), ...(reporting && { reporting }) };
}
