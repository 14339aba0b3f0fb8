/** One call to the stub: the parts of the path that its route has in braces, and the parsed body. */
export type StubCall = {
  readonly parts: readonly string[];
  readonly url: URL;
  readonly request: Request;
  readonly body: unknown;
};

export type StubRoute = readonly [
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  answer: (call: StubCall) => Response | Promise<Response>,
];

export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}

export const DONE = () => new Response(null, { status: 204 });

/** As the admin port refuses. */
export function refused(
  status: number,
  reason: string,
  faults?: readonly { readonly field: string; readonly reason: string }[],
): Response {
  return json({ error: { code: 'STUB', message: '', details: { reason, faults } } }, status);
}

/** The answer of the first route that fits. undefined: none does. */
export async function answerOf(
  routes: readonly StubRoute[],
  request: Request,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  for (const [route, answer] of routes) {
    const [method, path = ''] = route.split(' ');
    const found = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname);
    if (found === null || method !== request.method) continue;
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return answer({ parts: found.slice(1).map(decodeURIComponent), url, request, body });
  }
  return undefined;
}

/** `"3"` of `If-Match` → 3. */
export function seenRevision(request: Request): number | undefined {
  const tag = request.headers.get('if-match');
  return tag === null ? undefined : Number(tag.replaceAll('"', ''));
}
