import { randomUUID } from 'node:crypto';

/** One call of the session. */
export type SessionCall = {
  readonly tool: string;
  readonly args: object;
  /** Whether it has to be carried out. */
  readonly expects: 'done' | 'error';
};

/** Makes a call, and gets what was answered. */
export type MakeCall = (call: SessionCall) => Promise<unknown>;

const ACCOUNT = { brand: { domain: 'brand.example' }, operator: 'agency.example', sandbox: true };
const DAY_MS = 86_400_000;

const keyed = (args: object): object => ({ idempotency_key: randomUUID(), ...args });
const later = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const dayOf = (days: number): string => later(days).slice(0, 10);

/** Every tool, in every way that an answer can look: done, repeated, refused, and in each state of a buy. */
export async function runSession(version: string, call: MakeCall): Promise<void> {
  const make = (tool: string, args: object = {}) => call({ tool, args, expects: 'done' });
  const refused = (tool: string, args: object) => call({ tool, args, expects: 'error' });
  const both = { make, refused };
  await discover(both);
  const { creative } = await bringCreatives(version, both);
  const bought = await buy(version, both, creative);
  await steer(both, bought);
  await readBack(version, both, bought);
  await cancel(both, bought);
}

type Calls = {
  readonly make: (tool: string, args?: object) => Promise<unknown>;
  readonly refused: (tool: string, args: object) => Promise<unknown>;
};

async function discover({ make, refused }: Calls): Promise<void> {
  await make('get_adcp_capabilities');
  await make('get_adcp_capabilities', { protocols: ['media_buy'] });
  const { sandbox: _, ...named } = ACCOUNT;
  const accounts = [{ ...named, billing: 'operator', sandbox: true }];
  const declared = keyed({ accounts });
  await make('sync_accounts', declared);
  await make('sync_accounts', declared);
  await make('sync_accounts', keyed({ accounts: [{ ...accounts[0], billing: 'advertiser' }] }));
  await refused('sync_accounts', { ...declared, accounts: [] });
  await make('list_accounts', { pagination: { max_results: 1 } });
  await make('list_accounts', { status: 'active' });
  await refused('list_accounts', { pagination: { cursor: 'nonsense' } });
  await make('get_products', { buying_mode: 'brief', brief: 'Ads about hiking' });
  await make('get_products', { buying_mode: 'wholesale', account: ACCOUNT });
  await make('get_products', {
    buying_mode: 'refine',
    refine: [{ scope: 'request', ask: 'Only what is cheap' }],
  });
  await refused('get_products', {
    buying_mode: 'brief',
    brief: 'x',
    account: { account_id: 'of-nobody' },
  });
}

const ASSETS = {
  title: { asset_type: 'text', content: 'Tents that hold' },
  body_text: { asset_type: 'text', content: 'For two, for three, for storms.' },
  advertiser_name: { asset_type: 'text', content: 'Brand' },
  landing_page_url: { asset_type: 'url', url: 'https://brand.example/tents' },
  cta: { asset_type: 'text', content: 'See them' },
};

async function bringCreatives(version: string, { make, refused }: Calls) {
  const listed = await make('list_creative_formats');
  await make('list_creative_formats', { pagination: { max_results: 1 } });
  const format =
    version === '3.0'
      ? { format_id: at(listed, 'formats.0.format_id') }
      : { format_kind: 'native_in_feed' };
  const creative = { creative_id: 'tents-1', name: 'Tents', ...format, assets: ASSETS };
  const first = keyed({ account: ACCOUNT, creatives: [creative] });
  await make('sync_creatives', { ...first, dry_run: true });
  await make('sync_creatives', first);
  await make('sync_creatives', first);
  await refused('sync_creatives', { ...first, creatives: [{ ...creative, name: 'Other' }] });
  const wrong = { ...creative, creative_id: 'tents-2', assets: { title: ASSETS.title } };
  await make('sync_creatives', keyed({ account: ACCOUNT, creatives: [wrong] }));
  await make('list_creatives', { account: ACCOUNT });
  await make('list_creatives', {
    filters: { creative_ids: ['tents-1'] },
    pagination: { max_results: 1 },
  });
  await refused('list_creatives', { account: { account_id: 'of-nobody' } });
  return { creative };
}

type Bought = { readonly mediaBuyId: unknown; readonly packageId: unknown };

const bidOf = (version: string, amount: number) =>
  version === '3.2' ? { bidding: { bid_amount: amount } } : { bid_price: amount };

async function buy(
  version: string,
  { make, refused }: Calls,
  creative: { readonly creative_id: string },
): Promise<Bought> {
  const products = await make('get_products', { buying_mode: 'wholesale', account: ACCOUNT });
  const line = {
    product_id: at(products, 'products.0.product_id'),
    pricing_option_id: at(products, 'products.0.pricing_options.0.pricing_option_id'),
    budget: 500,
    ...bidOf(version, 5),
  };
  const terms = {
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: 'asap',
    end_time: later(30),
    packages: [
      line,
      {
        ...line,
        creative_assignments: [{ creative_id: creative.creative_id }],
        targeting_overlay: { geo_countries: ['US'] },
      },
    ],
  };
  const first = keyed(terms);
  const made = await make('create_media_buy', first);
  await make('create_media_buy', first);
  await refused('create_media_buy', { ...first, end_time: later(60) });
  const wrongLines: readonly object[] = [
    { ...line, product_id: 'none' },
    { ...line, pricing_option_id: 'none' },
    { ...line, budget: 0 },
    { ...line, ...bidOf(version, 0.01) },
    { ...line, targeting_overlay: { age_restriction: { min: 21 } } },
  ];
  for (const wrong of wrongLines) {
    await refused('create_media_buy', keyed({ ...terms, packages: [wrong] }));
  }
  await refused('create_media_buy', keyed({ ...terms, start_time: '2020-01-01T00:00:00Z' }));
  await refused('create_media_buy', keyed({ ...terms, account: { account_id: 'of-nobody' } }));
  return {
    mediaBuyId: at(made, 'media_buy_id'),
    packageId: at(made, 'packages.0.package_id'),
  };
}

async function steer(calls: Calls, { mediaBuyId, packageId }: Bought): Promise<void> {
  const { make, refused } = calls;
  const of = (change: object) => keyed({ account: ACCOUNT, media_buy_id: mediaBuyId, ...change });
  await make('update_media_buy', of({ paused: true }));
  const changed = of({
    paused: false,
    end_time: later(40),
    packages: [{ package_id: packageId, budget: 600 }],
  });
  await make('update_media_buy', changed);
  await make('update_media_buy', changed);
  await refused('update_media_buy', of({ revision: 1, paused: true }));
  await refused('update_media_buy', of({ packages: [{ package_id: 'none', paused: true }] }));
  await refused(
    'update_media_buy',
    keyed({ account: ACCOUNT, media_buy_id: 'none', paused: true }),
  );
}

async function readBack(version: string, calls: Calls, bought: Bought): Promise<void> {
  const { make, refused } = calls;
  const { mediaBuyId, packageId } = bought;
  await make('get_media_buys', { account: ACCOUNT });
  await make('get_media_buys', { account: ACCOUNT, media_buy_ids: [mediaBuyId] });
  await make('get_media_buys', { status_filter: ['active'], pagination: { max_results: 1 } });
  await refused('get_media_buys', { account: { account_id: 'of-nobody' } });
  const delivery = { account: ACCOUNT, media_buy_ids: [mediaBuyId] };
  await make('get_media_buy_delivery', { ...delivery, include_package_daily_breakdown: true });
  await make('get_media_buy_delivery', {
    ...delivery,
    start_date: dayOf(-1),
    end_date: dayOf(1),
  });
  await refused('get_media_buy_delivery', { account: { account_id: 'of-nobody' } });
  const told = {
    media_buy_id: mediaBuyId,
    package_id: packageId,
    measurement_period: { start: later(-2), end: later(-1) },
    performance_index: 1.2,
    ...(version === '3.2' && { metric_type: 'overall_performance' }),
  };
  await make('provide_performance_feedback', keyed(told));
  await refused('provide_performance_feedback', keyed({ ...told, media_buy_id: 'none' }));
}

async function cancel({ make }: Calls, { mediaBuyId }: Bought): Promise<void> {
  await make('get_media_buy_delivery', { account: ACCOUNT, media_buy_ids: [mediaBuyId] });
  await make(
    'update_media_buy',
    keyed({ account: ACCOUNT, media_buy_id: mediaBuyId, canceled: true }),
  );
  await make('get_media_buys', { account: ACCOUNT, media_buy_ids: [mediaBuyId] });
}

/** What lies at a path such as `packages.0.package_id`. undefined: nothing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  }
  return found;
}
