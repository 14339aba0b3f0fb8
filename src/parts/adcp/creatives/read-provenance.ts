import { type AiUse, aiUseOfSource } from '../../../core/openrtb/ai-use.ts';
import { isObject, type JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail } from '../errors.ts';
import type { AdPart } from './ad-parts.ts';
import { ASSET_TYPES } from './ad-parts.ts';

type SourcedAsset = { readonly part: AdPart; readonly asset: JsonObject; readonly path: string };

/** What AI had to do with an ad. An asset's own word replaces that of the creative. */
export function readProvenance(
  creative: JsonObject,
  assets: readonly SourcedAsset[],
  path: string,
): { readonly ai: AiUse | undefined; readonly errors: readonly AdcpError[] } {
  const uses = assets.map(({ part, asset }) => {
    const said = asset.provenance ?? creative.provenance;
    const use = isObject(said) ? aiUseOfSource(said.digital_source_type) : undefined;
    return { isPicture: ASSET_TYPES[part] === 'image', use };
  });
  const strongest = (isPicture: boolean) => {
    const own = uses.filter((one) => one.isPicture === isPicture).map(({ use }) => use);
    return own.includes('made') ? 'made' : own.find((use) => use !== undefined);
  };
  const text = strongest(false);
  const picture = strongest(true);
  const ai = {
    ...(text !== undefined && { text }),
    ...(picture !== undefined && { picture }),
  };
  const all = [{ asset: creative, path }, ...assets];
  return {
    ai: text === undefined && picture === undefined ? undefined : ai,
    errors: all.flatMap((one) => disclosureFault(one)),
  };
}

/** A label that has to be there is refused where it would not be: the exchange labels what AI had a part in, in its words. */
function disclosureFault({
  asset,
  path,
}: Pick<SourcedAsset, 'asset' | 'path'>): readonly AdcpError[] {
  const { provenance } = asset;
  if (!isObject(provenance) || !isObject(provenance.disclosure)) return [];
  const { required, jurisdictions } = provenance.disclosure;
  const field = `${path}.provenance.disclosure`;
  const hasWords =
    Array.isArray(jurisdictions) &&
    jurisdictions.some(
      (one) => isObject(one) && (one.label_text !== undefined || one.render_guidance !== undefined),
    );
  if (hasWords) {
    return [
      fail.unsupported(`${field}: publishers label ads that AI had a part in in their own words`, {
        field: `${field}.jurisdictions`,
        suggestion: 'Leave label_text and render_guidance out.',
      }),
    ];
  }
  if (required !== true || aiUseOfSource(provenance.digital_source_type) !== undefined) return [];
  return [
    fail.unsupported(`${field}: only ads that AI had a part in are labelled as such`, {
      field,
      suggestion: 'Say in digital_source_type what AI had to do with it.',
    }),
  ];
}
