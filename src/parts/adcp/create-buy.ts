import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  brandOf,
  findActiveAccount,
} from './accounts.ts';
import { BUY_TABLE, BUYS_MAX, type BuyDefinition, readLibrary, statusOf } from './buy.ts';
import { CREATE_FIELDS, type CreateBuyArgs, CreateBuySchema, checkFields } from './buy-args.ts';
import { authorOf, changeOnce } from './change-once.ts';
import { attempt, Refused, refuse } from './errors.ts';
import {
  checkEnd,
  checkMeasurement,
  newPackages,
  packageSources,
  readMoment,
  readStart,
} from './package.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import {
  accountScope,
  checkCommon,
  checkMixedPacing,
  checkTotal,
  echoedOf,
  keepInline,
  sentPackages,
  webhooksOf,
  writeBuy,
} from './write-buy.ts';

/** Makes a buy in the transaction of the caller, with the campaigns that serve it. */
async function createBuy(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  args: CreateBuyArgs,
): Promise<ToolAnswer> {
  const account = await findActiveAccount(query, call.buyer, args.account);
  const webhooks = webhooksOf(args, 'create_media_buy', call);
  const from = packageSources(sources, call);
  const terms = attempt(() => {
    checkMeasurement(args.packages ?? [], from.exchangeDomain);
    return buyTerms(args, { account, webhooks }, call.nowMs);
  });
  const pacing = args.pacing === 'asap' ? 'asap' : 'even';
  const sent = args.packages ?? [];
  // A buyer that corrects the buy learns of its packages in the same answer.
  const isRefused = terms instanceof Refused;
  const flight = { ...(isRefused ? ANY_FLIGHT : terms), pacing } as const;
  const made = newPackages(sent, flight, 'packages', from, isRefused ? terms.errors : []);
  if (isRefused) throw terms;
  const packages = sentPackages(made, sent, 'packages');
  const kept = await keepInline(query, sources, call, { account, packages });
  checkTotal(args, kept);
  await checkCount(query, account);
  await checkUndeclaredCount(query, account);
  await keepUndeclared(query, account, call);
  const buy = await writeBuy(query, sources, call, {
    account,
    next: {
      id: `mb_${sources.newId().replaceAll('-', '')}`,
      state: 'open',
      definition: { ...terms, packages: kept },
    },
    before: undefined,
    assigned: sentPackages(kept, [], 'packages'),
  });
  const library = await readLibrary(query, account.id, buy.definition.packages);
  return done({
    account: call.write.account(account),
    ...call.write.createdBuy({ buy, account, status: statusOf(buy, library, call.nowMs) }),
    ...keyOfAnswer(args, call),
  });
}

/** Conformance runs of 3.0 read the key from the answer. No version declares it there, and all allow it. */
function keyOfAnswer({ idempotency_key }: CreateBuyArgs, { version }: BuyerCall) {
  return version === '3.0' ? { idempotency_key } : {};
}

const ANY_FLIGHT = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

type BuyWebhooks = Pick<BuyDefinition, 'notify' | 'reporting'>;

function buyTerms(
  args: CreateBuyArgs,
  { account, webhooks }: { readonly account: BuyerAccount; readonly webhooks: BuyWebhooks },
  nowMs: number,
): BuyDefinition {
  checkFields(args, CREATE_FIELDS, '');
  checkCommon(args);
  checkMixedPacing(args);
  checkBrand(args, account);
  if (args.packages === undefined || args.packages === null) {
    return refuse.malformed('packages', 'expected an array of packages');
  }
  const startMs = readStart(args.start_time, 'start_time', nowMs);
  const endMs = readMoment(args.end_time, 'end_time');
  checkEnd({ startMs, endMs }, 'end_time', nowMs);
  return {
    brand: brandOf(args.brand),
    startMs,
    endMs,
    packages: [],
    isPaused: args.paused ?? false,
    rejectedFor: '',
    confirmedMs: nowMs,
    ...webhooks,
    echoed: echoedOf(args),
  };
}

/** An operator has approved the account for its brand, and for no other. */
function checkBrand({ brand }: CreateBuyArgs, { definition }: BuyerAccount): void {
  const { domain, brand_id } = definition.brand;
  const field = 'brand';
  if (brand.domain !== domain || (brand.brand_id ?? brand_id) !== brand_id) {
    refuse.invalid(field, 'expected the brand of the account', {
      suggestion: 'Buy by the account of this brand: sync_accounts declares one.',
    });
  }
  if (definition.isSandbox || advertiserDomain(domain) !== undefined) return;
  refuse.invalid(`${field}.domain`, 'expected a domain that publishers can block');
}

/** A sandbox that was never declared is an account from its first buy on, so that lists without an account have it. */
async function keepUndeclared(
  query: Query,
  { id, buyer, state, definition, createdMs }: BuyerAccount,
  call: BuyerCall,
): Promise<void> {
  if (createdMs > 0) return;
  const next = { id, buyer, account: id, state, definition };
  const change = { action: 'create', author: authorOf(call.buyer), nowMs: call.nowMs };
  await BUYER_ACCOUNT_TABLE.change(query, next, change);
}

/** Whoever names another brand in each call gets no more accounts than by declaring them. */
async function checkUndeclaredCount(
  query: Query,
  { buyer, createdMs }: BuyerAccount,
): Promise<void> {
  if (createdMs > 0) return;
  const count = await BUYER_ACCOUNT_TABLE.countSome(query, { buyer });
  if (count < BUYER_ACCOUNTS_MAX) return;
  refuse.invalid('account', `expected at most ${BUYER_ACCOUNTS_MAX} accounts of a buyer in all`, {
    suggestion: 'Use an account that you have: list_accounts has them.',
  });
}

async function checkCount(query: Query, account: BuyerAccount): Promise<void> {
  const count = await BUY_TABLE.countSome(query, { account: account.id });
  if (count < BUYS_MAX) return;
  refuse.invalid('account', `expected at most ${BUYS_MAX} media buys of an account`, {
    suggestion: 'Buy by another account.',
  });
}

export function createMediaBuy(sources: SellerSources): Tool {
  return {
    name: 'create_media_buy',
    description:
      'Buys products: packages with a budget, a bid and targeting. They serve once they have creatives.',
    schema: CreateBuySchema,
    openTo: 'buyers',
    async run(args: CreateBuyArgs, call) {
      const account = accountScope(call.buyer, args.account);
      return changeOnce(sources, call, { account, args }, (query) =>
        createBuy(query, sources, call, args),
      );
    },
  };
}
