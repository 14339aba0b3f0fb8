import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
  findAccount,
  isReachedBy,
} from './accounts.ts';
import { agentUrlOf } from './brand.ts';
import { authorOf, UNREACHABLE } from './change-once.ts';
import { CREATIVE_STATUSES } from './creatives.ts';
import { refuse, refuseWith } from './errors.ts';
import { AccountReference, OPAQUE } from './fields.ts';
import { type FormatId, findFormat, type SellerFormat } from './formats.ts';
import { CreativeId } from './keep-creative.ts';
import {
  assignedPackages,
  listedCreative,
  readBuys,
  readCreatives,
  standingTermsOf,
} from './library.ts';
import { type ListPage, Pagination, pageOf, pageOfList } from './paging.ts';
import { serveTermsOf } from './serve-buy.ts';
import {
  type BuyerCall,
  done,
  type SellerSources,
  type Tool,
  type ToolAnswer,
  type ToolCall,
} from './tool.ts';
import type { ListedCreative } from './wire/written.ts';

const VALUES_MAX = 100;
const TEXT_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2048;

const Text = Type.String({ maxLength: TEXT_LENGTH_MAX });
const Texts = Type.Array(Text, { minItems: 1, maxItems: VALUES_MAX });

const FormatIds = Type.Array(
  Type.Object({ agent_url: Type.String({ maxLength: URL_LENGTH_MAX }), id: Text }),
  { minItems: 1, maxItems: VALUES_MAX },
);

const Instant = Type.Refine(
  Type.String({ maxLength: 40, expects: 'a time like 2026-03-01T09:00:00Z' }),
  (text) => !Number.isNaN(Date.parse(text)),
);

/** What a list of the library may be narrowed by. */
const CreativeFiltersSchema = Type.Object({
  accounts: Type.Optional(Type.Array(AccountReference, { minItems: 1, maxItems: VALUES_MAX })),
  statuses: Type.Optional(Type.Array(Type.Enum([...CREATIVE_STATUSES]), { minItems: 1 })),
  tags: Type.Optional(Texts),
  tags_any: Type.Optional(Texts),
  name_contains: Type.Optional(Text),
  creative_ids: Type.Optional(Type.Array(CreativeId, { minItems: 1, maxItems: VALUES_MAX })),
  created_after: Type.Optional(Instant),
  created_before: Type.Optional(Instant),
  updated_after: Type.Optional(Instant),
  updated_before: Type.Optional(Instant),
  assigned_to_packages: Type.Optional(Texts),
  media_buy_ids: Type.Optional(Texts),
  unassigned: Type.Optional(Type.Boolean()),
  format_ids: Type.Optional(FormatIds),
  format_kinds: Type.Optional(Texts),
  asset_types: Type.Optional(Texts),
  has_variables: Type.Optional(Type.Boolean()),
});

type CreativeFilters = DeepReadonly<Static<typeof CreativeFiltersSchema>>;

const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(CreativeFiltersSchema.properties),
  'ext',
]);

/** A filter that is not there must not be taken for one that everything meets. */
function checkFilterNames(filters: object): void {
  const unknown = Object.keys(filters).find((name) => !NAMES.has(name));
  if (unknown === undefined) return;
  refuse.unsupported(
    `filters.${unknown.slice(0, TEXT_LENGTH_MAX)}`,
    `expected one of ${[...NAMES].join(', ')}`,
  );
}

/** Whether a creative is in the list. One that is archived is only where its status is asked for. */
function meetsFilters(listed: ListedCreative, filters: CreativeFilters): boolean {
  const { creative, status, packages } = listed;
  const { statuses, creative_ids: ids, assigned_to_packages: lines, media_buy_ids: buys } = filters;
  const { name_contains: part, unassigned, has_variables: hasVariables } = filters;
  return (
    (statuses === undefined ? status !== 'archived' : statuses.includes(status)) &&
    (ids?.includes(creative.id) ?? true) &&
    (part === undefined || creative.definition.name.toLowerCase().includes(part.toLowerCase())) &&
    (lines === undefined || packages.some(({ packageId }) => lines.includes(packageId))) &&
    (buys === undefined || packages.some(({ buyId }) => buys.includes(buyId))) &&
    (unassigned === undefined || unassigned === (packages.length === 0)) &&
    hasVariables !== true &&
    meetsTimes(listed, filters) &&
    meetsContent(listed, filters)
  );
}

function meetsTimes({ creative }: ListedCreative, filters: CreativeFilters): boolean {
  const isWithin = (ms: number, after: string | undefined, before: string | undefined) =>
    (after === undefined || ms > Date.parse(after)) &&
    (before === undefined || ms < Date.parse(before));
  return (
    isWithin(creative.createdMs, filters.created_after, filters.created_before) &&
    isWithin(creative.changedMs, filters.updated_after, filters.updated_before)
  );
}

function meetsContent({ creative }: ListedCreative, filters: CreativeFilters): boolean {
  const { format_id: id, format_kind: kind, assets, tags } = creative.definition.sent;
  const own: readonly unknown[] = Array.isArray(tags) ? tags : [];
  const types = assetTypes(assets);
  return (
    (filters.tags?.every((tag) => own.includes(tag)) ?? true) &&
    (filters.tags_any?.some((tag) => own.includes(tag)) ?? true) &&
    (filters.format_kinds?.some((one) => one === kind) ?? true) &&
    (filters.format_ids?.some((one) => isSameFormat(one, id)) ?? true) &&
    (filters.asset_types?.some((type) => types.has(type)) ?? true)
  );
}

function isSameFormat(asked: FormatId, id: unknown): boolean {
  if (!isObject(id) || typeof id.agent_url !== 'string' || typeof id.id !== 'string') return false;
  const own = { agent_url: id.agent_url, id: id.id, name: '', description: '', assets: [] };
  return findFormat([{ ...own, restrictsTo: undefined }], asked) !== undefined;
}

function assetTypes(assets: unknown): ReadonlySet<unknown> {
  const all = Object.values(isObject(assets) ? assets : {}).flat();
  return new Set(all.map((asset) => (isObject(asset) ? asset.asset_type : undefined)));
}

const CREATIVE_SORTS = [
  'created_date',
  'updated_date',
  'name',
  'status',
  'assignment_count',
] as const;

type CreativeOrder = {
  readonly field: (typeof CREATIVE_SORTS)[number];
  readonly direction: 'asc' | 'desc';
};

const VALUES: Readonly<
  Record<
    Exclude<CreativeOrder['field'], 'created_date'>,
    (listed: ListedCreative) => string | number
  >
> = {
  updated_date: ({ creative }) => creative.changedMs,
  name: ({ creative }) => creative.definition.name,
  status: ({ status }) => status,
  assignment_count: ({ packages }) => packages.length,
};

/** A page of creatives in an order. In that of their creation, pages hold while others come and go. */
function pageOfCreatives(
  listed: readonly ListedCreative[],
  { field, direction }: CreativeOrder,
  asked: Parameters<typeof pageOfList>[0]['asked'],
): Promise<ListPage<ListedCreative>> {
  const list = `list_creatives ${field} ${direction}`;
  const shown = (one: ListedCreative) => one;
  if (field !== 'created_date') {
    return pageOfList({ list, asked, items: sortedBy(listed, VALUES[field], direction), shown });
  }
  const positionOf = ({ creative }: ListedCreative) =>
    direction === 'asc' ? creative.createdRevision : LAST - creative.createdRevision;
  const items = listed.toSorted((one, other) => positionOf(one) - positionOf(other));
  return pageOf({
    list,
    asked,
    read: async (after, countMax) =>
      items.filter((one) => positionOf(one) > after).slice(0, countMax),
    positionOf,
    shown,
  });
}

/** Above every revision. */
const LAST = Number.MAX_SAFE_INTEGER;

function sortedBy(
  listed: readonly ListedCreative[],
  keyOf: (listed: ListedCreative) => string | number,
  direction: CreativeOrder['direction'],
): readonly ListedCreative[] {
  const sign = direction === 'asc' ? 1 : -1;
  return listed.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a !== b) return a < b ? -sign : sign;
    return sign * (one.creative.createdRevision - other.creative.createdRevision);
  });
}

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
  checkFilterNames(filters);
  checkInclude(args);
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  const accounts = await accountsOf(database.query, args, call);
  const all = await readListed(sources, database.query, call, accounts);
  const matching = all.filter((one) => meetsFilters(one, filters));
  const { field = 'created_date', direction = 'desc' } = sort;
  const page = await pageOfCreatives(matching, { field, direction }, pagination);
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
): Promise<readonly BuyerAccount[] | undefined> {
  const own = account && (await findAccount(query, buyer, account));
  if (filters?.accounts === undefined) return own && [own];
  const found = new Map<string, BuyerAccount>();
  for (const [index, reference] of filters.accounts.entries()) {
    const one = await findAccount(query, buyer, reference, `filters.accounts[${index}]`);
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

function checkInclude({ include_webhook_activity: wanted }: ListCreativesArgs): void {
  if (wanted !== true) return;
  const field = 'include_webhook_activity';
  refuse.unsupported(field, 'no list has what was sent to webhooks', {
    suggestion: `Leave ${field} out.`,
  });
}

const ListFormatsSchema = Type.Object({
  format_ids: Type.Optional(FormatIds),
  asset_types: Type.Optional(Texts),
  max_width: Type.Optional(Type.Integer()),
  max_height: Type.Optional(Type.Integer()),
  min_width: Type.Optional(Type.Integer()),
  min_height: Type.Optional(Type.Integer()),
  is_responsive: Type.Optional(Type.Boolean()),
  name_search: Type.Optional(Text),
  wcag_level: Type.Optional(Text),
  disclosure_positions: Type.Optional(Texts),
  disclosure_persistence: Type.Optional(Texts),
  output_format_ids: Type.Optional(FormatIds),
  input_format_ids: Type.Optional(FormatIds),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

type ListFormatsArgs = DeepReadonly<Static<typeof ListFormatsSchema>>;

export function listCreativeFormats({ formats }: Pick<SellerSources, 'formats'>): Tool {
  return {
    name: 'list_creative_formats',
    description: 'The formats in which creatives can be brought, with the assets of each.',
    schema: ListFormatsSchema,
    openTo: 'buyers',
    run: async (args: ListFormatsArgs, { write }: ToolCall) => {
      const page = await pageOfList({
        list: 'list_creative_formats',
        asked: args.pagination,
        items: formats().filter((format) => isAskedFor(format, args)),
        shown: write.format,
      });
      return done({ formats: page.items, pagination: page.pagination });
    },
  };
}

function isAskedFor(format: SellerFormat, args: ListFormatsArgs): boolean {
  if (hasUnmetFilter(args)) return false;
  const { format_ids: ids, asset_types: types = [], name_search: search = '' } = args;
  if (ids?.every((id) => findFormat([format], id) === undefined)) return false;
  if (!types.every((type) => format.assets.some((asset) => asset.type === type))) return false;
  return format.name.toLowerCase().includes(search.toLowerCase());
}

/** No format has a fixed size, says what it does for accessibility, or is made of another one. */
function hasUnmetFilter(args: ListFormatsArgs): boolean {
  const { max_width, max_height, min_width, min_height, wcag_level } = args;
  const { disclosure_positions, disclosure_persistence, output_format_ids, input_format_ids } =
    args;
  const ofSize = [max_width, max_height, min_width, min_height];
  const ofDisclosure = [wcag_level, disclosure_positions, disclosure_persistence];
  const unmet = [...ofSize, ...ofDisclosure, output_format_ids, input_format_ids];
  return args.is_responsive === false || unmet.some((value) => value !== undefined);
}
