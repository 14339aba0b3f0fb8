import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { declaredDomain, type NamedExchange, type SupplyPublisher } from './claim.ts';

/** `adagents.json` of AdCP: which agents may sell what a publisher has. */

export const ADAGENTS_PATH = '/.well-known/adagents.json';

type Adagents =
  | { readonly kind: 'agents'; readonly urls: readonly string[] }
  /** Another file counts in its place. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The entry of `authorized_agents` to publish. */
export function adagentsEntry(publisher: SupplyPublisher, exchange: NamedExchange) {
  const domain = declaredDomain(publisher);
  const { seller } = publisher;
  if (domain === undefined || seller === undefined) return undefined;
  return {
    url: exchange.agentUrl ?? exchange.url,
    authorized_for: `Native ads in conversations of ${seller.name}`,
    authorization_type: 'inline_properties',
    delegation_type: seller.type === 'intermediary' ? 'ad_network' : 'delegated',
    properties: [
      {
        property_type: 'website',
        name: seller.name,
        identifiers: [{ type: 'domain', value: domain }],
      },
    ],
  };
}

export function readAdagents(text: string): Adagents {
  const parsed = parseJson(text);
  if (parsed.kind !== 'json') return { kind: 'unreadable', reason: parsed.reason };
  const { value } = parsed;
  if (!isObject(value)) return { kind: 'unreadable', reason: 'expected an object' };
  const { authorized_agents: agents, authoritative_location: elsewhere } = value;
  if (Array.isArray(agents)) {
    const urls = agents.flatMap((agent: unknown) =>
      isObject(agent) && typeof agent.url === 'string' ? agent.url : [],
    );
    return { kind: 'agents', urls };
  }
  if (typeof elsewhere === 'string') return { kind: 'elsewhere', url: elsewhere };
  return { kind: 'unreadable', reason: 'expected authorized_agents or authoritative_location' };
}

/** Whether an agent is this exchange: any endpoint of its server. */
export function isOurAgent(url: string, exchange: NamedExchange): boolean {
  const ours = URL.parse(exchange.url)?.origin;
  return ours !== undefined && URL.parse(url)?.origin === ours;
}
