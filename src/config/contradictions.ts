import { entryFault } from '../demand/kinds.ts';
import { createIpSet } from '../lib/ip.ts';
import { canonicalAgentUrl } from '../openrtb/formats.ts';
import { DEFAULT_FORMATS } from '../openrtb/known-formats.ts';
import type { ConfigFile, FormatConfig } from './config-schema.ts';
import { twoRedisKeys } from './redis-config.ts';

export const ADMIN_HOST_DEFAULT = '127.0.0.1';
const ADMIN_LOOPBACK: ReadonlySet<string> = new Set([ADMIN_HOST_DEFAULT, '::1', 'localhost']);

type Contradiction = { readonly path: string; readonly reason: string };

/** A fault that the schema cannot state, since it concerns several keys or the meaning of a text. */
export function findContradiction(file: ConfigFile): Contradiction | undefined {
  const { host = ADMIN_HOST_DEFAULT, token, tokens = [] } = file.admin ?? {};
  if (!ADMIN_LOOPBACK.has(host) && token === undefined && tokens.length === 0) {
    return {
      path: 'admin.token',
      reason: `expected a token, since admin.host ${host} is not loopback`,
    };
  }
  const { trustedProxies = [], networks = [] } = file.limits ?? {};
  const named = networks.map(({ network }) => network);
  return (
    badNetwork(trustedProxies, (index) => `limits.trustedProxies[${index}]`) ??
    badNetwork(named, (index) => `limits.networks[${index}].network`) ??
    repeated('limits.networks', 'network', networks) ??
    repeated('admin.tokens', 'name', tokens) ??
    sharedToken(tokens, token) ??
    repeated('partners', 'name', file.partners ?? []) ??
    badEntry(file) ??
    repeated('publishers', 'id', file.publishers ?? []) ??
    repeatedFormat(file.formats ?? []) ??
    withoutKeys(file) ??
    twoRedisKeys(file) ??
    plainWithTls(file)
  );
}

/** Two people with one token could not be told apart. */
function sharedToken(
  tokens: readonly { readonly token: string }[],
  first: string | undefined,
): Contradiction | undefined {
  const seen = new Set([first]);
  for (const [index, { token }] of tokens.entries()) {
    if (seen.has(token)) {
      return { path: `admin.tokens[${index}].token`, reason: 'another entry has the same token' };
    }
    seen.add(token);
  }
  return undefined;
}

function badEntry({ partners = [] }: ConfigFile): Contradiction | undefined {
  for (const [index, entry] of partners.entries()) {
    const fault = entryFault(entry);
    if (fault === undefined) continue;
    const { key, reason } = fault;
    return { path: `partners[${index}]${key === undefined ? '' : `.${key}`}`, reason };
  }
  return undefined;
}

function badNetwork(
  networks: readonly string[],
  pathAt: (index: number) => string,
): Contradiction | undefined {
  for (const [index, network] of networks.entries()) {
    try {
      createIpSet([network]);
    } catch (error) {
      return { path: pathAt(index), reason: (error as Error).message };
    }
  }
  return undefined;
}

/** The certificate is for a name, which the URLs in answers have to use. */
function plainWithTls({ listen: { tls, publicUrl } = {} }: ConfigFile): Contradiction | undefined {
  if (tls === undefined || /^https:/i.test(publicUrl ?? '')) return undefined;
  return {
    path: 'listen.publicUrl',
    reason: 'expected the https address of this server, since listen.tls is set',
  };
}

/** A publisher that could never be served is a mistake in the config. */
function withoutKeys({ access, publishers = [] }: ConfigFile): Contradiction | undefined {
  if (access !== 'keyed') return undefined;
  const index = publishers.findIndex(({ keys }) => keys === undefined);
  if (index === -1) return undefined;
  return { path: `publishers[${index}]`, reason: 'expected keys, since access is keyed' };
}

/** Two formats of one agent with the same id, or one that is known without the config. */
function repeatedFormat(formats: readonly FormatConfig[]): Contradiction | undefined {
  for (const [index, { agentUrl, id }] of formats.entries()) {
    const agent = canonicalAgentUrl(agentUrl);
    const isRepeated =
      DEFAULT_FORMATS.find({ agent_url: agent, id }) !== undefined ||
      formats.slice(0, index).some((f) => f.id === id && canonicalAgentUrl(f.agentUrl) === agent);
    if (isRepeated) {
      return { path: `formats[${index}].id`, reason: `${agent} has a format "${id}" already` };
    }
  }
  return undefined;
}

function repeated<Key extends string>(
  list: string,
  key: Key,
  items: readonly Readonly<Record<Key, string>>[],
): Contradiction | undefined {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item[key])) {
      return { path: `${list}[${index}].${key}`, reason: `"${item[key]}" is used twice` };
    }
    seen.add(item[key]);
  }
  return undefined;
}
