import { toMicros } from '../../lib/money.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import { writeIn } from '../../store/store.ts';
import { accountsOf, type BuyerAccount } from './accounts.ts';
import { assignCreatives } from './assign-creatives.ts';
import {
  type BuyDefinition,
  type BuyPackage,
  flightOf,
  MEDIA_BUY,
  type MediaBuy,
  PACKAGES_MAX,
  readLibrary,
  totalUsd,
} from './buy.ts';
import type { CreateBuyArgs, PackageArgs, SentAssignment } from './buy-args.ts';
import { authorOf } from './buyers.ts';
import { withDailyCaps } from './daily-cap.ts';
import { refuse, refuseIf, refuseWith } from './errors.ts';
import { keepCreative } from './keep-creative.ts';
import { allOrNoneWeighted, assignmentsOf, checkFlight, givenFields } from './package.ts';
import { checkCreative, serveBuy, serveTermsOf } from './serve-buy.ts';
import type { BuyerCall } from './tool.ts';
import { follow } from './webhooks.ts';

/** A package as a call makes it, with its arguments and where they stand. */
export type SentPackage = {
  readonly line: BuyPackage;
  readonly args: PackageArgs;
  readonly path: string;
};

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
type WholeArgs = Partial<Pick<CreateBuyArgs, 'start_time' | 'end_time' | 'total_budget'>>;

/** Keeps a buy as a call makes it, within the cap of its buyer, with the creatives that it brings and the campaigns that serve it. */
export async function writeBuy(
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
  refuseIf(await serveBuy(query, account, buy, serveTermsOf(sources, by)));
  return { buy, lines };
}

/** Keeps the creatives that packages bring along in the library, and assigns them beside those that are named. */
async function keepInline(
  call: BuyerCall,
  account: BuyerAccount,
  packages: readonly SentPackage[],
): Promise<readonly BuyPackage[]> {
  const changed = new Set<string>();
  const lines: BuyPackage[] = [];
  for (const { line, args, path } of packages) {
    const { creatives = [] } = args;
    const brought: SentAssignment[] = [];
    for (const [index, sent] of creatives.entries()) {
      const at = `${path}.creatives[${index}]`;
      const kept = await keepCreative(call, account, { sent, path: at });
      if (kept.action === 'failed') refuseWith(...kept.errors);
      if (kept.action === 'updated') changed.add(sent.creative_id);
      const of = givenFields(sent as JsonObject, ['weight', 'placement_ids', 'placement_refs']);
      brought.push({ ...of, creative_id: sent.creative_id });
    }
    const ids = new Set(brought.map(({ creative_id }) => creative_id));
    const named = line.assignments.filter(({ creativeId }) => !ids.has(creativeId));
    const added = assignmentsOf(brought, path);
    lines.push({ ...line, assignments: allOrNoneWeighted([...named, ...added], path) });
  }
  // Other packages may show them already.
  if (changed.size > 0) await assignCreatives(call, account, changed);
  return lines;
}

function checkPackages(
  terms: BuyDefinition,
  packages: readonly BuyPackage[],
  { start_time, end_time, total_budget: total }: WholeArgs,
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
  const sum = totalUsd(packages);
  if (total == null || toMicros(total.amount) === toMicros(sum)) return;
  refuse.invalid(
    'total_budget.amount',
    `expected ${sum}, the sum of the budgets of the packages, but got ${total.amount}`,
    { suggestion: 'Leave it out, or send the sum.' },
  );
}

/** A package that a call makes, or whose creatives it names, shows what there is and what its product takes. */
async function checkCreatives(
  { query, sources }: BuyerCall,
  account: BuyerAccount,
  lines: readonly BuyPackage[],
  sent: readonly SentPackage[],
): Promise<void> {
  const library = await readLibrary(query, account.id, lines);
  for (const [at, { productId, assignments }] of lines.entries()) {
    const { path = '', args: { package_id, creative_assignments, creatives } = {} } =
      sent[at] ?? {};
    if (package_id !== undefined && (creative_assignments ?? creatives) == null) continue;
    const product = sources.products().find((one) => one.id === productId);
    for (const [index, { creativeId }] of assignments.entries()) {
      const field = `${path}.creative_assignments[${index}].creative_id`;
      checkCreative(library.get(creativeId), product, field);
    }
  }
}
