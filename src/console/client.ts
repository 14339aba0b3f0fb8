import type { TryResult } from './api.ts';
import { sentence } from './ui/format.ts';

/** The result of a call. A failure has a sentence for the operator. */
export type Outcome<T> =
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string };

let csrfToken: string | null = null;
let onLoggedOut = () => {};

export function adoptSession(token: string | null, loggedOut: () => void): void {
  csrfToken = token;
  onLoggedOut = loggedOut;
}

export function getJson<T>(path: string): Promise<Outcome<T>> {
  return call<T>(path, {});
}

/** A string is sent unchanged, because it may be invalid JSON. */
export function send<T>(
  path: string,
  body: string,
  own: Readonly<Record<string, string>> = {},
  how: Pick<RequestInit, 'method' | 'signal'> = {},
): Promise<Outcome<T>> {
  const headers = {
    ...own,
    'Content-Type': 'application/json',
    ...(csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken }),
  };
  return call<T>(path, { method: 'POST', ...how, headers, body });
}

/** Sends a bid request to the public port, with the key of its publisher, if any. */
export function tryRequest(body: string, publisherKey: string): Promise<Outcome<TryResult>> {
  const headers = publisherKey === '' ? {} : { 'X-Publisher-Key': publisherKey };
  return send<TryResult>('/api/try', body, headers);
}

async function call<T>(path: string, init: RequestInit): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, init);
    if (response.status === 401 && path !== '/login') onLoggedOut();
    if (response.status === 204) return { kind: 'ready', value: undefined as T };
    if (response.ok) return { kind: 'ready', value: (await response.json()) as T };
    return { kind: 'failed', status: response.status, reason: await reasonOf(response) };
  } catch {
    return { kind: 'failed', status: 0, reason: 'Parley does not answer. Is it still running?' };
  }
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const failure = (await response.json()) as { error: { details: { reason: string } } };
    return sentence(failure.error.details.reason);
  } catch {
    return `Parley answered with status ${response.status}.`;
  }
}
