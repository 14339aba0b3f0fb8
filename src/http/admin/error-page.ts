import type { Refusal } from '../../openrtb/refusal.ts';

/** For a person who typed a wrong address; programs get the same as JSON. */
export function errorPage({ message, details, status }: Refusal): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${status} · Parley</title></head>
<body><main><h1>${escaped(message)}</h1><p>${escaped(details.reason)}</p><p><a href="/">To the console</a></p></main></body>
</html>
`;
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
