import { preview } from '../../../lib/preview.ts';
import { isObject, type JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail } from '../errors.ts';
import { findFormat, NATIVE_IN_FEED, type SellerFormat } from './formats.ts';

type UnknownFormat = { readonly errors: readonly [AdcpError] };

/** The format that a creative is made for: `format_id`, or `format_kind` with `format_option_ref` since 3.1. */
export function formatOfCreative(
  { format_id: id, format_kind: kind, format_option_ref: option }: JsonObject,
  formats: readonly SellerFormat[],
  path: string,
): SellerFormat | UnknownFormat {
  if ((id === undefined) === (kind === undefined)) {
    return malformed(path, 'expected either format_id or format_kind');
  }
  if (id !== undefined) {
    const field = `${path}.format_id`;
    if (!isObject(id) || typeof id.agent_url !== 'string' || typeof id.id !== 'string') {
      return malformed(field, 'expected an object with the texts agent_url and id');
    }
    return findFormat(formats, { agent_url: id.agent_url, id: id.id }) ?? foreign(field, id.id);
  }
  if (typeof kind !== 'string') return malformed(`${path}.format_kind`, 'expected a text');
  if (kind !== NATIVE_IN_FEED) return foreign(`${path}.format_kind`, kind);
  const wanted = option === undefined ? NATIVE_IN_FEED : optionOf(option);
  return (
    formats.find((format) => format.id === wanted) ?? foreign(`${path}.format_option_ref`, option)
  );
}

function optionOf(option: unknown): string | undefined {
  if (!isObject(option) || option.scope !== 'product') return undefined;
  return typeof option.format_option_id === 'string' ? option.format_option_id : undefined;
}

function malformed(field: string, reason: string): UnknownFormat {
  return { errors: [fail.invalid(`${field}: ${reason}`, { field })] };
}

function foreign(field: string, got: unknown): UnknownFormat {
  const error = fail.unsupported(
    `${field}: expected a format of list_creative_formats, but got ${preview(got)}`,
    {
      field,
      suggestion: `Send ${NATIVE_IN_FEED}: title, advertiser_name and landing_page_url suffice.`,
    },
  );
  return { errors: [error] };
}
