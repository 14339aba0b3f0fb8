import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail } from '../errors.ts';
import { AccountReference } from '../fields.ts';
import type { ListedCreative } from '../wire/written-creative.ts';
import { CREATIVE_STATUSES } from './creative-statuses.ts';
import { type FormatId, findFormat } from './formats.ts';
import { CreativeId } from './keep-creative.ts';

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
export const CreativeFiltersSchema = Type.Object({
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
export function unknownFilter(filters: object): AdcpError | undefined {
  const unknown = Object.keys(filters).find((name) => !NAMES.has(name));
  if (unknown === undefined) return undefined;
  const field = `filters.${unknown.slice(0, TEXT_LENGTH_MAX)}`;
  return fail.unsupported(`${field}: expected one of ${[...NAMES].join(', ')}`, { field });
}

/** Whether a creative is in the list. One that is archived is only where its status is asked for. */
export function meetsFilters(listed: ListedCreative, filters: CreativeFilters): boolean {
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
