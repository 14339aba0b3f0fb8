import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { findAccount, isReachedBy } from '../accounts/accounts.ts';
import { agentUrlOf } from '../agent-url.ts';
import { authorOf } from '../author.ts';
import { serveTermsOf } from '../buys/serve-buy.ts';
import { UNREACHABLE } from '../change-once.ts';
import {
  CreativeFiltersSchema,
  meetsFilters,
  unknownFilter,
} from '../creatives/creative-filters.ts';
import { standingTermsOf } from '../creatives/creative-status.ts';
import { assignedPackages, readBuys, readCreatives } from '../creatives/library.ts';
import { listedCreative } from '../creatives/listed-creative.ts';
import { CREATIVE_SORTS, pageOfCreatives } from '../creatives/sort-creatives.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { AccountReference, OPAQUE } from '../fields.ts';
import { Pagination } from '../paging.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
} from '../records/account-record.ts';
import {
  type BuyerCall,
  done,
  failed,
  type SellerSources,
  type Tool,
  type ToolAnswer,
} from '../tool.ts';
import type { ListedCreative } from '../wire/written-creative.ts';

/** Of one creative, and where the buyer does not say how many. */
const ASSIGNMENTS_SHOWN_MAX = 200;
const ASSIGNMENTS_SHOWN = 50;
const FIELDS_MAX = 50;
const FIELD_LENGTH_MAX = 50;

const ListCreativesSchema = Type.Object({
  account: Type.Optional(AccountReference),
  filters: Type.Optional(CreativeFiltersSchema),
  sort: Type.Optional(
    Type.Object({
      field: Type.Optional(Type.Enum([...CREATIVE_SORTS])),
      direction: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
  ),
  pagination: Type.Optional(Pagination),
  include_assignments: Type.Optional(Type.Boolean()),
  assignment_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ASSIGNMENTS_SHOWN_MAX })),
  include_snapshot: Type.Optional(Type.Boolean()),
  include_items: Type.Optional(Type.Boolean()),
  include_variables: Type.Optional(Type.Boolean()),
  include_pricing: Type.Optional(Type.Boolean()),
  include_purged: Type.Optional(Type.Boolean()),
  include_webhook_activity: Type.Optional(Type.Boolean()),
  fields: Type.Optional(
    Type.Array(Type.String({ maxLength: FIELD_LENGTH_MAX }), { minItems: 1, maxItems: FIELDS_MAX }),
  ),
  ...OPAQUE,
});

type ListCreativesArgs = DeepReadonly<Static<typeof ListCreativesSchema>>;

export function listCreatives(sources: SellerSources): Tool {
  return {
    name: 'list_creatives',
    description:
      'The creatives of an account, or of all your accounts, with their state of review and the packages that show them.',
    schema: ListCreativesSchema,
    openTo: 'buyers',
    run: (args: ListCreativesArgs, call: BuyerCall) => list(sources, args, call),
  };
}

async function list(
  sources: SellerSources,
  args: ListCreativesArgs,
  call: BuyerCall,
): Promise<ToolAnswer> {
  const { filters = {}, sort = {}, pagination } = args;
  const refused = unknownFilter(filters) ?? refusedInclude(args);
  if (refused !== undefined) return failed(refused);
  const database = sources.database();
  if (database === undefined) return failed(UNREACHABLE);
  const accounts = await accountsOf(database.query, args, call);
  if (isAdcpError(accounts)) return failed(accounts);
  const all = await readListed(sources, database.query, call, accounts);
  const matching = all.filter((one) => meetsFilters(one, filters));
  const { field = 'created_date', direction = 'desc' } = sort;
  const page = await pageOfCreatives(matching, { field, direction }, pagination);
  if (isAdcpError(page)) return failed(page);
  const agentUrl = agentUrlOf(sources);
  const shown = page.items.map((one) => shownOf(one, args, call, agentUrl));
  return done({
    query_summary: {
      total_matching: matching.length,
      returned: shown.length,
      filters_applied: Object.keys(filters),
      sort_applied: { field, direction },
    },
    pagination: { ...page.pagination, total_count: matching.length },
    creatives: shown,
    status_summary: statusSummary(matching, call),
    ...(accounts?.every(({ definition }) => definition.isSandbox) && { sandbox: true }),
  });
}

/** undefined: all accounts of the buyer. */
async function accountsOf(
  query: Query,
  { account, filters }: ListCreativesArgs,
  { buyer }: BuyerCall,
): Promise<readonly BuyerAccount[] | AdcpError | undefined> {
  const own = account && (await findAccount(query, buyer, account));
  if (own !== undefined && isAdcpError(own)) return own;
  if (filters?.accounts === undefined) return own && [own];
  const found = new Map<string, BuyerAccount>();
  for (const [index, reference] of filters.accounts.entries()) {
    const one = await findAccount(query, buyer, reference, `filters.accounts[${index}]`);
    if (isAdcpError(one)) return one;
    if (own === undefined || own.id === one.id) found.set(one.id, one);
  }
  return [...found.values()];
}

async function readListed(
  sources: SellerSources,
  query: Query,
  { buyer }: BuyerCall,
  accounts: readonly BuyerAccount[] | undefined,
): Promise<readonly ListedCreative[]> {
  const owners = accounts?.map(({ id }) => ({ account: id })) ?? [{ buyer: buyer.id }];
  const creatives = (await Promise.all(owners.map((one) => readCreatives(query, one)))).flat();
  const buys = (await Promise.all(owners.map((one) => readBuys(query, one)))).flat();
  const assigned = assignedPackages(buys);
  const known = new Map(
    (accounts ?? (await accountsIn(query, creatives))).map((one) => [one.id, one]),
  );
  const serve = serveTermsOf(sources, authorOf(buyer));
  return creatives.flatMap((creative) => {
    const account = known.get(creative.account);
    if (!isReachedBy(buyer, creative, account)) return [];
    const standing = standingTermsOf(account, serve);
    return [listedCreative(creative, account, assigned, standing, sources)];
  });
}

function accountsIn(
  query: Query,
  creatives: readonly { readonly account: string }[],
): Promise<readonly BuyerAccount[]> {
  const ids = new Set(creatives.map(({ account }) => account));
  const keys = [...ids].map(accountRecordKey);
  return BUYER_ACCOUNT_TABLE.readAll(query, keys);
}

/** What the protocol wants of every creative in a list. */
const ALWAYS = ['creative_id', 'name', 'status', 'created_date', 'updated_date'] as const;
const FORMAT = ['format_id', 'format_kind', 'format_option_ref'] as const;

function shownOf(
  listed: ListedCreative,
  args: ListCreativesArgs,
  { write }: BuyerCall,
  agentUrl: string,
): object {
  const {
    fields,
    include_assignments: hasAssignments = true,
    include_snapshot: hasSnapshot,
  } = args;
  const { assignment_limit: assignmentsMax = ASSIGNMENTS_SHOWN } = args;
  const written = {
    ...write.creative(listed, { agentUrl, assignmentsMax }),
    ...(listed.account !== undefined && { account: write.account(listed.account) }),
    ...(hasSnapshot === true && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
  };
  const wanted = fields && new Set<string>([...ALWAYS, ...FORMAT, 'rejection_reason', ...fields]);
  return Object.fromEntries(
    Object.entries(written).filter(
      ([name]) => (wanted?.has(name) ?? true) && (hasAssignments || name !== 'assignments'),
    ),
  );
}

function statusSummary(listed: readonly ListedCreative[], { write }: BuyerCall): object {
  const counts: Record<string, number> = {};
  for (const { status } of listed) {
    const written = write.creativeStatus(status);
    counts[written] = (counts[written] ?? 0) + 1;
  }
  return counts;
}

function refusedInclude({
  include_webhook_activity: wanted,
}: ListCreativesArgs): AdcpError | undefined {
  if (wanted !== true) return undefined;
  const field = 'include_webhook_activity';
  return fail.unsupported(`${field}: no list has what was sent to webhooks`, {
    field,
    suggestion: `Leave ${field} out.`,
  });
}
