import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { findFormat, type SellerFormat } from '../creatives/formats.ts';
import { isAdcpError } from '../errors.ts';
import { OPAQUE } from '../fields.ts';
import { Pagination, pageOfList } from '../paging.ts';
import { done, failed, type SellerSources, type Tool, type ToolCall } from '../tool.ts';



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
      if (isAdcpError(page)) return failed(page);
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
