import { gzipSync } from 'node:zlib';
import type { HttpPartner, Solicitation } from '../partner.ts';
import { type OutgoingTerms, outgoingBody } from './outgoing-request.ts';
import { readResponse } from './read-response.ts';

export type OpenRtbPartnerOptions = {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number | undefined;
  readonly qpsMax: number | undefined;
  readonly acceptsTest: boolean;
  /** Compress what is sent. */
  readonly gzip: boolean;
  /** Sent with every call, like a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly terms: OutgoingTerms;
};

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json',
  // Inflating costs time. A gzip answer that comes all the same is read.
  'accept-encoding': 'identity',
};

type Gzipped = { readonly body: string; readonly bytes: Uint8Array };

const lastGzipped = new WeakMap<Solicitation, Gzipped>();

/** Partners that get the same request share its compressed form: compressing costs more than all the rest. */
function gzipped(solicitation: Solicitation, body: string): Uint8Array {
  const last = lastGzipped.get(solicitation);
  if (last?.body === body) return last.bytes;
  const bytes = gzipSync(body);
  lastGzipped.set(solicitation, { body, bytes });
  return bytes;
}

/** Any DSP that takes OpenRTB 2.5 or 2.6 as JSON over HTTP. */
export function createOpenRtbPartner(options: OpenRtbPartnerOptions): HttpPartner {
  const { name, url, timeoutMs, qpsMax, acceptsTest, gzip, terms } = options;
  const headers = {
    ...options.headers,
    ...HEADERS,
    'x-openrtb-version': terms.version,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  };
  return {
    kind: 'http',
    name,
    timeoutMs,
    qpsMax,
    acceptsTest,
    ask(solicitation, remainingMs) {
      const body = outgoingBody(solicitation, terms, remainingMs);
      const { id } = solicitation.request.wire;
      return {
        calls: [{ method: 'POST', url, headers, body: gzip ? gzipped(solicitation, body) : body }],
        read: ([reply]) =>
          reply === undefined
            ? { kind: 'malformed', reason: 'no reply' }
            : readResponse(reply, { requestId: id, partner: name }),
      };
    },
  };
}
