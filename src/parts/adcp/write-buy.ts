import { toMicros } from '../../lib/money.ts';
import { findFault, type JsonObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  ACCOUNT_CURRENCY,
  ACCOUNT_TIMEZONE,
  accountIdOf,
  type BuyerAccount,
  naturalKeyOf,
} from './accounts.ts';
import { assignCreatives } from './assign-creatives.ts';
import {
  BUY_TABLE,
  type BuyDefinition,
  type BuyPackage,
  buyKey,
  type MediaBuy,
  readLibrary,
  totalUsd,
} from './buy.ts';
import type { CreateBuyArgs, SentAssignment, UpdateBuyArgs } from './buy-args.ts';
import type { Buyer } from './buyers.ts';
import { authorOf } from './change-once.ts';
import { withDailyCaps } from './daily-cap.ts';
import { attempt, Refused, refuse, refuseIf, refuseWith } from './errors.ts';
import type { AccountReferenceArgs } from './fields.ts';
import { keepCreative, type SentCreative, SentCreativeSchema } from './keep-creative.ts';
import { type LibraryTerms, libraryTerms } from './library.ts';
import { assignmentsOf, checkPacing, givenFields } from './package.ts';
import { checkAssigned, serveBuy, serveTermsOf } from './serve-buy.ts';
import type { BuyerCall, SellerSources } from './tool.ts';
import type { AdcpVersion } from './versions.ts';
import { acceptReporting, acceptWebhook, follow } from './webhooks.ts';

/** The account that a key of a call is used in, however it is named. A reference that is wrong names none. */
export function accountScope(buyer: Buyer, reference: AccountReferenceArgs): string {
  const key = attempt(() => naturalKeyOf(buyer, reference, 'account'));
  if (key === undefined) return reference.account_id ?? '';
  return key instanceof Refused ? '' : accountIdOf(buyer.id, key);
}

/** A package of a call, and the creatives that it brings along. */
type SentPackage = {
  readonly line: BuyPackage;
  /** Where the buyer wrote it. */
  readonly path: string;
  readonly creatives: readonly JsonObject[] | null | undefined;
};

/** Packages of a call, in the order in which it has them in `list`. */
export function sentPackages(
  lines: readonly BuyPackage[],
  sent: readonly { readonly creatives?: SentPackage['creatives'] }[],
  list: string,
): readonly SentPackage[] {
  return lines.map((line, index) => ({
    line,
    path: `${list}[${index}]`,
    creatives: sent[index]?.creatives,
  }));
}

type InlineTerms = {
  readonly account: BuyerAccount;
  readonly packages: readonly SentPackage[];
};

/** Keeps the creatives that packages bring along in the library, and assigns them beside those that are named. */
export async function keepInline(
  query: Query,
  sources: SellerSources,
  call: BuyerCall,
  { account, packages }: InlineTerms,
): Promise<readonly BuyPackage[]> {
  const library = libraryTerms(sources, call, account);
  const changed = new Set<string>();
  const lines: BuyPackage[] = [];
  for (const one of packages) {
    lines.push(await keepOfPackage(query, library, one, changed));
  }
  if (changed.size > 0) {
    // Other packages may show them already.
    const serve = serveTermsOf(sources, authorOf(call.buyer));
    const { fault } = await assignCreatives(query, { library, serve, changed }, []);
    refuseIf(fault);
  }
  return lines;
}

async function keepOfPackage(
  query: Query,
  library: LibraryTerms,
  { line, path, creatives }: SentPackage,
  changed: Set<string>,
): Promise<BuyPackage> {
  if (creatives == null) return line;
  const added: SentAssignment[] = [];
  for (const [index, sent] of creatives.entries()) {
    const at = `${path}.creatives[${index}]`;
    const creative = checkedCreative(sent, at);
    const kept = await keepCreative(query, library, creative, at);
    if (kept.action === 'failed') refuseWith(...kept.errors);
    if (kept.action === 'updated') changed.add(creative.creative_id);
    added.push(assignmentArgs(sent, creative.creative_id));
  }
  const ids = new Set(added.map(({ creative_id }) => creative_id));
  const named = line.assignments.flatMap(({ creativeId, weight }) =>
    ids.has(creativeId)
      ? []
      : [{ creative_id: creativeId, ...(weight !== undefined && { weight }) }],
  );
  return { ...line, assignments: assignmentsOf([...named, ...added], path) };
}

function checkedCreative(sent: JsonObject, path: string): SentCreative {
  const fault = findFault(SentCreativeSchema, sent, path);
  // The schema has passed.
  if (fault === undefined) return sent as SentCreative;
  return refuse.malformed(fault.path, fault.reason);
}

/** What an uploaded creative says of the package alone. */
function assignmentArgs(sent: JsonObject, id: string): SentAssignment {
  const { weight, placement_ids, placement_refs } = sent;
  return {
    creative_id: id,
    ...(typeof weight === 'number' && { weight }),
    ...(placement_ids != null && { placement_ids }),
    ...(placement_refs != null && { placement_refs }),
  };
}

/** Terms that a buy has beside those of its packages. */

type CommonArgs = Pick<
  CreateBuyArgs & UpdateBuyArgs,
  | 'total_budget'
  | 'budget_allocation'
  | 'budget_cap_timezone'
  | 'pacing'
  | 'push_notification_config'
  | 'reporting_webhook'
>;

/** Those that cannot be held, whatever the packages are. */
export function checkCommon(args: CommonArgs): void {
  const { total_budget, budget_allocation, budget_cap_timezone, pacing } = args;
  if (total_budget != null && total_budget.currency !== ACCOUNT_CURRENCY) {
    refuse.invalid('total_budget.currency', `expected ${ACCOUNT_CURRENCY}: all prices are in it`, {
      suggestion: `Send ${ACCOUNT_CURRENCY}.`,
    });
  }
  const mode = budget_allocation?.mode ?? 'fixed';
  if (mode !== 'fixed') {
    refuse.unsupported(
      'budget_allocation.mode',
      'expected "fixed": nothing moves money between packages',
      { suggestion: 'Send a budget in each package.' },
    );
  }
  if (budget_cap_timezone != null && budget_cap_timezone !== ACCOUNT_TIMEZONE) {
    refuse.unsupported(
      'budget_cap_timezone',
      `expected ${ACCOUNT_TIMEZONE}: the days of all caps are those of UTC`,
      { suggestion: 'Leave it out.' },
    );
  }
  checkPacing(pacing, 'pacing');
}

/** Packages are paced as their buy is, or each by itself. */
export function checkMixedPacing({ pacing, packages = [] }: CreateBuyArgs): void {
  const index = packages.findIndex((one) => one.pacing != null && one.pacing !== pacing);
  if (pacing == null || index === -1) return;
  refuse.unsupported(
    `packages[${index}].pacing`,
    `expected "${pacing}", as the buy is paced: money is not paced for several packages at once`,
    { suggestion: 'Send pacing in packages alone.' },
  );
}

/** The sum that a buyer states has to be that of the packages. */
export function checkTotal(
  { total_budget: total }: CommonArgs,
  packages: readonly BuyPackage[],
): void {
  if (total == null || toMicros(total.amount) === toMicros(totalUsd(packages))) return;
  const field = 'total_budget.amount';
  const sum = totalUsd(packages);
  refuse.invalid(
    field,
    `expected ${sum}, the sum of the budgets of the packages, but got ${total.amount}`,
    { suggestion: 'Leave it out, or send the sum.' },
  );
}

/** Where the buyer is told of the buy, as far as the call says so. */
export function webhooksOf(
  { push_notification_config: notify, reporting_webhook: reporting }: CommonArgs,
  task: 'create_media_buy' | 'update_media_buy',
  terms: { readonly version: AdcpVersion },
): Pick<BuyDefinition, 'notify' | 'reporting'> {
  const told = acceptWebhook(notify, { version: terms.version, task });
  const reported = acceptReporting(reporting, terms);
  return { ...(told && { notify: told }), ...(reported && { reporting: reported }) };
}

const ECHOED = [
  'name',
  'po_number',
  'agency_estimate_number',
  'advertiser_industry',
  'context',
  'ext',
] as const;

/** Kept with a buy, and sent back as it came. */
export function echoedOf(args: Partial<CreateBuyArgs>): JsonObject {
  return givenFields(args, ECHOED);
}

/** A package whose creatives the call names, and where it names them. */
export type AssignedLine = { readonly line: BuyPackage; readonly path: string };

type BuyChange = {
  readonly account: BuyerAccount;
  readonly next: Pick<MediaBuy, 'id' | 'state' | 'definition'>;
  /** undefined: it is new. */
  readonly before: MediaBuy | undefined;
  readonly assigned: readonly AssignedLine[];
};

/** Keeps a buy as it has become, within the cap of its buyer, and the campaigns that serve it. */
export async function writeBuy(
  query: Query,
  sources: SellerSources,
  { buyer, nowMs }: BuyerCall,
  { account, next, before, assigned }: BuyChange,
): Promise<MediaBuy> {
  const { isSandbox } = account.definition;
  const author = authorOf(buyer);
  const terms = serveTermsOf(sources, author);
  const library = await readLibrary(
    query,
    account.id,
    assigned.map(({ line }) => line),
  );
  for (const { line, path } of isSandbox ? [] : assigned) {
    checkAssigned(line, terms.findProduct(line.productId), library, path);
  }
  const packages = await withDailyCaps(query, next, { buyer, isSandbox, before, nowMs });
  const { id, state } = next;
  const definition = { ...next.definition, packages };
  const record = { id, buyer: buyer.id, account: account.id, state, definition };
  const action = before === undefined ? 'create' : 'change';
  const stored = await BUY_TABLE.change(query, record, { action, author, nowMs });
  await follow(query, buyKey(stored.id), stored);
  refuseIf(await serveBuy(query, account, stored, terms));
  return stored;
}
