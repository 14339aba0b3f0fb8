import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { accountsOf, type BuyerAccount, findAccount, isOf } from './accounts.ts';
import { agentUrlOf } from './brand.ts';
import { authorOf } from './buyers.ts';
import { CREATIVE_STATUSES } from './creatives.ts';
import { refuse } from './errors.ts';
import { AccountReference, type AccountReferenceArgs, OPAQUE } from './fields.ts';
import { type FilterRows, filterOf, filtersSchema, readFilters, some } from './filters.ts';
import { findFormat, type SellerFormat } from './formats.ts';
import { CreativeId } from './keep-creative.ts';
import { assignedPackages, listedCreative, readBuys, readCreatives } from './library.ts';
import { chosenFields, Fields, type ListPage, Pagination, pageOfList } from './paging.ts';
import { serveTermsOf } from './serve-buy.ts';
import { type BuyerCall, tool } from './tool.ts';
import type { ListedCreative } from './wire/writer.ts';

const TEXT_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2048;

const Text = Type.String({ maxLength: TEXT_LENGTH_MAX });

const FormatIds = some(
  Type.Object({ agent_url: Type.String({ maxLength: URL_LENGTH_MAX }), id: Text }),
);

const Instant = Type.Refine(
  Type.String({ maxLength: 40, expects: 'a time like 2026-03-01T09:00:00Z' }),
  (text) => !Number.isNaN(Date.parse(text)),
);

const row = filterOf<ListedCreative>();

const sentOf = ({ creative }: ListedCreative) => creative.definition.sent;
const nameOf = ({ creative }: ListedCreative) => creative.definition.name;

const has = (all: unknown, wanted: unknown) => Array.isArray(all) && all.includes(wanted);

const FILTERS: FilterRows<ListedCreative, undefined> = {
  // Their creatives alone are read.
  accounts: row(some(AccountReference), () => () => true),
  statuses: row(
    Type.Array(Type.Enum([...CREATIVE_STATUSES]), { minItems: 1 }),
    (wanted) => (one) => wanted.includes(one.status),
  ),
  tags: row(some(Text), (tags) => (one) => tags.every((tag) => has(sentOf(one).tags, tag))),
  tags_any: row(some(Text), (tags) => (one) => tags.some((tag) => has(sentOf(one).tags, tag))),
  name_contains: row(
    Text,
    (part) => (one) => nameOf(one).toLowerCase().includes(part.toLowerCase()),
  ),
  creative_ids: row(some(CreativeId), (ids) => (one) => ids.includes(one.creative.definition.id)),
  created_after: row(Instant, (time) => (one) => one.creative.createdMs > Date.parse(time)),
  created_before: row(Instant, (time) => (one) => one.creative.createdMs < Date.parse(time)),
  updated_after: row(Instant, (time) => (one) => one.creative.changedMs > Date.parse(time)),
  updated_before: row(Instant, (time) => (one) => one.creative.changedMs < Date.parse(time)),
  assigned_to_packages: row(
    some(Text),
    (lines) => (one) => one.packages.some(({ packageId }) => lines.includes(packageId)),
  ),
  media_buy_ids: row(
    some(Text),
    (buys) => (one) => one.packages.some(({ buyId }) => buys.includes(buyId)),
  ),
  unassigned: row(Type.Boolean(), (isWanted) => (one) => isWanted === (one.packages.length === 0)),
  format_ids: row(FormatIds, (wanted) => (one) => {
    const { format_id: id } = sentOf(one);
    if (!isObject(id) || typeof id.agent_url !== 'string' || typeof id.id !== 'string')
      return false;
    return findFormat(wanted, { agent_url: id.agent_url, id: id.id }) !== undefined;
  }),
  format_kinds: row(some(Text), (kinds) => (one) => has(kinds, sentOf(one).format_kind)),
  asset_types: row(some(Text), (types) => (one) => {
    const { assets } = sentOf(one);
    const all: readonly unknown[] = Object.values(isObject(assets) ? assets : {}).flat();
    return all.some((asset) => isObject(asset) && has(types, asset.asset_type));
  }),
  // No creative has any.
  has_variables: row(Type.Boolean(), (isWanted) => () => !isWanted),
};

const SORTS: Readonly<Record<string, (listed: ListedCreative) => string | number>> = {
  created_date: ({ creative }) => creative.createdRevision,
  updated_date: ({ creative }) => creative.changedMs,
  name: nameOf,
  status: ({ status }) => status,
  assignment_count: ({ packages }) => packages.length,
};

/** A page of creatives in an order. In that of their creation, pages hold while others come and go. */
function pageOfCreatives(
  listed: readonly ListedCreative[],
  { field, direction }: { readonly field: string; readonly direction: 'asc' | 'desc' },
  asked: Parameters<typeof pageOfList>[0]['asked'],
): Promise<ListPage<ListedCreative>> {
  const sign = direction === 'asc' ? 1 : -1;
  const keyOf = SORTS[field] ?? (() => 0);
  const items = listed.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a !== b) return a < b ? -sign : sign;
    return sign * (one.creative.createdRevision - other.creative.createdRevision);
  });
  const positionOf = ({ creative: { createdRevision } }: ListedCreative) =>
    direction === 'asc' ? createdRevision : LAST - createdRevision;
  return pageOfList({
    list: `list_creatives ${field} ${direction}`,
    asked,
    items,
    shown: (one) => one,
    ...(field === 'created_date' && { positionOf }),
  });
}

/** Above every revision. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Of one creative, and where the buyer does not say how many. */
const ASSIGNMENTS_SHOWN_MAX = 200;
const ASSIGNMENTS_SHOWN = 50;

const ListCreativesSchema = Type.Object({
  account: Type.Optional(AccountReference),
  filters: Type.Optional(filtersSchema(FILTERS)),
  sort: Type.Optional(
    Type.Object({
      field: Type.Optional(Type.Enum(Object.keys(SORTS))),
      direction: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
  ),
  pagination: Type.Optional(Pagination),
  include_assignments: Type.Optional(Type.Boolean()),
  assignment_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ASSIGNMENTS_SHOWN_MAX })),
  include_snapshot: Type.Optional(Type.Boolean()),
  include_webhook_activity: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Fields),
  ...OPAQUE,
});

type ListCreativesArgs = DeepReadonly<Static<typeof ListCreativesSchema>>;

export const listCreatives = tool('list_creatives', {
  description:
    'The creatives of an account, or of all your accounts, with their state of review and the packages that show them.',
  input: ListCreativesSchema,
  async run(args, call) {
    const { filters = {}, sort = {}, include_webhook_activity: wantsActivity } = args;
    const wanted = readFilters(FILTERS, filters, undefined);
    if (wantsActivity === true) {
      const field = 'include_webhook_activity';
      const suggestion = `Leave ${field} out.`;
      refuse.unsupported(field, 'no list has what was sent to webhooks', { suggestion });
    }
    const accounts = await accountsAsked(args, call);
    const all = await readListed(call, accounts);
    // One that is archived is only where its status is asked for.
    const hasArchived = wanted.some(({ name }) => name === 'statuses');
    const matching = all.filter(
      (one) =>
        (hasArchived || one.status !== 'archived') && wanted.every(({ filter }) => filter(one)),
    );
    const { field = 'created_date', direction = 'desc' } = sort;
    const page = await pageOfCreatives(matching, { field, direction }, args.pagination);
    const statuses = Map.groupBy(matching, ({ status }) => call.write.creativeStatus(status));
    const isNamed = args.account !== undefined || filters.accounts !== undefined;
    const isSandbox = isNamed && accounts.every(({ definition }) => definition.isSandbox);
    return {
      query_summary: {
        total_matching: matching.length,
        returned: page.items.length,
        filters_applied: Object.keys(filters),
        sort_applied: { field, direction },
      },
      pagination: { ...page.pagination, total_count: matching.length },
      creatives: page.items.map((one) => shownOf(one, args, call)),
      status_summary: Object.fromEntries([...statuses].map(([name, some]) => [name, some.length])),
      ...(isSandbox && { sandbox: true }),
    };
  },
});

/** Those that are named, or all of the buyer. */
async function accountsAsked(
  { account, filters }: ListCreativesArgs,
  { buyer, query, sources }: BuyerCall,
): Promise<readonly BuyerAccount[]> {
  const own = account && (await findAccount(query, buyer, account));
  // The schema has passed.
  const named = filters?.accounts as readonly AccountReferenceArgs[] | undefined;
  if (named === undefined) {
    const all = own === undefined ? await accountsOf(query, sources, buyer.id) : [own];
    return all.filter((one) => isOf(buyer, one));
  }
  const found = new Map<string, BuyerAccount>();
  for (const [index, reference] of named.entries()) {
    const one = await findAccount(query, buyer, reference, `filters.accounts[${index}]`);
    if (own === undefined || own.id === one.id) found.set(one.id, one);
  }
  return [...found.values()];
}

async function readListed(
  { query, sources, buyer }: BuyerCall,
  accounts: readonly BuyerAccount[],
): Promise<readonly ListedCreative[]> {
  const ids = accounts.map(({ id }) => id);
  const creatives = await readCreatives(query, ids);
  const assigned = assignedPackages(await readBuys(query, ids));
  const serve = serveTermsOf(sources, authorOf(buyer));
  return creatives.flatMap((creative) => {
    const account = accounts.find(({ id }) => id === creative.kept.account);
    return account === undefined ? [] : listedCreative(creative, account, assigned, serve, sources);
  });
}

/** What the protocol wants of every creative in a list, and how it is named. */
const ALWAYS = [
  ...['creative_id', 'name', 'status', 'created_date', 'updated_date'],
  ...['format_id', 'format_kind', 'format_option_ref', 'rejection_reason'],
];

function shownOf(
  listed: ListedCreative,
  { fields, ...args }: ListCreativesArgs,
  { write, sources }: BuyerCall,
): object {
  const { assignment_limit: assignmentsMax = ASSIGNMENTS_SHOWN } = args;
  const terms = { agentUrl: agentUrlOf(sources), assignmentsMax };
  const { assignments, ...written } = write.creative(listed, terms);
  const shown = {
    ...written,
    ...(args.include_assignments !== false && { assignments }),
    account: write.account(listed.account),
    ...(args.include_snapshot && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
  };
  return chosenFields(shown, fields && [...ALWAYS, ...fields]);
}

/** No format has a fixed size, says what it does for accessibility, or is made of another one. */
const UNMET = [
  ...['max_width', 'max_height', 'min_width', 'min_height', 'wcag_level'],
  ...['disclosure_positions', 'disclosure_persistence', 'output_format_ids', 'input_format_ids'],
];

const ListFormatsSchema = Type.Object({
  format_ids: Type.Optional(FormatIds),
  asset_types: Type.Optional(some(Text)),
  is_responsive: Type.Optional(Type.Boolean()),
  name_search: Type.Optional(Text),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

type ListFormatsArgs = DeepReadonly<Static<typeof ListFormatsSchema>>;

export const listCreativeFormats = tool('list_creative_formats', {
  description: 'The formats in which creatives can be brought, with the assets of each.',
  input: ListFormatsSchema,
  async run(args, { write, sources }) {
    const page = await pageOfList({
      list: 'list_creative_formats',
      asked: args.pagination,
      items: sources.formats().filter((format) => isAskedFor(format, args)),
      shown: write.format,
    });
    return { formats: page.items, pagination: page.pagination };
  },
});

function isAskedFor(format: SellerFormat, args: ListFormatsArgs): boolean {
  const { format_ids: ids, asset_types: types = [], name_search: search = '' } = args;
  return (
    args.is_responsive !== false &&
    !Object.entries(args).some(([name, value]) => value != null && UNMET.includes(name)) &&
    (ids?.some((id) => findFormat([format], id) !== undefined) ?? true) &&
    types.every((type) => format.assets.some((asset) => asset.type === type)) &&
    format.name.toLowerCase().includes(search.toLowerCase())
  );
}
