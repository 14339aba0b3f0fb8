import { type AdcpError, fail } from '../errors.ts';
import type { AdProduct } from '../products/product.ts';
import type { NewPackageArgs } from './buy-schemas.ts';

const NATIVE = 'native_in_feed';

type FormatChoice = Pick<NewPackageArgs, 'format_ids' | 'format_option_refs' | 'format_kind'>;

/** A package may name the formats that it will bring creatives for. Each has to be one of its product. */
export function formatFault(
  { format_ids, format_option_refs, format_kind }: FormatChoice,
  { formats }: AdProduct,
  path: string,
): AdcpError | undefined {
  const sold = [NATIVE, ...formats];
  const unsold = (id: unknown) => typeof id !== 'string' || !sold.includes(id);
  const inIds = (format_ids ?? []).findIndex(({ id }) => unsold(id));
  const inRefs = (format_option_refs ?? []).findIndex((one) => unsold(one.format_option_id));
  const field =
    (inIds !== -1 && `${path}.format_ids[${inIds}].id`) ||
    (inRefs !== -1 && `${path}.format_option_refs[${inRefs}].format_option_id`) ||
    (format_kind != null && format_kind !== NATIVE && `${path}.format_kind`);
  if (!field) return undefined;
  const known = field.endsWith('format_kind') ? NATIVE : sold.join(', ');
  return fail.invalid(`${field}: expected a format of the product`, {
    field,
    suggestion: `Send one of ${known}, or leave it out for all of them.`,
  });
}
