import { type AiUse, aiUseOfSource } from '../../core/openrtb/ai-use.ts';
import { CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import { preview } from '../../lib/preview.ts';
import { type Fault, findFaults, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import type { LibraryAd } from './creatives.ts';
import { type AdcpError, fail, refuse, refuseWith } from './errors.ts';
import {
  type AdPart,
  ASSET_TYPES,
  findFormat,
  NATIVE_IN_FEED,
  type SellerFormat,
} from './formats.ts';

/** Other names that buyers have for the parts of an ad, from the vocabulary of the protocol and from the reference agent. */
const ALIASES: Readonly<Record<AdPart, readonly string[]>> = {
  title: ['title', 'headline', 'mention_text'],
  description: ['body_text', 'body', 'description'],
  images: ['main_image', 'image', 'image_main', 'hero_image', 'thumbnail'],
  icons: ['icon', 'icon_image', 'brand_icon'],
  cta: ['cta', 'cta_text', 'call_to_action'],
  sponsored: ['advertiser_name', 'sponsored_by', 'sponsor_name'],
  link: [
    'landing_page_url',
    'click_url',
    'cta_url',
    'link',
    'link_url',
    'final_url',
    'landing_url',
    'click_through_url',
  ],
  displayUrl: ['display_url', 'visible_url'],
  rating: ['rating'],
  price: ['price'],
  salePrice: ['saleprice', 'sale_price', 'discount_price'],
};

const PART_OF_ROLE: ReadonlyMap<string, AdPart> = new Map(
  Object.entries(ALIASES).flatMap(([part, roles]) =>
    roles.map((role) => [role, part as AdPart] as const),
  ),
);

/** The part of an ad that an asset is for. undefined: this seller shows no such thing. */
function partOfRole(role: string, { assets }: SellerFormat): AdPart | undefined {
  return assets.find((asset) => asset.role === role)?.part ?? PART_OF_ROLE.get(role);
}

const TRACKER = /track(?:er|ing)|pixel/;

const LABELS: ReadonlySet<string> = new Set([
  'sponsored_label',
  'disclosure_label',
  'ad_label',
  'disclosure',
]);

/** Why an asset is refused that no part of an ad is for: leaving it out in silence would change what the buyer pays for. */
function refusedRole(
  role: string,
  type: unknown,
  format: SellerFormat,
): { readonly reason: string; readonly suggestion: string } {
  const suggestion = 'Leave it out.';
  if (TRACKER.test(role) || (typeof type === 'string' && TRACKER.test(type))) {
    const reason =
      'this exchange counts impressions and clicks itself and calls no trackers of advertisers';
    return { reason, suggestion: `${suggestion} get_media_buy_delivery has the exact counts.` };
  }
  if (LABELS.has(role)) {
    return { reason: 'each publisher labels ads in its own words', suggestion };
  }
  const roles = format.assets.map((asset) => asset.role).join(', ');
  return { reason: `expected one of ${roles}`, suggestion };
}

/** The format that a creative is made for: `format_id`, or `format_kind` with `format_option_ref` since 3.1. */
export function formatOfCreative(
  { format_id: id, format_kind: kind, format_option_ref: option }: JsonObject,
  formats: readonly SellerFormat[],
  path: string,
): SellerFormat {
  if ((id === undefined) === (kind === undefined)) {
    return refuse.invalid(path, 'expected either format_id or format_kind');
  }
  if (id !== undefined) {
    const field = `${path}.format_id`;
    if (!isObject(id) || typeof id.agent_url !== 'string' || typeof id.id !== 'string') {
      return refuse.invalid(field, 'expected an object with the texts agent_url and id');
    }
    return findFormat(formats, { agent_url: id.agent_url, id: id.id }) ?? foreign(field, id.id);
  }
  if (typeof kind !== 'string') return refuse.invalid(`${path}.format_kind`, 'expected a text');
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

function foreign(field: string, got: unknown): never {
  return refuse.unsupported(
    field,
    `expected a format of list_creative_formats, but got ${preview(got)}`,
    { suggestion: `Send ${NATIVE_IN_FEED}: title, advertiser_name and landing_page_url suffice.` },
  );
}

type SourcedAsset = { readonly part: AdPart; readonly asset: JsonObject; readonly path: string };

/** What AI had to do with an ad. An asset's own word replaces that of the creative. */
function readProvenance(
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
      fail.unsupported(
        `${field}.jurisdictions`,
        'publishers label ads that AI had a part in in their own words',
        {
          suggestion: 'Leave label_text and render_guidance out.',
        },
      ),
    ];
  }
  if (required !== true || aiUseOfSource(provenance.digital_source_type) !== undefined) return [];
  return [
    fail.unsupported(field, 'only ads that AI had a part in are labelled as such', {
      suggestion: 'Say in digital_source_type what AI had to do with it.',
    }),
  ];
}

/** An asset with the part that it is for, and where the buyer has written it. */
type PartAsset = {
  readonly part: AdPart;
  readonly asset: JsonObject;
  readonly path: string;
  /** Of all assets of its role. */
  readonly rolePath: string;
};

/** Of one creative: more help nobody. */
const ERRORS_MAX = 20;

/** In characters, of what a buyer has called an asset. */
const ROLE_SHOWN_MAX = 64;

/** What would change the meaning of a creative and is not there to be honoured. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  localization: 'a creative has one language: send one for each',
  component_assets: 'an ad is one component',
  rights: 'no constraints of rights are enforced',
  representation_selection: 'no sets of representations are kept',
};

/** The ad that a campaign shows for a creative of the protocol, or all that is wrong with it. `path` is that of the creative. */
export function readAd(creative: JsonObject, format: SellerFormat, path: string): LibraryAd {
  const { ofParts, errors: roleErrors } = partAssets(creative.assets, format, `${path}.assets`);
  const { ai, errors: sourceErrors } = readProvenance(creative, ofParts, path);
  const ad = {
    id: creative.creative_id,
    ...partsFrom(ofParts),
    ...(format.restrictsTo !== undefined && { formats: [format.restrictsTo] }),
    ...(ai !== undefined && { ai }),
  };
  const errors = [
    ...unsupportedFields(creative, path),
    ...roleErrors,
    ...sourceErrors,
    ...ofParts.flatMap(assetFault),
    ...missingAssets(ofParts, format, path),
    ...schemaErrors(ad, ofParts, path),
    ...tooLong(ofParts, format),
  ];
  const [first, ...others] = errors.slice(0, ERRORS_MAX);
  if (first !== undefined) refuseWith(first, ...others);
  // The schema has no fault, so it is one.
  return ad as LibraryAd;
}

function unsupportedFields(creative: JsonObject, path: string): readonly AdcpError[] {
  return Object.entries(UNSUPPORTED).flatMap(([name, reason]) =>
    creative[name] === undefined || creative[name] === null
      ? []
      : [fail.unsupported(`${path}.${name}`, reason, { suggestion: `Leave ${name} out.` })],
  );
}

function partAssets(assets: unknown, format: SellerFormat, path: string) {
  const ofParts: PartAsset[] = [];
  const errors: AdcpError[] = [];
  for (const [role, value] of Object.entries(isObject(assets) ? assets : {})) {
    const rolePath = `${path}.${role.slice(0, ROLE_SHOWN_MAX)}`;
    const several: readonly unknown[] = Array.isArray(value) ? value : [value];
    const part = partOfRole(role, format);
    const first = several[0];
    if (part === undefined) {
      const type = isObject(first) ? first.asset_type : undefined;
      const { reason, suggestion } = refusedRole(role, type, format);
      errors.push(fail.unsupported(rolePath, reason, { suggestion }));
      continue;
    }
    const expected = ASSET_TYPES[part];
    for (const [index, asset] of several.entries()) {
      const own = Array.isArray(value) ? `${rolePath}[${index}]` : rolePath;
      if (isObject(asset) && (asset.asset_type ?? expected) === expected) {
        ofParts.push({ part, asset, path: own, rolePath });
      } else {
        errors.push(fail.invalid(own, `expected an asset with asset_type "${expected}"`));
      }
    }
    if (expected !== 'image' && several.length !== 1) {
      errors.push(
        fail.invalid(rolePath, `expected one asset, but got ${several.length}`, {
          suggestion: 'Send a creative of its own for each text: a package shows many in turn.',
        }),
      );
    }
  }
  return { ofParts, errors };
}

/** What no bound of the schema says. */
function assetFault({ part, asset, path }: PartAsset): readonly AdcpError[] {
  if (ASSET_TYPES[part] === 'text') return [];
  const { url, url_type: use, macro_declarations: macros } = asset;
  const field = `${path}.url`;
  if (typeof use === 'string' && use !== 'clickthrough') {
    return [fail.unsupported(`${path}.url_type`, 'expected "clickthrough"')];
  }
  if (macros !== undefined || (typeof url === 'string' && /[{}]|%7[bd]/i.test(url))) {
    return [
      fail.unsupported(field, 'no macros are filled in', {
        suggestion: 'Send the URL as people will open it.',
      }),
    ];
  }
  if (typeof url === 'string' && url.startsWith('/')) {
    return [fail.invalid(field, 'expected a URL that starts with https://')];
  }
  return [];
}

function partsFrom(ofParts: readonly PartAsset[]): Partial<Record<AdPart, unknown>> {
  const byPart = Map.groupBy(ofParts, ({ part }) => part);
  return Object.fromEntries(
    [...byPart].map(([part, assets]) => {
      if (ASSET_TYPES[part] === 'image') return [part, assets.map(({ asset }) => imageOf(asset))];
      const { asset } = assets[0] ?? {};
      if (ASSET_TYPES[part] === 'url') return [part, asset?.url];
      return [part, part === 'rating' ? ratingOf(asset?.content) : asset?.content];
    }),
  );
}

function imageOf({ url, width, height, mime_type: mime }: JsonObject) {
  return { url, w: width, h: height, ...(mime !== undefined && { mime }) };
}

/** A number, as buyers write one in a text. What is none is left to the schema to refuse. */
function ratingOf(content: unknown): unknown {
  return typeof content === 'string' && /^\d{1,3}(?:\.\d{1,10})?$/.test(content.trim())
    ? Number(content)
    : content;
}

function missingAssets(
  ofParts: readonly PartAsset[],
  { id, assets }: SellerFormat,
  path: string,
): readonly AdcpError[] {
  return assets.flatMap(({ part, role, type, isRequired }) => {
    const own = ofParts.filter((one) => one.part === part);
    const field = `${path}.assets.${own[0] === undefined ? role : own[0].rolePath.split('.').at(-1)}`;
    if (own.length === 0 && isRequired) {
      return [
        fail.invalid(field, `expected an asset with asset_type "${type}": ${id} needs it`, {
          suggestion: `Add ${role}. list_creative_formats has the assets of each format.`,
        }),
      ];
    }
    const roles = new Set(own.map(({ rolePath }) => rolePath));
    if (roles.size < 2) return [];
    const names = [...roles].map((one) => one.slice(path.length + '.assets.'.length)).join(' and ');
    return [fail.invalid(field, `expected one of ${names}, since both are the same`)];
  });
}

const VALUES: Readonly<Record<'text' | 'url', string>> = { text: 'content', url: 'url' };
const IMAGE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['w', 'width'],
  ['h', 'height'],
  ['mime', 'mime_type'],
]);

function schemaErrors(
  ad: object,
  ofParts: readonly PartAsset[],
  path: string,
): readonly AdcpError[] {
  return findFaults(CreativeSchema, ad).shown.flatMap((fault) => {
    const field = sentPath(fault, ofParts, path);
    // One that is missing has been named by the role that the format has for it.
    return field === undefined ? [] : [fail.invalid(field, fault.reason)];
  });
}

/** Where the buyer has written what the schema of a campaign refuses. undefined: nowhere. */
function sentPath(
  { path: own }: Fault,
  ofParts: readonly PartAsset[],
  path: string,
): string | undefined {
  const [, name, index, member] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?/.exec(own) ?? [];
  if (name === 'id') return `${path}.creative_id`;
  const assets = ofParts.filter(({ part }) => part === name);
  const found = assets[Number(index ?? 0)];
  if (found === undefined) return undefined;
  const type = ASSET_TYPES[found.part];
  if (type !== 'image') return `${found.path}.${VALUES[type]}`;
  if (member === undefined) return found.rolePath;
  return `${found.path}.${IMAGE_FIELDS.get(member) ?? member}`;
}

/** A format may have a shorter title than campaigns. */
function tooLong(ofParts: readonly PartAsset[], format: SellerFormat): readonly AdcpError[] {
  const lengthMax = format.assets.find(({ part }) => part === 'title')?.lengthMax;
  const title = ofParts.find(({ part }) => part === 'title');
  const content = title?.asset.content;
  if (title === undefined || typeof content !== 'string' || lengthMax === undefined) return [];
  const length = [...content].length;
  // Beyond that of campaigns the schema speaks.
  if (length <= lengthMax || format.restrictsTo === undefined) return [];
  const field = `${title.path}.content`;
  const reason = `expected at most ${lengthMax} characters for ${format.id}, but got ${length}`;
  return [fail.invalid(field, reason)];
}
