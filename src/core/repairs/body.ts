import type { BodyRepair } from './repair.ts';

/** What is repaired while the body is read. The reader asks these questions and reports the rows by name. */

export const plainText: BodyRepair = {
  name: 'text-plain-as-json',
  description:
    'A body with `Content-Type: text/plain` is read as JSON. Browsers send it without a preflight, so Prebid.js does by default.',
};

export function isPlainText(contentType: string | null): boolean {
  return contentType !== null && /^\s*text\/plain\s*(;|$)/i.test(contentType);
}

export const unannouncedGzip: BodyRepair = {
  name: 'gzip-recognised',
  description: 'A gzip body without `Content-Encoding` is recognised by its first bytes.',
};

/** No JSON begins with these bytes. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
