import { parseIp } from '../../lib/ip.ts';
import { toMicros } from '../../lib/money.ts';
import { preview } from '../../lib/preview.ts';
import { clip } from '../../lib/text.ts';
import type { Auction } from '../auction/auction.ts';
import type { Win } from '../auction/award.ts';
import { type Rates, raised, toUsdMicros } from '../auction/currency.ts';
import { noBidReason } from '../auction/no-bid-reason.ts';
import { acceptedFormatsOf } from '../auction/open-imps.ts';
import { type BidRequest, type Imp, publisherIdOf } from '../openrtb/bid-request.ts';
import type { BidResponse, Warning } from '../openrtb/bid-response.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import { TCF_EU_SECTION } from '../openrtb/gpp-sections.ts';
import { integrationLevel } from '../openrtb/integration-level.ts';
import type { NativeAsset, NativeRequest } from '../openrtb/native-request.ts';
import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import { extensionOf } from '../openrtb/privacy-signals.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import { readGpp } from '../privacy/consent/gpp.ts';
import { readTcf } from '../privacy/consent/tcf.ts';

const SAMPLE_SEAT = 'parley-sample';
const SAMPLE_CPM = 1;

/** In test mode an impression without a winner gets a sample ad (ruling 33). */
export function withSamples(auction: Auction): readonly Win[] {
  const { wins, inventory, request } = auction;
  if (inventory.sensitive !== undefined) return wins;
  return [...wins, ...unsold(request.imps, wins).map((valid) => sampleWin(valid, auction))];
}

function unsold(imps: readonly ValidImp[], wins: readonly Win[]): readonly ValidImp[] {
  const won = new Set(wins.map(({ candidate }) => candidate.bid.impid));
  return imps.filter(({ imp }) => !won.has(imp.id));
}

/** `BidResponse.ext` in test mode: the integrator's report. */
export function testReport(
  auction: Pick<
    Auction,
    'request' | 'wins' | 'warnings' | 'ids' | 'inventory' | 'asked' | 'losses'
  >,
): NonNullable<BidResponse['ext']> {
  const { request, wins, warnings, ids } = auction;
  const nonbid = unsold(request.imps, wins).map(({ imp: { id } }) => {
    return { impid: ids.imps.get(id) ?? id, reason: noBidReason(id, auction) };
  });
  const level = integrationLevel(request.wire);
  return { service: { test: { valid: true, warnings, integrationLevel: level, nonbid } } };
}

/** A sample ad that fits the native request. It names the declared format that it meets, as a bid does. */
function sampleWin(valid: ValidImp, { rules, rates }: Pick<Auction, 'rules' | 'rates'>): Win {
  const { imp, native } = valid;
  const ad = sampleAd(native);
  const acceptedFormats = acceptedFormatsOf(valid, rules.formats);
  const floorMicros = Math.max(requestFloorMicros(imp, rates), rules.floorMicros);
  const priceMicros = Math.max(floorMicros, toMicros(SAMPLE_CPM));
  return {
    candidate: {
      partner: SAMPLE_SEAT,
      bid: {
        id: 'sample',
        impid: imp.id,
        priceMicros,
        currency: 'USD',
        seat: SAMPLE_SEAT,
        creative: { kind: 'composed', native: ad },
        adomain: ['example.com'],
        crid: 'sample',
      },
      imp: { ...valid, floorMicros, acceptedFormats },
      priceMicros,
      floorMicros,
      deal: undefined,
      native: ad,
      format: acceptedFormats?.find((accepted) => meetsFormat(ad, native, accepted)),
      fault: undefined,
    },
    clearingMicros: priceMicros,
    minToWinMicros: floorMicros,
  };
}

/** In USD. Without a rate the number is taken as USD, because a test request is always filled. */
function requestFloorMicros({ bidfloor = 0, bidfloorcur = 'USD' }: Imp, rates: Rates): number {
  const micros = toMicros(bidfloor);
  return toUsdMicros(micros, bidfloorcur, rates, raised) ?? micros;
}

/** What an integrator should know of an accepted request, and no other caller pays for: for test mode (ruling 79). */
export function warnInTest(request: ValidRequest): readonly Warning[] {
  const { wire } = request;
  return [
    ...warnOfPublisher(wire),
    ...warnOfCategories(wire),
    ...warnOfAddress(wire),
    ...warnOfConsentStrings(wire),
    ...warnOfUnusedFilters(request),
  ];
}

function* warnOfPublisher(wire: BidRequest): Iterable<Warning> {
  const channel = wire.site === undefined ? 'app' : 'site';
  if (wire[channel] === undefined) {
    const reason = 'expected site or app, but got neither: partners bid less without one';
    yield { code: 'SITE_OR_APP_MISSING', reason };
  } else if (!publisherIdOf(wire)) {
    const reason = 'expected the id of the publisher, but got none: no rules of a publisher apply';
    yield { code: 'PUBLISHER_MISSING', field: `${channel}.publisher.id`, reason };
  }
}

/** Of the first categories. */
const CATEGORY_WARNINGS_MAX = 10;

/** Ids of the taxonomy 1.0, numbers of the later ones, and the codes that 3.0 has beside numbers. */
const CATEGORY = /^(?:IAB\d{1,2}(?:-\d{1,2})?|\d{1,4}|(?![a-z]{6}$)[A-Za-z0-9]{6})$/;

function warnOfCategories({ site, app }: BidRequest): readonly Warning[] {
  const [name, ids = []] = site === undefined ? ['app', app?.cat] : ['site', site.cat];
  const warnings = ids.flatMap((id, index): readonly Warning[] => {
    if (CATEGORY.test(id)) return [];
    const reason = `expected a category of an IAB Content Taxonomy, like "483", but got ${preview(id)}`;
    return [{ code: 'CATEGORY_UNKNOWN', field: `${name}.cat[${index}]`, reason }];
  });
  return warnings.slice(0, CATEGORY_WARNINGS_MAX);
}

/** The text is not quoted, since it may be about a person. */
function* warnOfAddress({ device }: BidRequest): Iterable<Warning> {
  const ip = device?.ip;
  if (ip === undefined || parseIp(ip) !== undefined) return;
  const reason = `expected an IP address, but got another text of ${ip.length} characters; it is not used`;
  yield { code: 'ADDRESS_INVALID', field: 'device.ip', reason };
}

/** The strings are not quoted, since they are about a person. */
function* warnOfConsentStrings({ user, regs }: BidRequest): Iterable<Warning> {
  const userExt = extensionOf(user ?? {});
  const regsExt = extensionOf(regs ?? {});
  for (const [field, value, kind, isReadable] of [
    ['user.consent', user?.consent, 'TCF', isTcf],
    ['user.ext.consent', userExt.consent, 'TCF', isTcf],
    ['regs.gpp', regs?.gpp, 'GPP', isGpp],
    ['regs.ext.gpp', regsExt.gpp, 'GPP', isGpp],
  ] as const) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'string' && isReadable(value)) continue;
    const got = typeof value === 'string' ? `a text of ${value.length} characters` : typeof value;
    const reason = `expected a ${kind} string, but got ${got} that cannot be read; it permits nothing`;
    yield { code: 'CONSENT_UNREADABLE', field, reason };
  }
}

function isTcf(text: string): boolean {
  return readTcf(text, []) !== undefined;
}

/** Section 2, and those of US states. */
const READ_SECTIONS = [TCF_EU_SECTION, ...Array.from({ length: 17 }, (_, index) => 7 + index)];

function isGpp(text: string): boolean {
  const gpp = readGpp(text, READ_SECTIONS);
  return (
    gpp?.sections.every((section) =>
      section.id === TCF_EU_SECTION ? isTcf(section.text) : section.us !== undefined,
    ) ?? false
  );
}

function* warnOfUnusedFilters({ imps, keywords }: ValidRequest): Iterable<Warning> {
  if (keywords.length > 0) return;
  for (const [index, { priceFilter }] of imps.entries()) {
    if (priceFilter?.min === undefined && priceFilter?.max === undefined) continue;
    const field = `imp[${index}].ext.service_product_search`;
    const reason =
      'expected keywords in site.keywords or app.keywords, but got none; no product is searched and the filter is ignored';
    yield { code: 'PRICE_FILTER_IGNORED', field, reason };
  }
}

/** A harmless creative that fits any native request, for test mode and for first steps. */
export function sampleAd(native: NativeRequest): NativeResponse {
  return {
    ver: '1.2',
    assets: native.assets.map(sampleAsset),
    link: { url: 'https://example.com/?utm_source=parley-sample' },
  };
}

const TITLE = 'Sample ad: your native placement works';

/** By Native 1.2 data type. */
const DATA_VALUES: Readonly<Record<number, string>> = {
  1: 'Parley',
  2: 'This sample shows where the text of an ad will stand in the conversation.',
  3: '4.5',
  4: '128',
  5: '2048',
  6: '$20.00',
  7: '$15.00',
  8: '+1 555 0100',
  9: '1 Example Street',
  10: 'A second line of text, where the placement has room for one.',
  11: 'example.com',
  12: 'Learn more',
};

const IMAGE_SIDE_DEFAULT = { icon: 80, main: { w: 1200, h: 627 } } as const;

function sampleAsset(asset: NativeAsset): NativeResponseAsset {
  const { id, title, img, video, data } = asset;
  if (title !== undefined) return { id, title: { text: clip(TITLE, title.len) } };
  if (img !== undefined) return { id, img: sampleImage(img) };
  if (video !== undefined) return { id, video: { vasttag: SAMPLE_VAST } };
  const { type = 1, len = Number.POSITIVE_INFINITY } = data ?? {};
  return { id, data: { type, value: clip(DATA_VALUES[type] ?? 'Sample', len) } };
}

function sampleImage({ type, w, h, wmin, hmin }: NonNullable<NativeAsset['img']>) {
  const { icon, main } = IMAGE_SIDE_DEFAULT;
  const usual = type === 3 ? main : { w: icon, h: icon };
  const width = wmin === undefined ? (w ?? usual.w) : Math.max(wmin, w ?? usual.w);
  const height = hmin === undefined ? (h ?? usual.h) : Math.max(hmin, h ?? usual.h);
  const url = `data:image/svg+xml,${encodeURIComponent(svg(width, height))}`;
  return { ...(type === undefined ? {} : { type }), url, w: width, h: height };
}

function svg(w: number, h: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#2f6f6b"/></svg>`;
}

const SAMPLE_VAST = '<VAST version="4.2"/>';
