import Type, { type Static } from 'typebox';
import type { Signals } from '../../../kit/src/parley.ts';
import { Warning } from '../../core/openrtb/bid-response.ts';
import { integrationLevel } from '../../core/openrtb/integration-level.ts';
import { findRefusals, parseBody, validate } from '../../core/openrtb/validate.ts';
import { warnOfSize } from '../../core/openrtb/warnings.ts';
import { BODY_BYTES_MAX } from '../../host/http/read-body.ts';
import { op } from '../../host/op.ts';
import { FAULTS_MAX, type Faults } from '../../lib/faults.ts';
import { TEXT, told } from '../../lib/op.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';

/** A body longer than this is refused before it is parsed. */
export const CONVERSATION_BYTES_MAX = 1_000_000;

/** What the publisher's kit reads signals in. */
export const Conversation = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: Type.Enum(['user', 'assistant', 'system']),
      content: Type.String(),
    }),
  ),
});

const RequestFault = Type.Object({
  code: Type.String(),
  message: Type.String(),
  details: Type.Object({
    field: Type.Optional(
      Type.String({ description: 'The path of the field, where the fault is about one.' }),
    ),
    reason: Type.String({ description: 'What was expected, and what came.' }),
  }),
});

const CheckedRequest = Type.Union([
  Type.Object({
    valid: Type.Literal(true),
    warnings: Type.Array(Warning),
    integrationLevel: Type.Enum([1, 2, 3, 4]),
  }),
  Type.Object({
    valid: Type.Literal(false),
    error: RequestFault,
    faults: Type.Array(RequestFault, { minItems: 1, maxItems: FAULTS_MAX }),
    more: Type.Integer({ description: `The number of faults beyond the first ${FAULTS_MAX}.` }),
  }),
]);

export type CheckResult = DeepReadonly<Static<typeof CheckedRequest>>;

/** All that came back from the public port. */
export type TryResult = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly tookMs: number;
};

/** Bid requests and conversations that people write in the console. */
export const PLAYGROUND_OPS = [
  op('POST /api/validate', {
    role: 'read',
    summary: 'Every fault, or the warnings, of a bid request, without an auction',
    body: TEXT,
    bodyBytesMax: BODY_BYTES_MAX,
    answer: CheckedRequest,
    run: ({ body }) => checkRequest(body),
  }),
  op('POST /api/derive', {
    role: 'read',
    summary: "What the publisher's kit reads in a conversation",
    body: Conversation,
    bodyBytesMax: CONVERSATION_BYTES_MAX,
    answer: told<Signals>(),
    async run({ body }) {
      // Its word lists take a quarter of a second to read, which no start should wait for.
      const { rules } = await import('../../../kit/src/parley.ts');
      return rules(body.messages);
    },
  }),
  op('POST /api/try', {
    role: 'ads',
    summary:
      'Sends a bid request to the public port, with the key in `X-Publisher-Key`, and tells all that came back',
    body: TEXT,
    bodyBytesMax: BODY_BYTES_MAX,
    answer: told<TryResult>(),
    waitMsMax: 15_000,
    async run({ host: { ownUrl, tickMs }, body, visit }) {
      const startMs = tickMs();
      const tried = await sendTo(ownUrl, body, visit.request.headers.get('x-publisher-key'));
      if (tried instanceof Refusal) return tried;
      return { ...tried, tookMs: Math.round((tickMs() - startMs) * 100) / 100 };
    },
  }),
] as const;

/** What the endpoint would say of this body, without an auction, and every further fault of it. */
function checkRequest(text: string): CheckResult {
  const parsed = parseBody(text);
  if (parsed instanceof Refusal) return refused(parsed, { shown: [parsed], more: 0 });
  const request = validate(parsed.value);
  if (request instanceof Refusal) return refused(request, findRefusals(parsed.value));
  return {
    valid: true,
    warnings: [...request.warnings, ...warnOfSize(Buffer.byteLength(text))],
    integrationLevel: integrationLevel(request.wire),
  };
}

/** The endpoint answers the first of the faults. */
function refused(first: Refusal, { shown, more }: Faults<Refusal>) {
  return { valid: false as const, error: written(first), faults: shown.map(written), more };
}

function written({ code, message, details }: Refusal) {
  return { code, message, details };
}

/** Longer than any auction may take. */
const ANSWER_MS_MAX = 10_000;

/** As a caller would. */
async function sendTo(
  url: string,
  body: string,
  /** Of a publisher that has to show one. */
  publisherKey: string | null,
): Promise<Omit<TryResult, 'tookMs'> | Refusal> {
  try {
    const response = await fetch(`${url}/openrtb2`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(publisherKey === null ? {} : { Authorization: `Bearer ${publisherKey}` }),
      },
      body,
      redirect: 'manual',
      proxy: '',
      // It is our own port on this machine; the certificate is for the name that callers use.
      tls: { rejectUnauthorized: false },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const { status, headers } = response;
    return { status, headers: [...headers], body: await response.text() };
  } catch (error) {
    const why = (error as Error).name === 'TimeoutError' ? `in ${ANSWER_MS_MAX} ms` : 'at all';
    return refuse.unavailable(`the public port at ${url} did not answer ${why}`);
  }
}
