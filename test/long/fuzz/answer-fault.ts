/** What an endpoint answered. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Refusals that any body may get. 429 and 503 come from the state of the machine. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 408, 413, 429, 503]);

/** Why an answer breaks what the endpoint promises for every body; undefined where it does not. */
export function answerFault({ status, headers, text }: Answer): string | undefined {
  const requestId = headers.get('x-request-id') ?? '';
  if (!UUID.test(requestId)) return `expected a UUID as X-Request-Id, but got "${requestId}"`;
  if (status === 204) {
    return headers.has('x-nobid-reason') && text === ''
      ? undefined
      : 'expected a 204 to have a reason and no body';
  }
  if (status === 200) return bidFault(text);
  if (!REFUSALS.has(status))
    return `expected 200, 204 or a refusal, but got ${status}: ${text.slice(0, 200)}`;
  return refusalFault(text, requestId);
}

function bidFault(text: string): string | undefined {
  const body = parsed(text) as { readonly id?: unknown; readonly seatbid?: unknown } | undefined;
  return typeof body?.id === 'string' && Array.isArray(body.seatbid)
    ? undefined
    : `expected a bid response, but got ${text.slice(0, 200)}`;
}

type ErrorBody = {
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly request_id?: unknown;
    readonly details?: { readonly reason?: unknown };
  };
};

function refusalFault(text: string, requestId: string): string | undefined {
  const error = (parsed(text) as ErrorBody | undefined)?.error;
  const words = [error?.code, error?.message, error?.details?.reason];
  if (!words.every((word) => typeof word === 'string' && word !== '')) {
    return `expected an error with a code, a message and a reason, but got ${text.slice(0, 200)}`;
  }
  return error?.request_id === requestId
    ? undefined
    : `expected the error to name the request ${requestId}, but got ${text.slice(0, 200)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What any operation may answer, though its document may not say so: another path, method, size or moment. */
const ALWAYS_POSSIBLE: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 413, 429, 503]);
/** Of JSON-RPC, and of the seller. */
const INTERNAL = /-32603|SERVICE_UNAVAILABLE/;
/** A stack trace, or a file of the project. */
const INSIDES = /\bat \S+ \(|\/src\/\S+\.ts/;

/** Why an answer breaks what every documented operation promises; `declared` has its statuses; the seller has no document. */
export function callFault(
  { status, text }: Answer,
  declared: readonly number[] | undefined,
): string | undefined {
  const shown = text.slice(0, 200);
  if (status >= 500 && status !== 503)
    return `expected no fault of the server, but got ${status}: ${shown}`;
  if (declared === undefined && INTERNAL.test(text))
    return `expected no fault of the seller, but got ${shown}`;
  if (status >= 400 && text === '')
    return `expected a sentence with the ${status}, but got nothing`;
  if (INSIDES.test(text)) return `expected nothing of the insides, but got ${shown}`;
  const isDeclared = declared?.includes(status) ?? true;
  return isDeclared || ALWAYS_POSSIBLE.has(status)
    ? undefined
    : `expected a status that is declared, but got ${status}: ${shown}`;
}

/** Why the answers of both endpoints to one body do not fit together. */
export function doorsFault(strict: Answer, repairing: Answer): string | undefined {
  const isSold = strict.status === 200 || strict.status === 204;
  return isSold && repairing.status === 400
    ? `expected the repairing endpoint to accept what the strict one accepts, but got ${repairing.text.slice(0, 200)}`
    : undefined;
}
