import type { Query } from '../../ledger/database.ts';
import { advertiserDomain } from '../../openrtb/host-name.ts';
import { findActiveAccount } from '../accounts.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import { BUY_TABLE, BUYS_MAX, type BuyDefinition, type BuyPackage } from '../records/buy-record.ts';
import { type BuyerCall, done, failed, type ToolAnswer } from '../tool.ts';
import type { CreateBuyArgs } from './buy-schemas.ts';
import { commonFault, echoedOf, mixedPacingFault, totalFault, webhooksOf } from './buy-terms.ts';
import { keepInline } from './inline-creatives.ts';
import { readLibrary } from './library.ts';
import { endFault, readMoment, readStart } from './moments.ts';
import { newPackages } from './new-package.ts';
import { type BuySources, packageSources } from './package-sources.ts';
import { CREATE_FIELDS, refusedField } from './refused-fields.ts';
import { statusOf } from './status.ts';
import { writeBuy } from './write-buy.ts';

/** Makes a buy in the transaction of the caller, with the campaigns that serve it. */
export async function createBuy(
  query: Query,
  sources: BuySources,
  call: BuyerCall,
  args: CreateBuyArgs,
): Promise<ToolAnswer> {
  const account = await findActiveAccount(query, call.buyer, args.account);
  if (isAdcpError(account)) return failed(account);
  const terms = buyTerms(args, account, call.nowMs);
  if (isAdcpError(terms)) return failed(terms);
  const pacing = args.pacing === 'asap' ? 'asap' : 'even';
  const sent = args.packages ?? [];
  const made = newPackages(sent, { ...terms, pacing }, 'packages', packageSources(sources, call));
  if (made.kind === 'failed') return made;
  const placed = sent.map(({ creatives }, index) => ({ creatives, path: `packages[${index}]` }));
  const kept = await keepInline(query, sources, call, {
    ...{ account, sent: placed, lines: made.lines },
  });
  if (kept.kind === 'failed') return kept;
  const fault = totalFault(args, kept.lines) ?? (await tooMany(query, account));
  if (fault !== undefined) return failed(fault);
  const definition = { ...terms, packages: kept.lines };
  const buy = await writeBuy(query, sources, call, {
    account,
    next: { id: `mb_${sources.newId().replaceAll('-', '')}`, state: 'open', definition },
    before: undefined,
    assigned: kept.lines.map((line, index) => ({ line, path: `packages[${index}]` })),
  });
  if (isAdcpError(buy)) return failed(buy);
  const library = await readLibrary(query, account.id, buy.definition.packages);
  const view = { buy, account, status: statusOf(buy, library, call.nowMs) };
  return done({ account: call.write.account(account), ...call.write.createdBuy(view) });
}

type BuyTermsOfCall = Omit<BuyDefinition, 'packages'> & {
  readonly packages: readonly BuyPackage[];
};

function buyTerms(
  args: CreateBuyArgs,
  account: BuyerAccount,
  nowMs: number,
): BuyTermsOfCall | AdcpError {
  const fault =
    refusedField(args, CREATE_FIELDS, '') ??
    commonFault(args) ??
    mixedPacingFault(args) ??
    brandFault(args, account);
  if (fault !== undefined) return fault;
  if (args.packages === undefined || args.packages === null) {
    return fail.malformed('packages: expected an array of packages', { field: 'packages' });
  }
  const startMs = readStart(args.start_time, 'start_time', nowMs);
  if (isAdcpError(startMs)) return startMs;
  const endMs = readMoment(args.end_time, 'end_time');
  if (isAdcpError(endMs)) return endMs;
  const { domain, brand_id } = args.brand;
  return (
    endFault({ startMs, endMs }, 'end_time', nowMs) ?? {
      brand: brand_id == null ? { domain } : { domain, brand_id },
      startMs,
      endMs,
      packages: [],
      isPaused: args.paused ?? false,
      rejectedFor: '',
      confirmedMs: nowMs,
      ...webhooksOf(args),
      echoed: echoedOf(args),
    }
  );
}

/** An operator has approved the account for its brand, and for no other. */
function brandFault({ brand }: CreateBuyArgs, { definition }: BuyerAccount): AdcpError | undefined {
  const { domain, brand_id } = definition.brand;
  const field = 'brand';
  if (brand.domain !== domain || (brand.brand_id ?? brand_id) !== brand_id) {
    return fail.invalid(`${field}: expected the brand of the account`, {
      field,
      suggestion: 'Buy by the account of this brand: sync_accounts declares one.',
    });
  }
  if (definition.isSandbox || advertiserDomain(domain) !== undefined) return undefined;
  return fail.invalid(`${field}.domain: expected a domain that publishers can block`, { field });
}

async function tooMany(query: Query, account: BuyerAccount): Promise<AdcpError | undefined> {
  const count = await BUY_TABLE.countOf(query, account.id);
  if (count < BUYS_MAX) return undefined;
  const message = `expected at most ${BUYS_MAX} media buys of an account`;
  return fail.invalid(message, { field: 'account', suggestion: 'Buy by another account.' });
}
