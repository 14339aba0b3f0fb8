import { DAY_MS } from '../../../lib/day.ts';
import { accountIdOf, accountNameOf } from '../accounts/accounts.ts';
import type { PricingOption } from '../products/product.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
  type BuyerAccountDefinition,
} from '../records/account-record.ts';
import { BUY_TABLE, buyKey } from '../records/buy-record.ts';
import { CREATIVE_TABLE, creativeKey } from '../records/creative-record.ts';
import type { ToolAnswer } from '../tool.ts';
import { refuse, succeed } from './answer.ts';
import type { ParamsOf } from './params.ts';
import { type ScenarioCall, write } from './scenario-call.ts';

/** How long a seeded buy runs, around now. */
const FLIGHT_DAYS = 30;

/** Of a call that names no account. */
const NOBODY = 'test.example';

type SeedOf = { readonly key: string; readonly fixture: unknown };

/** Makes it, unless the id stands for something else already. Storyboards seed the same fixture again and again. */
async function seed(
  { sandbox }: Pick<ScenarioCall, 'sandbox'>,
  { key, fixture }: SeedOf,
  make: () => Promise<ToolAnswer | undefined>,
): Promise<ToolAnswer> {
  const kept = sandbox.remember(key, fixture);
  if (kept === 'divergent') {
    return refuse('INVALID_PARAMS', 'expected the fixture that was seeded first, or another id');
  }
  if (kept === 'full') return refuse('INVALID_STATE', 'expected fewer seeds: restart the sandbox');
  const message = kept === 'fresh' ? 'Fixture seeded' : 'Fixture re-seeded (equivalent)';
  return (await make()) ?? succeed({ message });
}

const TAKEN = refuse('INVALID_PARAMS', 'expected another id: this one is taken');

export async function seedAccount(
  call: ScenarioCall,
  { account_id: id, fixture = {} }: ParamsOf<'seed_account'>,
): Promise<ToolAnswer> {
  const { buyer, query, reach } = call;
  return seed(call, { key: `account:${buyer.id}/${id}`, fixture }, async () => {
    const key = accountRecordKey(id);
    const current = await BUYER_ACCOUNT_TABLE.read(query, key);
    if (current !== undefined && !(await reach.accountOf(id))) return TAKEN;
    const state = fixture.status ?? 'active';
    const definition = {
      ...sandboxAccount(fixture.brand?.domain ?? NOBODY, fixture.operator ?? NOBODY),
      ...(fixture.name !== undefined && { name: fixture.name }),
    };
    const next = { id, account: id, buyer: buyer.id, state, definition };
    await write(call, BUYER_ACCOUNT_TABLE, { key, next });
    return undefined;
  });
}

function sandboxAccount(domain: string, operator: string): BuyerAccountDefinition {
  const key = { brand: { domain }, operator, isSandbox: true };
  return {
    ...key,
    name: accountNameOf(key),
    billing: 'operator',
    reason: '',
  };
}

export async function seedProduct(
  call: ScenarioCall,
  { product_id: id, fixture = {} }: ParamsOf<'seed_product'>,
): Promise<ToolAnswer> {
  const { sandbox, sources } = call;
  return seed(call, { key: `product:${id}`, fixture }, async () => {
    const publishers = sources.config().publishers.map((publisher) => publisher.id);
    sandbox.keepProduct({
      id,
      name: fixture.name ?? id,
      description: fixture.description ?? `A product that a test controller has made up: ${id}`,
      publishers: publishers.length === 0 ? [NOBODY] : publishers,
      formats: (fixture.format_ids ?? []).map((format) => format.id),
      options: (fixture.pricing_options ?? []).map((option) =>
        optionOf(option.pricing_option_id, option),
      ),
      minSpendUsd: undefined,
      targeting: undefined,
      isGuaranteed: fixture.delivery_type === 'guaranteed',
      channels: fixture.channels ?? [],
    });
    return undefined;
  });
}

export async function seedPricingOption(
  call: ScenarioCall,
  { product_id: product, pricing_option_id: id, fixture }: ParamsOf<'seed_pricing_option'>,
): Promise<ToolAnswer> {
  return seed(call, { key: `option:${product}/${id}`, fixture }, async () => {
    call.sandbox.keepOption(product, optionOf(id, fixture));
    return undefined;
  });
}

function optionOf(
  id: string,
  {
    pricing_model: model,
    fixed_price,
    floor_price = 0,
  }: ParamsOf<'seed_pricing_option'>['fixture'],
): PricingOption {
  return fixed_price === undefined
    ? { id, model, floorUsd: floor_price }
    : { id, model, fixedUsd: fixed_price };
}

export async function seedFormat(
  call: ScenarioCall,
  { format_id: id, fixture = {} }: ParamsOf<'seed_creative_format'>,
): Promise<ToolAnswer> {
  return seed(call, { key: `format:${id}`, fixture }, async () => {
    call.sandbox.keepFormat({ id, fixture });
    return undefined;
  });
}

export async function seedCreative(
  call: ScenarioCall,
  { creative_id: id, fixture = {} }: ParamsOf<'seed_creative'>,
): Promise<ToolAnswer> {
  const { buyer, sources } = call;
  const owner = await accountForSeeds(call);
  if (owner === undefined) return NO_ACCOUNT;
  const { id: account } = owner;
  return seed(call, { key: `creative:${account}/${id}`, fixture }, async () => {
    const format = { agent_url: sources.publicUrl(), ...fixture.format_id };
    const name = fixture.name ?? id;
    const sent = { creative_id: id, name, format_id: format, assets: fixture.assets ?? {} };
    const definition = {
      name,
      sent,
      forced: { status: fixture.status ?? 'approved', reason: '' },
    };
    const key = creativeKey(account, id);
    const next = { id, account, buyer: buyer.id, state: 'kept' as const, definition };
    await write(call, CREATIVE_TABLE, { key, next });
    return undefined;
  });
}

export async function seedBuy(
  call: ScenarioCall,
  { media_buy_id: id, fixture = {} }: ParamsOf<'seed_media_buy'>,
): Promise<ToolAnswer> {
  const { buyer, nowMs, query } = call;
  const owner = await accountForSeeds(call);
  if (owner === undefined) return NO_ACCOUNT;
  const { id: account } = owner;
  return seed(call, { key: `buy:${account}/${id}`, fixture }, async () => {
    const key = buyKey(id);
    const current = await BUY_TABLE.read(query, key);
    if (current !== undefined && current.account !== account) return TAKEN;
    const definition = {
      brand: owner.definition.brand,
      startMs: nowMs - FLIGHT_DAYS * DAY_MS,
      endMs: nowMs + FLIGHT_DAYS * DAY_MS,
      packages: [],
      isPaused: false,
      rejectedFor: '',
      confirmedMs: nowMs,
      forced: fixture.status ?? 'active',
      echoed: {},
    };
    const next = { id, account, buyer: buyer.id, state: 'open' as const, definition };
    await write(call, BUY_TABLE, { key, next });
    return undefined;
  });
}

const NO_ACCOUNT = refuse('NOT_FOUND', 'expected an account of yours, of the sandbox');

type SeedOwner = Pick<BuyerAccount, 'id' | 'definition'>;

/** The account that the call names. One that is named by its brand need not be declared. */
async function accountForSeeds({
  account,
  reach,
  buyer,
}: ScenarioCall): Promise<SeedOwner | undefined> {
  const found = await reach.accountNamed(account);
  if (found !== undefined || account.account_id !== undefined) return found;
  const definition = sandboxAccount(account.brand?.domain ?? NOBODY, account.operator ?? NOBODY);
  return { id: accountIdOf(buyer.id, definition), definition };
}
