import { join } from 'node:path';
import {
  type Asked,
  createParley,
  type Message,
  noAdSentence,
  type ToldConversation,
} from '@parley/kit';
import { withAdEvent } from '@parley/kit/streams';
import { model } from './model.ts';

/** A chat with ads. `PORT` is where it listens, `EXCHANGE_URL` where the exchange does. */

const parley = createParley({
  url: process.env.EXCHANGE_URL || 'http://localhost:8080',
  publisher: 'example-chat',
  // Nobody waits for it while the model answers, so the ad may take its time.
  timeoutMs: 2_000,
});
await parley.ready();

/** The page may run its own script and style; pictures and notices of ads come from anywhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:; connect-src 'self' http: https:";

const server = Bun.serve({
  port: process.env.PORT || 3000,
  // Else a second one would share the port with the first, and each would get some of the messages.
  reusePort: false,
  development: false,
  routes: {
    '/': file('page.html', 'text/html; charset=utf-8'),
    '/icon.svg': file('icon.svg', 'image/svg+xml'),
    '/style.css': file('style.css', 'text/css'),
    '/page.js': new Response(await script(), { headers: { 'Content-Type': 'text/javascript' } }),
    '/chat': { POST: (request, server) => chat(request, server.requestIP(request)?.address) },
  },
  fetch: () => new Response('Not found', { status: 404 }),
});
// biome-ignore lint/suspicious/noConsole: where to go is all that this program has to say.
console.log(`The chat is at http://localhost:${server.port}`);

/** What the page sends. */
type Said = {
  readonly messages: readonly Message[];
  readonly conversation: ToldConversation;
};

async function chat(request: Request, ip: string | undefined): Promise<Response> {
  const { messages, conversation } = (await request.json()) as Said;
  const client = ip === undefined ? {} : { ip };
  // The ad is asked for now, and waited for when the model has said everything.
  const asked = parley.ask({
    messages,
    conversation,
    request,
    client,
    signal: request.signal,
  });
  const events = streamOf(eventsOf(messages, asked));
  return new Response(withAdEvent(events, asked), {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}

/** The model's words, and for the curious what was read and sent. */
async function* eventsOf(messages: readonly Message[], asked: Promise<Asked>) {
  for await (const text of model(messages)) yield event('text', text);
  const { reason, detail, signals, request } = await asked;
  const why = noAdSentence({ reason, detail });
  yield event('inspect', { why, reason, detail, signals, request });
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

function file(name: string, type: string): Response {
  return new Response(Bun.file(join(import.meta.dir, name)), {
    headers: { 'Content-Type': type, 'Content-Security-Policy': POLICY },
  });
}

async function script(): Promise<string> {
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'page.ts')] });
  return built.outputs[0]?.text() ?? '';
}
