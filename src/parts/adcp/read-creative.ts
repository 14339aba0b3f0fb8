import { aiUseOfSource } from '../../core/openrtb/ai-use.ts';
import { CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import { preview } from '../../lib/preview.ts';
import { findFaults, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import type { LibraryAd } from './creatives.ts';
import {
  type AdcpError,
  attempt,
  fail,
  Refused,
  refuse,
  refuseAll,
  refuseFields,
} from './errors.ts';
import {
  AD_PARTS,
  type AdPart,
  findFormat,
  NATIVE_IN_FEED,
  PART_BY_ROLE,
  type SellerFormat,
} from './formats.ts';

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
  if (kind !== NATIVE_IN_FEED) return foreign(`${path}.format_kind`, kind);
  const isNamed = isObject(option) && option.scope === 'product';
  const wanted = option === undefined ? NATIVE_IN_FEED : isNamed && option.format_option_id;
  const found = formats.find((format) => format.id === wanted);
  return found ?? foreign(`${path}.format_option_ref`, option);
}

function foreign(field: string, got: unknown): never {
  const reason = `expected a format of list_creative_formats, but got ${preview(got)}`;
  return refuse.unsupported(field, reason, {
    suggestion: `Send ${NATIVE_IN_FEED}: title, advertiser_name and landing_page_url suffice.`,
  });
}

/** What would change the meaning of a creative and is not there to be honoured. */
const REFUSED_FIELDS = {
  localization: 'a creative has one language: send one for each',
  component_assets: 'an ad is one component',
  rights: 'no constraints of rights are enforced',
  representation_selection: 'no sets of representations are kept',
};

/** An asset, and where the buyer has written it. */
type SentAsset = { readonly asset: JsonObject; readonly path: string };

/** What a buyer has sent for each part of an ad. */
type SentParts = ReadonlyMap<AdPart, readonly SentAsset[]>;

/** The ad that a campaign shows for a creative of the protocol, or all that is wrong with it. `path` is that of the creative. */
export function readAd(creative: JsonObject, format: SellerFormat, path: string): LibraryAd {
  const errors: AdcpError[] = [];
  const check = (make: () => void) => {
    const made = attempt(make);
    if (made instanceof Refused) errors.push(...made.errors);
  };
  check(() => refuseFields(creative, REFUSED_FIELDS, `${path}.`));
  check(() => checkDisclosure(creative, path));
  const parts = readParts(creative.assets, format, `${path}.assets`, errors);
  for (const [part, assets] of parts) {
    for (const sent of assets) {
      check(() => checkDisclosure(sent.asset, sent.path));
      check(() => checkAsset(part, sent, format));
    }
  }
  for (const { part, role, type, isRequired } of format.assets) {
    if (!isRequired || parts.has(part)) continue;
    const reason = `expected an asset with asset_type "${type}": ${format.id} needs it`;
    const suggestion = `Add ${role}. list_creative_formats has the assets of each format.`;
    errors.push(fail.invalid(`${path}.assets.${role}`, reason, { suggestion }));
  }
  const ad = adOf(creative, parts);
  for (const fault of findFaults(CreativeSchema, ad).shown) {
    const sent = fault.path === 'id' ? `${path}.creative_id` : sentPathOf(fault.path, parts);
    // What is missing has been named by the role that the format has for it.
    if (sent !== undefined) errors.push(fail.invalid(sent, fault.reason));
  }
  refuseAll(errors);
  const { restrictsTo } = format;
  // The schema has no fault, so it is one.
  return { ...ad, ...(restrictsTo && { formats: [restrictsTo] }) } as unknown as LibraryAd;
}

/** In characters, of what a buyer has called an asset. */
const ROLE_SHOWN_MAX = 64;

function readParts(
  sent: unknown,
  format: SellerFormat,
  path: string,
  errors: AdcpError[],
): SentParts {
  const parts = new Map<AdPart, readonly SentAsset[]>();
  for (const [role, value] of Object.entries(isObject(sent) ? sent : {})) {
    const own = `${path}.${role.slice(0, ROLE_SHOWN_MAX)}`;
    const part = format.assets.find((one) => one.role === role)?.part ?? PART_BY_ROLE.get(role);
    if (part === undefined) {
      errors.push(unknownRole(own, format));
      continue;
    }
    const other = parts.get(part)?.[0];
    if (other !== undefined) {
      errors.push(fail.invalid(other.path, `expected either it or ${role}: both are the same`));
      continue;
    }
    const { type } = AD_PARTS[part];
    const several: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (type !== 'image' && several.length > 1) {
      const suggestion = 'Send a creative of its own for each text: a package shows many in turn.';
      const reason = `expected one asset, but got ${several.length}`;
      errors.push(fail.invalid(own, reason, { suggestion }));
    }
    const assets = several.flatMap((asset, index): readonly SentAsset[] => {
      const at = Array.isArray(value) ? `${own}[${index}]` : own;
      if (isObject(asset) && (asset.asset_type ?? type) === type) return [{ asset, path: at }];
      errors.push(fail.invalid(at, `expected an asset with asset_type "${type}"`));
      return [];
    });
    if (several.length > 0) parts.set(part, assets);
  }
  return parts;
}

/** No part of an ad is for such an asset. Leaving it out in silence would change what the buyer pays for. */
function unknownRole(path: string, { assets }: SellerFormat): AdcpError {
  const roles = assets.map(({ role }) => role).join(', ');
  const reason = `expected one of ${roles}: publishers label ads, and this exchange counts them itself`;
  const suggestion = 'Leave it out. get_media_buy_delivery has the exact counts.';
  return fail.unsupported(path, reason, { suggestion });
}

/** The members of an image of a campaign, as assets call them. */
const IMAGE_MEMBERS = { url: 'url', w: 'width', h: 'height', mime: 'mime_type' } as const;

function adOf(creative: JsonObject, parts: SentParts): JsonObject {
  const values = [...parts].map(([part, assets]): [AdPart, unknown] => {
    const { type } = AD_PARTS[part];
    if (type === 'image') return [part, assets.map(imageOf)];
    const value = assets[0]?.asset[type === 'url' ? 'url' : 'content'];
    return [part, part === 'rating' ? numberIn(value) : value];
  });
  const text = aiUseOf(creative, parts, false);
  const picture = aiUseOf(creative, parts, true);
  const ai = { ...(text && { text }), ...(picture && { picture }) };
  const withAi = (text ?? picture) && { ai };
  return { id: creative.creative_id, ...Object.fromEntries(values), ...withAi };
}

const imageOf = ({ asset }: SentAsset): object =>
  Object.fromEntries(
    Object.entries(IMAGE_MEMBERS).flatMap(([member, name]) =>
      asset[name] === undefined ? [] : [[member, asset[name]]],
    ),
  );

/** Where the buyer has written what stands at a path of the ad. undefined: nowhere. */
function sentPathOf(path: string, parts: SentParts): string | undefined {
  const [, part = '', index = '0', member = ''] =
    /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  const sent = parts.get(part as AdPart)?.[Number(index)];
  const { type } = AD_PARTS[part as AdPart] ?? {};
  if (sent === undefined || type === 'image') {
    const name = IMAGE_MEMBERS[member as keyof typeof IMAGE_MEMBERS];
    return sent && (name === undefined ? sent.path : `${sent.path}.${name}`);
  }
  return `${sent.path}.${type === 'url' ? 'url' : 'content'}`;
}

/** A number, as buyers write one in a text. What is none is left to the schema to refuse. */
function numberIn(content: unknown): unknown {
  return typeof content === 'string' && /^\d{1,3}(?:\.\d{1,10})?$/.test(content.trim())
    ? Number(content)
    : content;
}

/** What AI had to do with the texts or the pictures of an ad. An asset's own word replaces that of the creative. */
function aiUseOf(creative: JsonObject, parts: SentParts, isPicture: boolean) {
  const uses = [...parts].flatMap(([part, assets]) =>
    (AD_PARTS[part].type === 'image') === isPicture
      ? assets.map(({ asset }) => sourceIn(asset.provenance ?? creative.provenance))
      : [],
  );
  return uses.includes('made') ? 'made' : uses.find((use) => use !== undefined);
}

const sourceIn = (provenance: unknown) =>
  isObject(provenance) ? aiUseOfSource(provenance.digital_source_type) : undefined;

/** A label that has to be there is refused where it would not be: the exchange labels what AI had a part in, in its words. */
function checkDisclosure({ provenance }: JsonObject, path: string): void {
  if (!isObject(provenance) || !isObject(provenance.disclosure)) return;
  const { required, jurisdictions } = provenance.disclosure;
  const field = `${path}.provenance.disclosure`;
  if (/"(?:label_text|render_guidance)":/.test(JSON.stringify(jurisdictions ?? []))) {
    const reason = 'publishers label ads that AI had a part in in their own words';
    const suggestion = 'Leave label_text and render_guidance out.';
    refuse.unsupported(`${field}.jurisdictions`, reason, { suggestion });
  }
  if (required !== true || sourceIn(provenance) !== undefined) return;
  const suggestion = 'Say in digital_source_type what AI had to do with it.';
  refuse.unsupported(field, 'only ads that AI had a part in are labelled as such', { suggestion });
}

/** What no bound of the schema of campaigns says. */
function checkAsset(part: AdPart, { asset, path }: SentAsset, format: SellerFormat): void {
  const { url, url_type: use, macro_declarations: macros, content } = asset;
  const { type } = AD_PARTS[part];
  if (type === 'text') {
    // A format may have a shorter title than campaigns.
    const { lengthMax = 0 } = format.assets.find((one) => one.part === part) ?? {};
    const length = typeof content === 'string' ? [...content].length : 0;
    if (part !== 'title' || format.restrictsTo === undefined || length <= lengthMax) return;
    const reason = `expected at most ${lengthMax} characters for ${format.id}, but got ${length}`;
    refuse.invalid(`${path}.content`, reason);
  }
  if (typeof use === 'string' && use !== 'clickthrough') {
    refuse.unsupported(`${path}.url_type`, 'expected "clickthrough"');
  }
  if (macros !== undefined || (typeof url === 'string' && /[{}]|%7[bd]/i.test(url))) {
    const suggestion = 'Send the URL as people will open it.';
    refuse.unsupported(`${path}.url`, 'no macros are filled in', { suggestion });
  }
  // The operator's own campaigns may name images of this exchange.
  if (type === 'image' && typeof url === 'string' && url.startsWith('/')) {
    refuse.invalid(`${path}.url`, 'expected a URL that starts with https://');
  }
}
