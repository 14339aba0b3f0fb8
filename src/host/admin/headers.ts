import type { Refusal } from '../../lib/refusal.ts';
import { escapedHtml } from '../../lib/text.ts';

/** Pictures of ads come from anywhere; everything else from here. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** For files whose names have the hash of their content in them. */
export const A_YEAR = 'public, max-age=31536000, immutable';

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** What every answer of the admin port carries; an answer is kept nowhere unless it says otherwise. */
export function secured(response: Response): Response {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** For a person who typed a wrong address; programs get the same as JSON. */
export function errorPage({ message, details, status }: Refusal, home: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${status} · Parley</title></head>
<body><main><h1>${escapedHtml(message)}</h1><p>${escapedHtml(details.reason)}</p><p><a href="${home}">To the first page</a></p></main></body>
</html>
`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
