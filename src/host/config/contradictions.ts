import { canonicalAgentUrl, DEFAULT_FORMATS } from '../../core/openrtb/formats.ts';
import { entryFault, traitsOf } from '../../demand/kinds.ts';
import { createIpSet } from '../../lib/ip.ts';
import type { ConfigFile } from './config-schema.ts';
import { DEFAULT_PARTNERS } from './default-partners.ts';

export const ADMIN_HOST_DEFAULT = '127.0.0.1';
const ADMIN_LOOPBACK: ReadonlySet<string> = new Set([ADMIN_HOST_DEFAULT, '::1', 'localhost']);

type Contradiction = { readonly path: string; readonly reason: string };

/** The faults that the schema cannot state, since they concern several keys or the meaning of a text. */
export function* contradictions(
  file: ConfigFile,
  rates: Readonly<Record<string, number>> = file.auction?.rates ?? {},
): Generator<Contradiction> {
  const { host = ADMIN_HOST_DEFAULT, token, tokens = [] } = file.admin ?? {};
  if (!ADMIN_LOOPBACK.has(host) && token === undefined && tokens.length === 0) {
    const reason = `expected a token, since admin.host ${host} is not loopback`;
    yield { path: 'admin.token', reason };
  }
  const { trustedProxies = [], networks = [] } = file.limits ?? {};
  const names = networks.map(({ network }) => network);
  yield* badNetworks(trustedProxies, (index) => `limits.trustedProxies[${index}]`);
  yield* badNetworks(names, (index) => `limits.networks[${index}].network`);
  yield* repeated('limits.networks', 'network', networks);
  yield* repeated('admin.tokens', 'name', tokens);
  // Two people with one token could not be told apart.
  for (const index of repetitions([token, ...tokens.map((named) => named.token)])) {
    yield { path: `admin.tokens[${index - 1}].token`, reason: 'another entry has the same token' };
  }
  yield* repeated('alerts.webhooks', 'name', file.alerts?.webhooks ?? []);
  yield* repeated('partners', 'name', file.partners ?? []);
  for (const [index, entry] of (file.partners ?? []).entries()) {
    const { key, reason } = entryFault(entry) ?? {};
    if (reason === undefined) continue;
    yield { path: `partners[${index}]${key === undefined ? '' : `.${key}`}`, reason };
  }
  yield* repeated('publishers', 'id', file.publishers ?? []);
  yield* unratedCurrencies(file, 'partners', rates);
  yield* unratedCurrencies(file, 'publishers', rates);
  yield* repeatedFormats(file);
  yield* misfits(file);
  yield* adcpFaults(file);
}

function* badNetworks(
  networks: readonly string[],
  pathAt: (index: number) => string,
): Generator<Contradiction> {
  for (const [index, network] of networks.entries()) {
    try {
      createIpSet([network]);
    } catch (error) {
      yield { path: pathAt(index), reason: (error as Error).message };
    }
  }
}

/** What is wrong with the currency of an account, where there are these rates. */
export function currencyFault(
  currency = 'USD',
  rates: Readonly<Record<string, number>> = {},
): string | undefined {
  if (currency === 'USD' || Object.hasOwn(rates, currency)) return undefined;
  return `expected USD or a currency of auction.rates, but got "${currency}"`;
}

/** A statement in a currency without a rate could not be made out. */
function* unratedCurrencies(
  file: ConfigFile,
  list: 'partners' | 'publishers',
  rates: Readonly<Record<string, number>>,
): Generator<Contradiction> {
  for (const [index, { currency }] of (file[list] ?? []).entries()) {
    const reason = currencyFault(currency, rates);
    if (reason === undefined) continue;
    yield { path: `${list}[${index}].currency`, reason };
  }
}

/** Two formats of one agent with the same id, or one that is known without the config. */
function* repeatedFormats({ formats = [] }: ConfigFile): Generator<Contradiction> {
  for (const [index, { agentUrl, id }] of formats.entries()) {
    const agent = canonicalAgentUrl(agentUrl);
    const isRepeated =
      DEFAULT_FORMATS.find({ agent_url: agent, id }) !== undefined ||
      formats.slice(0, index).some((f) => f.id === id && canonicalAgentUrl(f.agentUrl) === agent);
    if (!isRepeated) continue;
    yield { path: `formats[${index}].id`, reason: `${agent} has a format "${id}" already` };
  }
}

/** Keys that are right by themselves and do not go together. */
function* misfits(file: ConfigFile): Generator<Contradiction> {
  const { access, publishers = [], listen = {} } = file;
  // A publisher that could never be served is a mistake in the config.
  const keyless = publishers.findIndex(({ keys }) => keys === undefined);
  if (access === 'keyed' && keyless !== -1) {
    yield { path: `publishers[${keyless}]`, reason: 'expected keys, since access is keyed' };
  }
  const unnamed = publishers.findIndex(({ seller }) => seller === undefined);
  if (access === 'verified' && unnamed !== -1) {
    yield { path: `publishers[${unnamed}]`, reason: 'expected seller, since access is verified' };
  }
  // The certificate is for a name, which the URLs in answers have to use.
  if (listen.tls !== undefined && !/^https:/i.test(listen.publicUrl ?? '')) {
    const reason = 'expected the https address of this server, since listen.tls is set';
    yield { path: 'listen.publicUrl', reason };
  }
}

function* repeated<Key extends string>(
  list: string,
  key: Key,
  items: readonly Readonly<Record<Key, string>>[],
): Generator<Contradiction> {
  const values = items.map((item) => item[key]);
  for (const index of repetitions(values)) {
    yield { path: `${list}[${index}].${key}`, reason: `"${values[index]}" is used twice` };
  }
}

/** The indexes of values that were there before. */
function* repetitions(values: readonly unknown[]): Generator<number> {
  const seen = new Set();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) yield index;
    seen.add(value);
  }
}

/** What AI buyers could not buy, or should not. */
function* adcpFaults({ adcp = {}, partners }: ConfigFile): Generator<Contradiction> {
  const { enabled = false, partner, buyers = [], products = [] } = adcp;
  yield* repeated('adcp.buyers', 'id', buyers);
  yield* repeated('adcp.products', 'id', products);
  for (const index of repetitions(buyers.map(({ token }) => token))) {
    yield { path: `adcp.buyers[${index}].token`, reason: 'another entry has the same token' };
  }
  const stores = (partners ?? DEFAULT_PARTNERS).filter(
    (entry) => traitsOf(entry).campaigns?.kind === 'store',
  );
  if (enabled && !stores.some(({ name }) => partner === undefined || name === partner)) {
    const reason = `expected the name of a partner with store: true, but ${partner === undefined ? 'there is none' : `got "${partner}"`}`;
    yield { path: 'adcp.partner', reason };
  }
  if (enabled && partner === undefined && stores.length > 1) {
    const names = stores.map(({ name }) => name).join(', ');
    yield { path: 'adcp.partner', reason: `expected one of ${names}` };
  }
}
