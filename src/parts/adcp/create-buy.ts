import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  brandOf,
  findActiveAccount,
} from './accounts.ts';
import { BUY_TABLE, BUYS_MAX, type BuyDefinition, readLibrary, statusOf } from './buy.ts';
import { CREATE_FIELDS, type CreateBuyArgs, CreateBuySchema, refusedField } from './buy-args.ts';
import { authorOf, changeOnce } from './change-once.ts';
import { type AdcpError, attempt, fail, Refused, refuse, refuseIf } from './errors.ts';
import {
  checkMeasurement,
  endFault,
  newPackages,
  packageSources,
  readMoment,
  readStart,
} from './package.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';
import {
  accountScope,
  commonFault,
  echoedOf,
  keepInline,
  mixedPacingFault,
  sentPackages,
  totalFault,
  webhooksOf,
  writeBuy,
} from './write-buy.ts';
import { changeIn } from './write-record.ts';

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
  refuseIf(
    totalFault(args, kept) ??
      (await tooMany(query, account)) ??
      (await tooManyUndeclared(query, account)),
  );
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
  refuseIf(
    refusedField(args, CREATE_FIELDS, '') ??
      commonFault(args) ??
      mixedPacingFault(args) ??
      brandFault(args, account),
  );
  if (args.packages === undefined || args.packages === null) {
    return refuse.malformed('packages', 'expected an array of packages');
  }
  const startMs = readStart(args.start_time, 'start_time', nowMs);
  const endMs = readMoment(args.end_time, 'end_time');
  refuseIf(endFault({ startMs, endMs }, 'end_time', nowMs));
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
function brandFault({ brand }: CreateBuyArgs, { definition }: BuyerAccount): AdcpError | undefined {
  const { domain, brand_id } = definition.brand;
  const field = 'brand';
  if (brand.domain !== domain || (brand.brand_id ?? brand_id) !== brand_id) {
    return fail.invalid(field, 'expected the brand of the account', {
      suggestion: 'Buy by the account of this brand: sync_accounts declares one.',
    });
  }
  if (definition.isSandbox || advertiserDomain(domain) !== undefined) return undefined;
  return fail.invalid(`${field}.domain`, 'expected a domain that publishers can block');
}

/** A sandbox that was never declared is an account from its first buy on, so that lists without an account have it. */
async function keepUndeclared(
  query: Query,
  { id, buyer, state, definition, createdMs }: BuyerAccount,
  call: BuyerCall,
): Promise<void> {
  if (createdMs > 0) return;
  const next = { id, buyer, account: id, state, definition };
  await changeIn<BuyerAccount, typeof next>(query, BUYER_ACCOUNT_TABLE, {
    key: accountRecordKey(id),
    action: 'create',
    author: authorOf(call.buyer),
    nowMs: call.nowMs,
    decide: () => next,
  });
}

/** Whoever names another brand in each call gets no more accounts than by declaring them. */
async function tooManyUndeclared(
  query: Query,
  { buyer, createdMs }: BuyerAccount,
): Promise<AdcpError | undefined> {
  if (createdMs > 0) return undefined;
  const count = await BUYER_ACCOUNT_TABLE.countSome(query, { buyer });
  if (count < BUYER_ACCOUNTS_MAX) return undefined;
  return fail.invalid(
    'account',
    `expected at most ${BUYER_ACCOUNTS_MAX} accounts of a buyer in all`,
    { suggestion: 'Use an account that you have: list_accounts has them.' },
  );
}

async function tooMany(query: Query, account: BuyerAccount): Promise<AdcpError | undefined> {
  const count = await BUY_TABLE.countOf(query, account.id);
  if (count < BUYS_MAX) return undefined;
  return fail.invalid('account', `expected at most ${BUYS_MAX} media buys of an account`, {
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
