import { readFileSync } from 'node:fs';
import { START_UNITS_MAX } from '../../src/core/auction/solicit.ts';
import { NO_BID } from '../../src/core/openrtb/no-bid.ts';
import {
  BID_CHARACTERS_MAX,
  VALUES_MAX,
  VAST_TAGS_MAX,
} from '../../src/core/openrtb/size-limits.ts';
import { BODY_REPAIRS, REQUEST_REPAIRS } from '../../src/core/repairs/table.ts';
import { DIMENSION_NAMES } from '../../src/core/sale/dimensions.ts';
import { HOLD_CAUSES } from '../../src/core/sale/hold-cause.ts';
import { FILLED_CHARACTERS_MAX } from '../../src/core/sale/macros.ts';
import { FREE_FIELDS } from '../../src/demand/campaigns/free-fields.ts';
import { ConfigFault, loadConfig } from '../../src/host/config/config.ts';
import { PASSED_CALL_MS_MAX, PASSED_CALLS_MAX } from '../../src/host/http/buyer-calls.ts';
import { REPLY_BYTES_MAX } from '../../src/host/http/client/response-body.ts';
import { BODY_BYTES_MAX, DISCARDED_BYTES_MAX } from '../../src/host/http/read-body.ts';
import {
  effectOf,
  TROUBLE_IDS,
  TROUBLES,
  type TroubleId,
} from '../../src/host/observe/troubles.ts';
import { opsOfParts } from '../../src/host/part.ts';
import { SERVING_STATES } from '../../src/ledger/budgets/campaign-status.ts';
import { JSON_VALUES_MAX, NESTING_LEVELS_MAX } from '../../src/lib/json.ts';
import { PUBLIC_CODES } from '../../src/lib/refusal-codes.ts';
import type { ReadableSchema } from '../../src/lib/schema-fault.ts';
import { OPEN_BODY_LENGTH_MAX, OPEN_CALLS_PER_MINUTE } from '../../src/parts/adcp/door.ts';
import { NONCES_MAX, SIGNATURE_HEADER_LENGTH_MAX } from '../../src/parts/adcp/signatures.ts';
import { HALT_CAUSES } from '../../src/parts/health/find-troubles.ts';
import { STANDARD_PARTS } from '../../src/programs/standard-parts.ts';
import { configKeys } from '../../test/config-keys.ts';
import { readPath } from '../../test/conformance/paths.ts';
import { OF_CALLERS, OF_PARTNERS } from '../../test/cost/containers.ts';
import { placesIn } from '../../test/cost/schema-places.ts';
import { layoutOf } from '../../test/metrics.ts';
import type { Row, Sources } from './fill.ts';

/** Of a browser: its types are checked with those of its pages. */
const PAGES = '../../src/programs/standard-pages.ts';
const { STANDARD_PAGES } = (await import(PAGES)) as {
  readonly STANDARD_PAGES: readonly { readonly name: string }[];
};

const code = (text: string): string => `\`${text}\``;

const LINE_LENGTH_MAX = 130;

/** Names with commas between, as lines of a text. */
function listed(names: readonly string[]): string {
  const lines = [''];
  for (const [index, name] of names.entries()) {
    const word = `${code(name)}${index === names.length - 1 ? '' : ','}`;
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > LINE_LENGTH_MAX) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}

function configRows(): readonly Row[] {
  const config = loadConfig({}, '/nowhere');
  if (config instanceof ConfigFault) throw new Error(config.message);
  const shown = { ...config, dataDir: config.dataDir.replace('/nowhere/', '') };
  const keys = configKeys();
  const all = keys.find(({ path }) => path === 'partners[].kind')?.kinds.length;
  return keys.map(({ path, kinds }) => ({
    Key: code(path),
    ...(kinds.length > 0 ? { Kinds: kinds.length === all ? 'all' : listed(kinds) } : {}),
    ...(path.includes('[]') ? {} : { Default: defaultOf(readPath(shown, path)) }),
  }));
}

function defaultOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

const seriesRows = (): readonly Row[] =>
  Object.entries(layoutOf(['acme']).series).map(([name, { kind, labels }]) => ({
    Series: code(name),
    Kind: kind,
    Labels: labels.map(code).join(', '),
  }));

const alertRows = (): readonly Row[] => {
  const rules = readFileSync(new URL('../../ops/prometheus-rules.yaml', import.meta.url), 'utf8');
  return [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => ({ Alert: code(name) }));
};

/** By the path, and those of one path as the code has them. */
function callRows(): readonly Row[] {
  const calls = opsOfParts(STANDARD_PARTS).map(({ name, role, openTo, summary, query }) => {
    const [method = '', path = ''] = name.split(' ');
    const { properties = {} } = query as ReadableSchema;
    const asked = Object.keys(properties);
    const call = `${method} ${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
    const Role = openTo === undefined ? code(role) : `${code(role)}, its people`;
    return { path, row: { Call: code(call), Role, 'What it does': summary } };
  });
  return calls
    .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
    .map(({ row }) => row);
}

const listRows = (containers: typeof OF_CALLERS): readonly Row[] =>
  containers.flatMap(({ schema, prefix }) =>
    placesIn(schema)
      .filter(({ kind }) => kind === 'list')
      .map(({ path, schema: { maxItems } }) => ({
        Field: code(path),
        In: prefix.trim() || 'bid request',
        'Items at most': String(maxItems),
      })),
  );

const bounds = (rows: Readonly<Record<string, number>>): readonly Row[] =>
  Object.entries(rows).map(([What, bound]) => ({ What, 'At most': String(bound) }));

function chapterOf(id: TroubleId): string {
  const { advice } = TROUBLES[id];
  // The one trouble that knows its cause.
  const known = id === 'budgets-halted' ? Object.values(HALT_CAUSES) : [];
  const rows = known.map(({ what, advice: todo }) => `| ${what} | ${todo} |`);
  const table = ['| What it says | What to do |', '| --- | --- |', ...rows].join('\n');
  const causes = rows.length === 0 ? '' : `\n\n${table}`;
  return `## ${id}\n\n${effectOf(id)}\n\n**What to do.** ${advice}${causes}`;
}

/** By the name that a page calls it by. */
export const sources = (): Sources => ({
  config: configRows(),
  series: seriesRows(),
  alerts: alertRows(),
  calls: callRows(),
  troubles: TROUBLE_IDS.map((id) => ({
    Id: code(id),
    Of: TROUBLES[id].scope,
    When: TROUBLES[id].when,
  })),
  'chapters of troubles': TROUBLE_IDS.map(chapterOf).join('\n\n'),
  // The most telling first.
  'no-bid reasons': Object.entries(NO_BID)
    .toReversed()
    .map(([reason, { words }]) => ({ Reason: code(reason), Meaning: words })),
  'error codes': Object.entries(PUBLIC_CODES).map(([name, { status, words }]) => ({
    Code: code(name),
    Status: String(status),
    Meaning: words,
  })),
  repairs: [...BODY_REPAIRS, ...REQUEST_REPAIRS].map(({ name, description }) => ({
    Repair: code(name),
    'What it does': description,
  })),
  'pages of the console': STANDARD_PAGES.map(({ name }) => ({ Page: name })),
  'states of campaigns': SERVING_STATES.map((state) => ({ State: code(state) })),
  'causes of holding back': HOLD_CAUSES.map((cause) => ({ Cause: code(cause) })),
  'fields without approval': listed(FREE_FIELDS.filter((field) => field !== 'id')),
  dimensions: listed(DIMENSION_NAMES),
  'lists of a request': listRows(OF_CALLERS),
  'lists of an answer': listRows(OF_PARTNERS),
  bounds: bounds({
    'bytes of a body, after inflating': BODY_BYTES_MAX,
    'bytes of a body that is too large, which are read and dropped in up to 4 seconds before its 413, so that clients see the 413':
      DISCARDED_BYTES_MAX,
    'JSON values of a body': VALUES_MAX.body,
    'levels of nesting of a body': NESTING_LEVELS_MAX,
    'JSON values of a `native.request`': VALUES_MAX.nativeRequest,
    "bytes of a partner's answer, after inflating": REPLY_BYTES_MAX,
    "JSON values of a partner's answer": VALUES_MAX.answer,
    'characters of an answer that cannot be read, in the explanation': START_UNITS_MAX,
    "JSON values of a bid's `adm`": VALUES_MAX.markup,
    'characters of an id, seat, code or name of a bid': BID_CHARACTERS_MAX.name,
    'characters of `nurl`, `burl` or `lurl`': BID_CHARACTERS_MAX.noticeUrl,
    'tags of one `vasttag`, with comments and CDATA sections': VAST_TAGS_MAX,
    'characters of all values that are filled in for macros of an `adm`': FILLED_CHARACTERS_MAX,
  }),
  'bounds of buyers': bounds({
    'bytes of a call of an AI buyer, which may not be compressed': BODY_BYTES_MAX,
    'JSON values of such a call': JSON_VALUES_MAX,
    'characters of a call without a token': OPEN_BODY_LENGTH_MAX,
    'calls without a token of an address in a minute': OPEN_CALLS_PER_MINUTE,
    'calls of AI buyers under way in a process': PASSED_CALLS_MAX,
    'milliseconds until such a call is answered': PASSED_CALL_MS_MAX,
    'signed requests with a key in six minutes': NONCES_MAX,
    'characters of `Signature-Input` or `Signature`': SIGNATURE_HEADER_LENGTH_MAX,
  }),
});
