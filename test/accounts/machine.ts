import type { Machine } from '../../src/host/machine/machine.ts';
import type { PublisherDocument } from '../../src/parts/accounts/page/api.ts';
import { startTestServer, type TestConfig } from '../server.ts';

/** One for each role. */
export const TOKENS = {
  read: 'a-token-that-only-looks',
  ads: 'a-token-for-campaigns',
  admin: 'a-token-for-everything',
} as const;

const ADMIN: NonNullable<TestConfig['admin']> = {
  host: '127.0.0.1',
  port: 0,
  token: undefined,
  tokens: [
    { name: 'rita', token: TOKENS.read, role: 'read' },
    { name: 'abe', token: TOKENS.ads, role: 'ads' },
    { name: 'ann', token: TOKENS.admin, role: 'admin' },
  ],
};

/** A machine whose admin port knows all roles. */
export function startWithRoles(config: TestConfig = {}, nowMs?: () => number): Promise<Machine> {
  return startTestServer({ admin: ADMIN, ...config }, nowMs);
}

export type Reply<T> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
};

/** What somebody who accepts an invitation is told. */
export type Accepted = { readonly publisher: string; readonly token: string };

export type Caller = ReturnType<typeof callerOf>;

/** Calls as the holder of a token; without one, as nobody. */
export function callerOf(url: string, token?: string) {
  return async <T = { readonly error: ShownError }>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<T>> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const { status } = response;
    return { status, headers: response.headers, body: isJson ? JSON.parse(text) : null, text };
  };
}

export type ShownError = {
  readonly code: string;
  readonly details: {
    readonly reason: string;
    readonly field?: string;
    readonly faults?: readonly { readonly field: string; readonly reason: string }[];
  };
};

/** A publisher with somebody who may see its pages. Returns the token of that person. */
export async function withPerson(
  admin: Caller,
  definition: PublisherDocument['definition'],
  name = 'Pat',
): Promise<string> {
  const created = await admin<PublisherDocument>('POST', '/api/publishers', definition);
  if (created.status !== 201) throw new Error(created.text);
  return invite(admin, definition.id, name);
}

export async function invite(admin: Caller, id: string, name: string): Promise<string> {
  const invitation = await secretOfInvitation(admin, id);
  const accepted = await admin<Accepted>('POST', '/portal/accept', { invitation, name });
  if (accepted.status !== 200) throw new Error(accepted.text);
  return accepted.body.token;
}

export async function secretOfInvitation(admin: Caller, id: string): Promise<string> {
  const path = `/api/publishers/${encodeURIComponent(id)}/invitations`;
  const { body, text } = await admin<{ readonly link?: string }>('POST', path);
  const secret = body.link?.split('#invitation=')[1];
  if (secret === undefined) throw new Error(text);
  return secret;
}
