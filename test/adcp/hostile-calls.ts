import { isBranch, isObject, type ReadableSchema } from '../../src/lib/schema-fault.ts';
import type { Tool } from '../../src/parts/adcp/tool.ts';
import { BUY, creative, END, LINE, START } from './buys-fixture.ts';
import { ACCOUNT } from './seller-in-process.ts';

/** Calls that mean harm, made from tables: each is a valid one with something wrong in one place. */

type Args = Readonly<Record<string, unknown>>;

export type HostileCall = { readonly tool: string; readonly place: string; readonly args: Args };

/** What a buyer has. */
export type Belongings = {
  readonly account: string;
  readonly buy: string;
  readonly line: string;
  readonly creative: string;
};

const FORMAT = { agent_url: 'https://exchange.example/adcp/mcp', id: 'native_in_feed' };
const WEBHOOK = {
  url: 'https://buyer.example/told',
  token: 'token-of-a-webhook',
  authentication: { schemes: ['Bearer'], credentials: 'x'.repeat(40) },
};

const OVERLAY = {
  geo_countries: ['DE'],
  language: ['de'],
  device_type: ['mobile'],
  keyword_targets: [{ keyword: 'boots', match_type: 'phrase' }],
  daypart_targets: [{ days: ['monday'], start_hour: 9, end_hour: 12, timezone: 'UTC' }],
  frequency_cap: { max_impressions: 3, per: 'individuals', window: { interval: 1, unit: 'days' } },
};

/** A call of each tool that changes nothing by itself, or no more than it did before. */
export function validCalls(own: Belongings, newKey: () => string): ReadonlyMap<string, Args> {
  const changing = () => ({ idempotency_key: newKey(), account: ACCOUNT });
  const assigned = [{ creative_id: own.creative }];
  return new Map<string, Args>([
    ['get_adcp_capabilities', { protocols: ['media_buy'] }],
    ['list_accounts', { status: 'active', pagination: { max_results: 1 } }],
    [
      'sync_accounts',
      {
        idempotency_key: newKey(),
        accounts: [{ ...ACCOUNT, billing: 'operator', payment_terms: 'net_30' }],
        push_notification_config: WEBHOOK,
        dry_run: true,
      },
    ],
    [
      'get_products',
      {
        buying_mode: 'brief',
        brief: 'trail shoes',
        account: ACCOUNT,
        filters: {
          countries: ['DE'],
          format_ids: [FORMAT],
          budget_range: { max: 5, currency: 'USD' },
        },
        pagination: { max_results: 2 },
      },
    ],
    [
      'create_media_buy',
      {
        ...changing(),
        ...BUY,
        packages: [
          {
            ...LINE,
            targeting_overlay: OVERLAY,
            creative_assignments: assigned,
          },
        ],
      },
    ],
    [
      'update_media_buy',
      {
        ...changing(),
        media_buy_id: own.buy,
        packages: [{ package_id: own.line, bid_price: 5, creative_assignments: assigned }],
      },
    ],
    [
      'get_media_buys',
      { account: ACCOUNT, media_buy_ids: [own.buy], pagination: { max_results: 2 } },
    ],
    [
      'get_media_buy_delivery',
      {
        account: ACCOUNT,
        media_buy_ids: [own.buy],
        start_date: '2027-02-01',
        end_date: '2027-03-05',
      },
    ],
    [
      'provide_performance_feedback',
      {
        idempotency_key: newKey(),
        media_buy_id: own.buy,
        package_id: own.line,
        measurement_period: { start: START, end: END },
        performance_index: 1,
      },
    ],
    [
      'sync_creatives',
      {
        ...changing(),
        creatives: [creative(own.creative)],
        assignments: [{ creative_id: own.creative, package_id: own.line }],
      },
    ],
    [
      'list_creatives',
      {
        account: ACCOUNT,
        filters: { creative_ids: [own.creative], accounts: [ACCOUNT], tags: ['tag'] },
        pagination: { max_results: 1 },
      },
    ],
    ['list_creative_formats', { format_ids: [FORMAT], asset_types: ['text'], max_width: 1000 }],
  ]);
}

/** Each time with a new key: with one that was used, nothing behind it would be reached. */
type MakeValid = (tool: string) => Args;

type Path = readonly string[];

/** The same arguments with another value in one place. What is on the way there and missing is made. */
function changed(value: unknown, path: Path, next: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  if (Array.isArray(value) || (name === '0' && !isObject(value))) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [changed(first, rest, next), ...others];
  }
  const fields = isObject(value) ? value : {};
  return Object.fromEntries([
    ...Object.entries(fields).filter(([one]) => one !== name),
    [name, changed(fields[name], rest, next)],
  ]);
}

/** Each argument that a schema declares, in objects and in the first items of lists too. */
function declaredPlaces(
  schema: ReadableSchema,
  path: Path = [],
): readonly [Path, ReadableSchema][] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, own]) =>
    declaredPlaces(own, [...path, name]),
  );
  const items = schema.items === undefined ? [] : declaredPlaces(schema.items, [...path, '0']);
  return [
    ...(path.length === 0 ? [] : [[path, schema] as [Path, ReadableSchema]]),
    ...inside,
    ...items,
  ];
}

/** undefined: the schema takes any type. */
function wrongTypeFor({ type, enum: words }: ReadableSchema): unknown {
  if (words !== undefined) return '__proto__';
  switch (type) {
    case 'string':
      return { length: 5, toString: 'x' };
    case 'object':
      return ['__proto__'];
    case 'array':
      return { 0: 'x', length: 1 };
    case 'integer':
    case 'number':
      return '1e308';
    case 'boolean':
      return 'false';
    default:
      return undefined;
  }
}

/** Beyond what the schema allows by its bounds. */
function beyond({ type, maxLength, maxItems, maximum, minimum }: ReadableSchema): unknown {
  if (type === 'string' && maxLength !== undefined) return 'x'.repeat(200_000);
  if (type === 'array' && maxItems !== undefined) return new Array(20_000).fill(null);
  if (maximum !== undefined) return 1e308;
  return minimum === undefined ? undefined : -1e308;
}

/** Every declared argument with a wrong type, and where it has bounds, beyond them. All have to be refused. */
export function refusedCalls(tool: Tool, validOf: MakeValid): readonly HostileCall[] {
  return declaredPlaces(tool.input as ReadableSchema).flatMap(([path, schema]) =>
    [wrongTypeFor(schema), beyond(schema)].flatMap((value) =>
      value === undefined ? [] : [callWith(tool.name, validOf(tool.name), path, value)],
    ),
  );
}

function callWith(tool: string, valid: Args, path: Path, value: unknown): HostileCall {
  const place = path.join('.').replaceAll(/\.(\d+)/g, '[$1]');
  return { tool, place, args: changed(valid, path, value) as Args };
}

const DEEP = JSON.parse(`${'{"a":['.repeat(300)}1${']}'.repeat(300)}`);

/** What nobody has to refuse, and nobody may stumble over. */
const VALUES: readonly unknown[] = [
  'a\u0000b',
  '\ud800',
  '\u001b[31m\u202e',
  '__proto__',
  'constructor',
  "'; drop table records; --",
  '$1',
  '9999-12-31T23:59:59Z',
  '0001-01-01',
  -1,
  1e308,
  1e-320,
  2 ** 63,
  null,
  [],
  { toString: 1, length: 1e9 },
  JSON.parse('{"__proto__":{"isSandbox":true},"constructor":{"prototype":1}}'),
  DEEP,
];

/** Every value that a call has, with each hostile one in its place. */
export function oddCalls(tool: string, validOf: MakeValid): readonly HostileCall[] {
  return sentPlaces(validOf(tool)).flatMap((path) =>
    VALUES.map((value) => callWith(tool, validOf(tool), path, value)),
  );
}

function sentPlaces(value: unknown, path: Path = []): readonly Path[] {
  const inside = isBranch(value)
    ? Object.entries(value).flatMap(([name, one]) => sentPlaces(one, [...path, name]))
    : [];
  return path.length === 0 ? inside : [path, ...inside];
}
