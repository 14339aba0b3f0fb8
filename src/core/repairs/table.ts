import { createHash } from 'node:crypto';
import { parseJson } from '../../lib/json.ts';
import { MICROS_PER_CENT, toMicros } from '../../lib/money.ts';
import { preview } from '../../lib/preview.ts';
import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import { isLonger } from '../../lib/text.ts';
import { IMPS_MAX } from '../openrtb/bid-request.ts';
import { hostIn } from '../openrtb/host-name.ts';
import { NATIVE_VERSIONS } from '../openrtb/native-request.ts';
import { UNREADABLE_US_PRIVACY } from '../openrtb/privacy-signals.ts';
import { CONVERSATION_CHARACTERS_MAX, hashedName } from '../openrtb/request/conversation.ts';
import { REQUEST_ITEMS_MAX, VALUES_MAX } from '../openrtb/size-limits.ts';
import {
  type BodyRepair,
  isStrict,
  type Meant,
  NATIVE,
  NATIVE_TEXT,
  type RequestRepair,
  withoutField,
} from './repair.ts';

/** Every repair of `POST /openrtb2/auction`, in the order in which they are made. */

export const PLAIN_TEXT: BodyRepair = {
  name: 'text-plain-as-json',
  description:
    'A body with `Content-Type: text/plain` is read as JSON. Browsers send it without a preflight, so Prebid.js does by default.',
};

export const UNANNOUNCED_GZIP: BodyRepair = {
  name: 'gzip-recognised',
  description: 'A gzip body without `Content-Encoding` is recognised by its first bytes.',
};

/** What the reader of the body repairs. */
export const BODY_REPAIRS: readonly BodyRepair[] = [PLAIN_TEXT, UNANNOUNCED_GZIP];

const absent = (reason: string): Meant => ({ value: undefined, reason });

/** First, so that what is left out costs no more work; paths count the impressions that are left. */
export const SKIPPED: RequestRepair = {
  name: 'imp-without-native-skipped',
  description:
    'Impressions without `native` are skipped. Where none is left, the answer is a 204 with the reason `no-native`, in test mode too.',
  paths: ['imp'],
  read(imps) {
    if (!Array.isArray(imps)) return undefined;
    const value = imps.filter((imp) => !isObject(imp) || (fieldOf(imp, 'native') ?? null) !== null);
    if (value.length === imps.length) return undefined;
    const skipped = imps.length - value.length;
    return { value, reason: `${skipped} of ${imps.length} impressions have no native object` };
  },
};

const CUT: RequestRepair = {
  name: 'imps-cut',
  description: `Impressions after the first ${IMPS_MAX} are left out.`,
  paths: ['imp'],
  read(imps) {
    if (!Array.isArray(imps) || imps.length <= IMPS_MAX) return undefined;
    const reason = `expected at most ${IMPS_MAX} impressions, but got ${imps.length}`;
    return { value: imps.slice(0, IMPS_MAX), reason };
  },
};

const ID_LENGTH_MAX = 256;

/**
 * Ids that the strict endpoint does not take go through the auction under a name of ours, and come back in
 * the answer as they came. The same id has the same name in every request, so that reports can group by it.
 */
export const RENAMED: RequestRepair = {
  name: 'id-renamed',
  description: `An \`id\` or \`imp[].id\` of any characters, up to ${ID_LENGTH_MAX}, is accepted and echoed as it came. Partners, notices and reports have another id, made from it.`,
  paths: ['id', 'imp[].id'],
  read(id) {
    if (typeof id !== 'string' || id === '' || isLonger(id, ID_LENGTH_MAX)) return undefined;
    const value = safeId(id);
    return { value, reason: `the id is echoed as it came; partners and reports have ${value}` };
  },
};

/** With the hash as long as what notices and reports keep of an id. */
const READABLE_LENGTH_MAX = 24;
const HASH_LENGTH = 11;

/** What can be read of the id, and a hash of the whole: 66 bits, so that two are not taken for each other. */
function safeId(id: string): string {
  const words = id.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+/, '');
  const readable = words.slice(0, READABLE_LENGTH_MAX);
  const hash = createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
  return `${readable}-${hash}`;
}

/** Those that are made while native requests are texts. */
export const TEXT_REPAIRS: readonly RequestRepair[] = [
  SKIPPED,
  CUT,
  RENAMED,
  {
    name: 'native-request-encoded',
    description: 'A `native.request` that is an object is taken as the JSON it should have been.',
    paths: [NATIVE_TEXT],
    read: (request) =>
      isObject(request)
        ? {
            value: JSON.stringify(request),
            reason: 'expected a JSON-encoded string, but got an object',
          }
        : undefined,
  },
  {
    name: 'native-request-decoded',
    description:
      'A `native.request` that was encoded twice, a JSON string inside a JSON string, is decoded once.',
    paths: [NATIVE_TEXT],
    readsAll: true,
    read(request) {
      if (typeof request !== 'string' || !/^\s*"/.test(request)) return undefined;
      const parsed = parseJson(request, VALUES_MAX.nativeRequest);
      const value = parsed.kind === 'json' ? parsed.value : undefined;
      if (typeof value !== 'string' || !/^\s*\{/.test(value)) return undefined;
      return { value, reason: 'expected a JSON-encoded object, but it was encoded twice' };
    },
  },
];

/** Those that are made while native requests are decoded. */
export const NATIVE_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'asset-ids-numbered',
    description:
      'Assets of `native.request` without `id` get their position as the id, from 1, or a number after the last position where another asset has that id. The answer uses these ids.',
    paths: [`${NATIVE}.assets`],
    read: (assets) =>
      Array.isArray(assets) && assets.some(lacksId)
        ? { value: numbered(assets), reason: 'assets without id are numbered' }
        : undefined,
  },
  {
    name: 'zero-size-absent',
    description:
      'A `w`, `h`, `wmin` or `hmin` of 0 in an image or video of `native.request` counts as absent.',
    paths: ['img.w', 'img.h', 'img.wmin', 'img.hmin', 'video.w', 'video.h'].map(
      (size) => `${NATIVE}.assets[].${size}`,
    ),
    read: (size) => (size === 0 ? absent('a width or height of 0 counts as absent') : undefined),
  },
  {
    name: 'empty-native-version-absent',
    description: 'An empty `ver` inside `native.request` counts as absent.',
    paths: [`${NATIVE}.ver`],
    read: (ver) => (ver === '' ? absent('an empty ver counts as absent') : undefined),
  },
  {
    name: 'native-version-read',
    description:
      'A `native.ver`, or a `ver` inside `native.request`, that is a number, as 1.2, is read as a string.',
    paths: ['imp[].native.ver', `${NATIVE}.ver`],
    read(ver) {
      const value = NATIVE_VERSIONS.find(
        (known) => typeof ver === 'number' && known === String(ver),
      );
      const reason = 'expected a string, but got a number; it is read as one';
      return value === undefined ? undefined : { value, reason };
    },
  },
  {
    name: 'native-hint-ignored',
    description:
      'A `context`, `contextsubtype` or `plcmttype` of `native.request` that Native Ads 1.2 does not list, or that does not fit the others, is ignored.',
    paths: [NATIVE],
    read(native) {
      if (!isObject(native)) return undefined;
      const value = HINTS.reduce(withoutUnknownHint, native);
      const reason = 'a context, contextsubtype or plcmttype that is unknown is ignored';
      return value === native ? undefined : { value, reason };
    },
  },
];

function lacksId(asset: unknown): asset is JsonObject {
  return isObject(asset) && (fieldOf(asset, 'id') ?? null) === null;
}

function numbered(assets: readonly unknown[]): readonly unknown[] {
  const taken = new Set<unknown>(assets.map((asset) => (isObject(asset) ? asset.id : undefined)));
  let unusedId = assets.length + 1;
  const idAt = (position: number): number => {
    if (!taken.has(position)) return position;
    while (taken.has(unusedId)) unusedId++;
    return unusedId++;
  };
  return assets.map((asset, index) => (lacksId(asset) ? { ...asset, id: idAt(index + 1) } : asset));
}

const HINTS = ['context', 'contextsubtype', 'plcmttype'] as const;

/** Judged with the hints before it, which are known: a subtype has to belong to its context. */
function withoutUnknownHint(native: JsonObject, name: (typeof HINTS)[number]): JsonObject {
  const value = fieldOf(native, name);
  if (typeof value !== 'number') return native;
  const context = name === 'contextsubtype' ? fieldOf(native, 'context') : undefined;
  const isKnown = isStrict(NATIVE, {
    assets: [{ id: 1, title: { len: 1 } }],
    ...(typeof context === 'number' ? { context } : {}),
    [name]: value,
  });
  return isKnown ? native : withoutField(native, name);
}

/** As the schema of the bid request has them; a test compares. */
const TMAX_MS_MIN = 100;
const TMAX_MS_MAX = 5000;

/** The deadline that a caller sets who waits for less than the strict endpoint's least `tmax`. */
export const SHORT_TMAX: RequestRepair = {
  name: 'tmax-short-kept',
  description: `A \`tmax\` under ${TMAX_MS_MIN} is kept as the deadline of the auction.`,
  paths: ['tmax'],
  read: (tmax) =>
    Number.isInteger(tmax) && Number(tmax) > 0 && Number(tmax) < TMAX_MS_MIN
      ? {
          value: TMAX_MS_MIN,
          reason: `expected at least ${TMAX_MS_MIN} ms, but got ${tmax}; it is kept to`,
        }
      : undefined,
};

const COORDINATE_DECIMALS = 6;

/** A value of an enumeration that the strict endpoint does not know. */
const unknownValue = (type: 'number' | 'string') => (value: unknown) =>
  typeof value === type ? absent(`${preview(value)} is unknown here and ignored`) : undefined;

/** A value that the strict endpoint takes at the path. */
function meantAt(path: string, value: unknown, reason: string): Meant | undefined {
  return isStrict(path, value) ? { value, reason } : undefined;
}

/** Of single values. One of a wrong type is left to be refused. */
const VALUE_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'floor-rounded-up',
    description: 'An `imp[].bidfloor` with more than two decimals is rounded up to the next cent.',
    paths: ['imp[].bidfloor'],
    read(floor, path) {
      if (typeof floor !== 'number' || floor < 0) return undefined;
      // By way of micros, the unit of money here: 0.1 + 0.2, which is a little over 0.3, is 30 cents.
      const value = Math.ceil(toMicros(floor) / MICROS_PER_CENT) / 100;
      const reason = `${floor} has more than two decimals; ${value} is used`;
      return meantAt(path, value, reason);
    },
  },
  {
    name: 'tmax-zero-absent',
    description: 'A `tmax` of 0 counts as absent.',
    paths: ['tmax'],
    read: (tmax) =>
      tmax === 0
        ? absent(`expected ${TMAX_MS_MIN} to ${TMAX_MS_MAX} ms, but got 0; it counts as absent`)
        : undefined,
  },
  {
    name: 'tmax-cut',
    description: `A \`tmax\` over ${TMAX_MS_MAX} is cut to that.`,
    paths: ['tmax'],
    read(tmax) {
      if (typeof tmax !== 'number' || tmax <= TMAX_MS_MAX) return undefined;
      const reason = `expected at most ${TMAX_MS_MAX} ms, but got ${preview(tmax)}`;
      return { value: TMAX_MS_MAX, reason };
    },
  },
  SHORT_TMAX,
  {
    name: 'at-ignored',
    description: 'An `at` other than 1 and 2 is ignored: the configured kind of auction is held.',
    paths: ['at'],
    read: unknownValue('number'),
  },
  // Before the fields that it may empty are looked at for anything else.
  {
    name: 'empty-string-absent',
    description:
      'An empty string counts as absent in `site.domain`, `app.bundle`, `device.geo.country`, `user.gender`, `us_privacy`, `bidfloorcur` and `native.ver`.',
    paths: [
      'site.domain',
      'app.bundle',
      'device.geo.country',
      'user.gender',
      'regs.us_privacy',
      'regs.ext.us_privacy',
      'imp[].bidfloorcur',
      'imp[].native.ver',
      'imp[].pmp.deals',
    ],
    read(value) {
      if (value === '') return absent('an empty string counts as absent');
      // Reported once for all deals: there can be thousands.
      const deals = Array.isArray(value) ? value.map(withCurrency) : [];
      return deals.some((deal, index) => deal !== (value as unknown[])[index])
        ? { value: deals, reason: 'an empty bidfloorcur counts as absent' }
        : undefined;
    },
  },
  {
    name: 'domain-stripped',
    description:
      '`site.domain` loses its scheme, user, port, path, white space and last dots; other alphabets are written in punycode.',
    paths: ['site.domain'],
    read(domain, path) {
      if (typeof domain !== 'string') return undefined;
      const value = hostIn(domain);
      return meantAt(path, value, `${preview(value)} is used of ${preview(domain)}`);
    },
  },
  {
    name: 'domain-ignored',
    description:
      'A `site.domain` that has no host name of two labels in it (`localhost`, an address) is ignored.',
    paths: ['site.domain'],
    read: (domain) =>
      typeof domain === 'string'
        ? absent(`expected a host name of two or more labels, but got ${preview(domain)}`)
        : undefined,
  },
  {
    name: 'coordinate-rounded',
    description: `\`device.geo.lat\` and \`lon\` with more than ${COORDINATE_DECIMALS} decimals are rounded.`,
    paths: ['device.geo.lat', 'device.geo.lon'],
    read(degrees, path) {
      if (typeof degrees !== 'number') return undefined;
      const scale = 10 ** COORDINATE_DECIMALS;
      const value = Math.round(degrees * scale) / scale;
      return meantAt(path, value, `rounded to ${COORDINATE_DECIMALS} decimals`);
    },
  },
  {
    name: 'devicetype-ignored',
    description: 'A `device.devicetype` other than 1 to 7 is ignored.',
    paths: ['device.devicetype'],
    read: unknownValue('number'),
  },
  {
    name: 'gender-ignored',
    description: 'A `user.gender` other than `M`, `F` and `O` is ignored.',
    paths: ['user.gender'],
    read: unknownValue('string'),
  },
];

function withCurrency(deal: unknown): unknown {
  const isEmpty = isObject(deal) && fieldOf(deal, 'bidfloorcur') === '';
  return isEmpty ? withoutField(deal, 'bidfloorcur') : deal;
}

const CONSENT_TEXTS = ['user.consent', 'user.ext.consent'];
const US_PRIVACY = ['regs.us_privacy', 'regs.ext.us_privacy'];

const FLAG_BY_SPELLING: ReadonlyMap<unknown, 0 | 1> = new Map<unknown, 0 | 1>([
  ...([0, '0', false, 'false'] as const).map((spelling) => [spelling, 0] as const),
  ...([1, '1', true, 'true'] as const).map((spelling) => [spelling, 1] as const),
]);

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/**
 * Ruling 62: consent signals of another type, where they have one meaning. An unreadable US Privacy string is not
 * dropped, since it may have been an opt-out (ruling 77). No report quotes a value: it may be about a person.
 */
const CONSENT_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'consent-flag-read',
    description:
      'A `gdpr` or `coppa` of `"0"`, `"1"`, `true` or `false`, or a list of one of them, is read as 0 or 1.',
    paths: ['regs.coppa', 'regs.gdpr', 'regs.ext.gdpr'],
    read(flag) {
      const value = FLAG_BY_SPELLING.get(onlyItem(flag));
      const reason = 'expected 0 or 1; it is read as that';
      return value === undefined ? undefined : { value, reason };
    },
  },
  {
    name: 'consent-string-read',
    description:
      'A `consent` or `us_privacy` that is a list of one string is read as that string; `us_privacy` loses white space around it.',
    paths: [...US_PRIVACY, ...CONSENT_TEXTS],
    read(given, path) {
      const item = onlyItem(given);
      if (typeof item !== 'string') return undefined;
      const reason = 'expected a string without white space around it; what came is read as one';
      return meantAt(path, item.trim(), reason);
    },
  },
  // After the texts that can be read have been.
  {
    name: 'us-privacy-opt-out',
    description: `An invalid \`us_privacy\` becomes \`${UNREADABLE_US_PRIVACY}\`, which withholds as much as an unreadable GPP section.`,
    paths: US_PRIVACY,
    read: () => ({
      value: UNREADABLE_US_PRIVACY,
      reason:
        'expected a US Privacy string; the value that came withholds as much as an unreadable GPP section',
    }),
  },
];

const CONVERSATION = 'ext.parley.conversation';
const SHOWN = 'ext.parley.shown';
const SHOWN_MAX = REQUEST_ITEMS_MAX.shown;

/** Of `ext.parley` (ruling 76): what cannot be read names no conversation, and is no reason to show no ad. */
const CONVERSATION_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'conversation-read',
    description: `An \`ext.parley.conversation\` that is a whole number is read as a text, and of one of more than ${CONVERSATION_CHARACTERS_MAX} characters a hash is used.`,
    paths: [CONVERSATION],
    read(name) {
      if (Number.isSafeInteger(name)) {
        return { value: String(name), reason: 'expected a text, but got a number' };
      }
      if (typeof name !== 'string' || name === '') return undefined;
      const reason = `expected at most ${CONVERSATION_CHARACTERS_MAX} characters; a hash is used`;
      return { value: hashedName(name), reason };
    },
  },
  {
    name: 'conversation-ignored',
    description:
      'An `ext.parley` that is no object is ignored, and so is an `ext.parley.conversation` that is neither a text nor a whole number, or is empty.',
    paths: ['ext.parley', CONVERSATION],
    read(value, path) {
      if (path === CONVERSATION) return absent('expected a text that names the conversation');
      return isObject(value) ? undefined : absent('expected an object');
    },
  },
  {
    name: 'shown-repaired',
    description: `Of \`ext.parley.shown\` the last ${SHOWN_MAX} entries are kept. Entries without a \`domain\` are left out, a \`cid\`, \`secondsAgo\` or \`again\` that is none is ignored, and so is what is no list.`,
    paths: [SHOWN],
    read(shown) {
      if (!Array.isArray(shown)) return absent('expected a list');
      const isWhole = shown.every((ad) => isReadable(ad) && faultsOf(ad).length === 0);
      if (isWhole && shown.length <= SHOWN_MAX) return undefined;
      const value = shown
        .slice(-SHOWN_MAX)
        .flatMap((ad) => (isReadable(ad) ? faultsOf(ad).reduce(withoutField, ad) : []));
      const reason = `${value.length} of ${shown.length} entries are kept, with what is readable of them`;
      return { value, reason };
    },
  },
];

/** Of the members that may be absent. Null is absent too. */
function faultsOf(ad: JsonObject): readonly string[] {
  return ['cid', 'secondsAgo', 'again'].filter((name) => {
    const value = fieldOf(ad, name) ?? undefined;
    return value !== undefined && !isStrict(`${SHOWN}[].${name}`, value);
  });
}

function isReadable(ad: unknown): ad is JsonObject {
  return isObject(ad) && isStrict(`${SHOWN}[].domain`, fieldOf(ad, 'domain'));
}

/** Those that are made when native requests are texts again. */
export const REPAIRS: readonly RequestRepair[] = [
  ...VALUE_REPAIRS,
  ...CONSENT_REPAIRS,
  ...CONVERSATION_REPAIRS,
];

export const REQUEST_REPAIRS: readonly RequestRepair[] = [
  ...TEXT_REPAIRS,
  ...NATIVE_REPAIRS,
  ...REPAIRS,
];

/** What metrics are labelled with. */
export const REPAIR_NAMES: readonly string[] = [...BODY_REPAIRS, ...REQUEST_REPAIRS].map(
  ({ name }) => name,
);
