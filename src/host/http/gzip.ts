import type { HeaderFields } from './cors.ts';

/** Answers with one ad stay below and travel in two packets either way; larger ones shrink by a third (docs/http.md). */
const GZIP_LENGTH_MIN = 4096;

/** The fastest: higher levels cost two to three times the CPU for a fifth less bytes. */
const GZIP_LEVEL = 1;

/** Whether it is too small to compress, for whatever caller. */
export function isSentPlain(text: string): boolean {
  return text.length < GZIP_LENGTH_MIN;
}

/** The text as it is, or compressed, with the headers that say so. */
export function encoded(
  text: string,
  { isGzipAccepted }: { readonly isGzipAccepted: boolean },
  headers: HeaderFields,
) {
  if (isSentPlain(text)) return { body: text, headers };
  const { Vary: vary } = headers;
  const varied = {
    ...headers,
    Vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
  };
  if (!isGzipAccepted) return { body: text, headers: varied };
  const body = Bun.gzipSync(text, { level: GZIP_LEVEL });
  return { body, headers: { ...varied, 'Content-Encoding': 'gzip' } };
}

/** For a document that is compressed once and sent often; undefined where it is too small to matter. */
export function gzippedOnce(text: string): Uint8Array<ArrayBuffer> | undefined {
  return isSentPlain(text) ? undefined : Bun.gzipSync(text);
}

/** By the `Accept-Encoding` header: `gzip`, `br, x-gzip;q=0.8`, but not `gzip;q=0`. */
export function acceptsGzip(accepted: string | null): boolean {
  if (accepted === null) return false;
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';');
    if (!isGzipCoding(name)) return false;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(parameter));
  });
}

/** Whether a content coding is gzip, by either of its names and in any case (RFC 9110, 8.4.1.3). */
export function isGzipCoding(coding: string): boolean {
  return /^\s*(x-)?gzip\s*$/i.test(coding);
}
