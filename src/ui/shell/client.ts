import { sentence } from '../format.ts';

/** The result of a call. A failure has a sentence for people. */
export type Outcome<T> = { readonly kind: 'ready'; readonly value: T } | FailedCall;

export type FailedCall = {
  readonly kind: 'failed';
  /** 0: there was no answer. */
  readonly status: number;
  readonly reason: string;
  /** What is wrong with the fields of what was sent. */
  readonly faults: readonly FieldFault[];
};

export type FieldFault = { readonly field: string; readonly reason: string };

let csrfToken: string | null = null;
let onLoggedOut = () => {};

export function adoptSession(token: string | null, loggedOut: () => void): void {
  csrfToken = token;
  onLoggedOut = loggedOut;
}

export function getJson<T>(path: string): Promise<Outcome<T>> {
  return call<T>(path, {});
}

/** A string is sent unchanged, because it may be invalid JSON. So are the bytes of a file. */
export function send<T>(
  path: string,
  body: string | Blob,
  own: Readonly<Record<string, string>> = {},
  how: Pick<RequestInit, 'method' | 'signal'> = {},
): Promise<Outcome<T>> {
  const headers = {
    ...own,
    'Content-Type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
    ...(csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken }),
  };
  return call<T>(path, { method: 'POST', ...how, headers, body });
}

async function call<T>(path: string, init: RequestInit): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, init);
    if (response.status === 401 && !path.endsWith('/login')) onLoggedOut();
    if (response.status === 204) return { kind: 'ready', value: undefined as T };
    if (response.ok) return { kind: 'ready', value: (await contentOf(response)) as T };
    return { kind: 'failed', status: response.status, ...(await refusalOf(response)) };
  } catch {
    const reason = 'Parley does not answer. Is it still running?';
    return { kind: 'failed', status: 0, reason, faults: [] };
  }
}

/** A file is text. */
function contentOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? true;
  return isJson ? response.json() : response.text();
}

type ErrorBody = {
  readonly error: {
    readonly details: {
      readonly reason: string;
      /** The one field that is wrong. */
      readonly field?: string;
      readonly faults?: readonly FieldFault[];
    };
  };
};

async function refusalOf(response: Response): Promise<Pick<FailedCall, 'reason' | 'faults'>> {
  try {
    const { reason, field, faults } = ((await response.json()) as ErrorBody).error.details;
    const single = field === undefined ? [] : [{ field, reason }];
    return { reason: sentence(reason), faults: faults ?? single };
  } catch {
    return { reason: `Parley answered with status ${response.status}.`, faults: [] };
  }
}
