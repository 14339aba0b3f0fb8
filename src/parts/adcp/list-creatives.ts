import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { accountsOf, type BuyerAccount, findAccount, isOf } from './accounts.ts';
import {
  CREATIVE_STATUSES,
  LIBRARY_CREATIVE,
  type ListedCreative,
  listedCreative,
  readAll,
  readAssigned,
} from './creatives.ts';
import { refuseFields } from './errors.ts';
import { AccountReference, type AccountReferenceArgs, Id, OPAQUE } from './fields.ts';
import { type FilterRows, filterOf, filtersSchema, readFilters, some } from './filters.ts';
import { agentUrlOf, findFormat, type SellerFormat } from './formats.ts';
import { Pagination, pageOf } from './paging.ts';
import { CreativeId } from './sync-creatives.ts';
import { type BuyerCall, tool } from './tool.ts';

const Text = Type.String({ maxLength: 255 });

const Instant = Type.Refine(
  Type.String({ maxLength: 40, expects: 'a time like 2026-03-01T09:00:00Z' }),
  (text) => !Number.isNaN(Date.parse(text)),
);

const row = filterOf<ListedCreative>();

const tagsOf = ({ creative }: ListedCreative): readonly unknown[] =>
  Array.isArray(creative.definition.sent.tags) ? creative.definition.sent.tags : [];

const FILTERS: FilterRows<ListedCreative, undefined> = {
  // Their creatives alone are read.
  accounts: row(some(AccountReference), () => () => true),
  statuses: row(
    some(Type.Enum([...CREATIVE_STATUSES])),
    (wanted) => (one) => wanted.includes(one.status),
  ),
  tags: row(some(Text), (tags) => (one) => tags.every((tag) => tagsOf(one).includes(tag))),
  tags_any: row(some(Text), (tags) => (one) => tags.some((tag) => tagsOf(one).includes(tag))),
  name_contains: row(
    Text,
    (part) => (one) => one.creative.definition.name.toLowerCase().includes(part.toLowerCase()),
  ),
  creative_ids: row(some(CreativeId), (ids) => (one) => ids.includes(one.creative.definition.id)),
  created_after: row(Instant, (time) => (one) => one.creative.createdMs > Date.parse(time)),
  updated_after: row(Instant, (time) => (one) => one.creative.changedMs > Date.parse(time)),
  assigned_to_packages: row(
    some(Id),
    (lines) => (one) => one.packages.some(({ line }) => lines.includes(line.id)),
  ),
  media_buy_ids: row(
    some(Id),
    (buys) => (one) => one.packages.some(({ buy }) => buys.includes(buy.id)),
  ),
  unassigned: row(Type.Boolean(), (isWanted) => (one) => isWanted === (one.packages.length === 0)),
};

const ListCreatives = Type.Object({
  account: Type.Optional(AccountReference),
  filters: Type.Optional(filtersSchema(FILTERS)),
  pagination: Type.Optional(Pagination),
  include_assignments: Type.Optional(Type.Boolean()),
  include_snapshot: Type.Optional(Type.Boolean()),
  ...OPAQUE,
});

type ListCreativesArgs = DeepReadonly<Static<typeof ListCreatives>>;

const REFUSED_FIELDS = {
  sort: 'creatives are listed in the order in which they came, the latest first',
  include_webhook_activity: 'no list has what was sent to webhooks',
};

/** Above every revision. */
const LAST = Number.MAX_SAFE_INTEGER;

export const listCreatives = tool('list_creatives', {
  description:
    'The creatives of an account, or of all your accounts, with their state of review and the packages that show them.',
  input: ListCreatives,
  async run(args, call) {
    refuseFields(args, REFUSED_FIELDS);
    const { filters = {} } = args;
    const { write, sources } = call;
    const wanted = readFilters(FILTERS, filters, undefined);
    const accounts = await accountsAsked(args, call);
    // One that is archived is only where its status is asked for.
    const hasArchived = wanted.some(({ name }) => name === 'statuses');
    const matching = (await readListed(call, accounts)).filter(
      (one) =>
        (hasArchived || one.status !== 'archived') && wanted.every(({ filter }) => filter(one)),
    );
    const page = await pageOf({
      list: 'list_creatives',
      asked: args.pagination,
      items: matching.toReversed(),
      // Pages hold while others come and go.
      positionOf: ({ creative }) => LAST - creative.createdRevision,
    });
    const statuses = Map.groupBy(matching, ({ status }) => write.creativeStatus(status));
    const isNamed = args.account !== undefined || filters.accounts !== undefined;
    const isSandbox = isNamed && accounts.every(({ definition }) => definition.isSandbox);
    return {
      query_summary: {
        total_matching: matching.length,
        returned: page.items.length,
        filters_applied: Object.keys(filters),
        sort_applied: { field: 'created_date', direction: 'desc' },
      },
      pagination: { ...page.pagination, total_count: matching.length },
      creatives: page.items.map((one) => {
        const { assignments, ...written } = write.creative(one, agentUrlOf(sources));
        return {
          ...written,
          ...(args.include_assignments !== false && { assignments }),
          account: write.account(one.account),
          ...(args.include_snapshot && { snapshot_unavailable_reason: 'SNAPSHOT_UNSUPPORTED' }),
        };
      }),
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
  { query, sources }: BuyerCall,
  accounts: readonly BuyerAccount[],
): Promise<readonly ListedCreative[]> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const creatives = await readAll(query, LIBRARY_CREATIVE, [...byId.keys()]);
  const assigned = await readAssigned(query, [...byId.keys()]);
  return creatives.flatMap((creative) => {
    const account = byId.get(creative.kept.account);
    return account === undefined ? [] : listedCreative(creative, account, assigned, sources);
  });
}

/** No format has a fixed size, says what it does for accessibility, or is made of another one. */
const UNMET = [
  ...['max_width', 'max_height', 'min_width', 'min_height', 'wcag_level'],
  ...['disclosure_positions', 'disclosure_persistence', 'output_format_ids', 'input_format_ids'],
];

const ListFormats = Type.Object({
  format_ids: Type.Optional(
    some(Type.Object({ agent_url: Type.String({ maxLength: 2048 }), id: Text })),
  ),
  asset_types: Type.Optional(some(Text)),
  is_responsive: Type.Optional(Type.Boolean()),
  name_search: Type.Optional(Text),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

export const listCreativeFormats = tool('list_creative_formats', {
  description: 'The formats in which creatives can be brought, with the assets of each.',
  input: ListFormats,
  async run(args, { write, sources }) {
    const page = await pageOf({
      list: 'list_creative_formats',
      asked: args.pagination,
      items: sources.formats().filter((format) => isAskedFor(format, args)),
    });
    return { formats: page.items.map(write.format), pagination: page.pagination };
  },
});

function isAskedFor(format: SellerFormat, args: DeepReadonly<Static<typeof ListFormats>>): boolean {
  const { format_ids: ids, asset_types: types = [], name_search: search = '' } = args;
  return (
    args.is_responsive !== false &&
    !Object.entries(args).some(([name, value]) => value != null && UNMET.includes(name)) &&
    (ids?.some((id) => findFormat([format], id) !== undefined) ?? true) &&
    types.every((type) => format.assets.some((asset) => asset.type === type)) &&
    format.name.toLowerCase().includes(search.toLowerCase())
  );
}
