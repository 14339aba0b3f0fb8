import type { AccountList } from '../../src/parts/adcp/page/api.ts';
import { type Caller, callerOf, invite } from '../accounts/machine.ts';
import { callTool, type SellerAddress } from '../adcp/call-seller.ts';
import { type Exchange, type ExchangeOptions, startExchange } from '../notices/exchange.ts';

/** The ports of an exchange that has all of them. */
export type Port = 'public' | 'admin' | 'portal';

/** Who calls. */
export type Role = 'admin' | 'read' | 'person' | 'buyer' | 'nobody';

export type DoorAddresses = {
  readonly urls: Readonly<Record<Port, string>>;
  readonly tokens: Readonly<Record<Role, string | undefined>>;
};

export type Doors = DoorAddresses & {
  readonly exchange: Exchange;
  readonly seller: SellerAddress;
};

export const PARTNER = 'own';
export const PUBLISHER = 'outdoors';
export const BUYER_ACCOUNT = {
  brand: { domain: 'nova.example' },
  operator: 'agency.example',
} as const;

const ADMIN = 'a-token-for-everything';
const READ = 'a-token-that-only-looks';
const BUYER = 'token-of-acme-0123456789';

const CONFIG = `
admin:
  port: 0
  tokens:
    - { name: ann, token: ${ADMIN}, role: admin }
    - { name: rita, token: ${READ}, role: read }
portal: { port: 0 }
publishers:
  - { id: in-config, seller: { name: In config, domain: config.invalid, type: publisher } }
partners:
  - { kind: campaigns, name: ${PARTNER}, store: true }
adcp:
  enabled: true
  partner: ${PARTNER}
  buyers:
    - { id: acme, name: Acme, token: ${BUYER}, callsPerMinute: 100000 }
  products:
    - { id: chats, name: Chats, description: All chats, publishers: [${PUBLISHER}], floors: { cpm: 2 } }
`;

/** Both endpoints, notices, the admin port, the publishers’ pages and the seller for AI buyers, and who may call them. */
export async function openAllDoors(options: ExchangeOptions = {}): Promise<Doors> {
  const exchange = await startExchange({ ...options, more: CONFIG });
  const { adminUrl, port } = exchange;
  const publicUrl = `http://127.0.0.1:${port}`;
  const seller = { url: `${publicUrl}/adcp/mcp`, token: BUYER };
  const admin = callerOf(adminUrl, ADMIN);
  await expectStatus(201, admin('POST', '/api/publishers', { id: PUBLISHER }));
  const person = await invite(admin, PUBLISHER, 'Pat');
  await openAccount(seller, admin);
  return {
    exchange,
    seller,
    urls: { public: publicUrl, admin: adminUrl, portal: portalUrlOf(exchange) },
    tokens: { admin: ADMIN, read: READ, buyer: BUYER, person, nobody: undefined },
  };
}

function portalUrlOf({ stdout }: Exchange): string {
  const [, url] = /"portalUrl":"([^"]+)"/.exec(stdout()) ?? [];
  if (url === undefined) throw new Error('the exchange names no port of the publishers’ pages');
  return url;
}

/** The buyer asks for an account, and an operator opens it. */
async function openAccount(seller: SellerAddress, admin: Caller): Promise<void> {
  const accounts = [{ ...BUYER_ACCOUNT, billing: 'operator', payment_terms: 'net_30' }];
  const asked = await callTool(seller, 'sync_accounts', {
    idempotency_key: crypto.randomUUID(),
    accounts,
  });
  const [account] = (await admin<AccountList>('GET', '/api/buyer-accounts')).body.rows;
  if (account === undefined) throw new Error(`no account: ${JSON.stringify(asked.body)}`);
  const path = `/api/buyer-accounts/${encodeURIComponent(account.id)}/state`;
  await expectStatus(200, admin('POST', path, { state: 'active' }));
}

async function expectStatus(
  status: number,
  reply: Promise<{ readonly status: number; readonly text: string }>,
): Promise<void> {
  const got = await reply;
  if (got.status !== status) throw new Error(`expected ${status}, but got ${got.text}`);
}
