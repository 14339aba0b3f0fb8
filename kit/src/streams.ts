import { type Ad, readAd } from './ad.ts';
import type { Asked } from './asked.ts';
import { isRecord } from './safe-text.ts';
import type { ToldAd, ToldConversation } from './told.ts';

/** An ad as a part of the AI SDK's UI messages. */
export type AdPart = { readonly type: 'data-parley'; readonly id: string; readonly data: Ad };

/** For the AI SDK's types: `UIMessage<unknown, ParleyData>`. */
export type ParleyData = { parley: Ad };

/**
 * The AI SDK's UI message stream with the ad as a `data-parley` part before its last chunk. What the model
 * writes passes as it comes; only the end waits for the ad, and that no longer than `ask` may take.
 */
export function withAd<Chunk extends { readonly type: string }>(
  stream: ReadableStream<Chunk>,
  asked: Promise<Asked>,
): ReadableStream<Chunk | AdPart> {
  const isEnd = ({ type }: Chunk | AdPart) => type === 'finish';
  const part = async (): Promise<readonly AdPart[]> => {
    const { ad } = await asked;
    return ad === null ? [] : [{ type: 'data-parley', id: ad.id, data: ad }];
  };
  return stream.pipeThrough(withBeforeEnd<Chunk | AdPart>(isEnd, part));
}

/**
 * What `ask` takes as `conversation`, from the AI SDK's chat: its id, which is random unless you choose another, and the ads
 * in its messages. When they were shown is not in there, so they count as if it was now.
 */
export function conversationOf(
  id: string,
  uiMessages: readonly { readonly parts: readonly unknown[] }[],
): ToldConversation {
  const shown = uiMessages.flatMap(({ parts }) => parts.flatMap(shownIn));
  return { id, shown };
}

function shownIn(part: unknown): readonly ToldAd[] {
  const ad = isRecord(part) && part.type === 'data-parley' ? readAd(part.data) : null;
  if (ad === null || ad.domain === null) return [];
  return [{ domain: ad.domain, campaign: ad.campaign, secondsAgo: 0 }];
}

/**
 * A stream of server-sent events with the ad as an event `parley` at its end: before `data: [DONE]`, where
 * the stream closes with that. Everything else passes as it comes.
 */
export function withAdEvent(
  stream: ReadableStream<Uint8Array>,
  asked: Promise<Asked>,
): ReadableStream<Uint8Array> {
  const isEnd = (event: string) => /^data: ?\[DONE\]/m.test(event);
  const event = async () => {
    const { ad } = await asked;
    return ad === null ? [] : [adEvent(ad)];
  };
  return stream
    .pipeThrough(splitEvents())
    .pipeThrough(withBeforeEnd(isEnd, event))
    .pipeThrough(encoder());
}

/** The ad as one server-sent event, for servers that write their streams themselves. */
export function adEvent(ad: Ad): string {
  return `event: parley\ndata: ${JSON.stringify(ad)}\n\n`;
}

function encoder(): TransformStream<string, Uint8Array> {
  const utf8 = new TextEncoder();
  return new TransformStream({
    transform: (text, controller) => controller.enqueue(utf8.encode(text)),
  });
}

/**
 * Passes everything through as it comes, and puts something before the chunk that ends the stream, or
 * after the last one where none does.
 */
function withBeforeEnd<Chunk>(
  isEnd: (chunk: Chunk) => boolean,
  extra: () => Promise<readonly Chunk[]>,
): TransformStream<Chunk, Chunk> {
  let isAdded = false;
  const add = async (controller: TransformStreamDefaultController<Chunk>) => {
    if (isAdded) return;
    isAdded = true;
    for (const chunk of await extra()) controller.enqueue(chunk);
  };
  return new TransformStream({
    async transform(chunk, controller) {
      if (isEnd(chunk)) await add(controller);
      controller.enqueue(chunk);
    },
    flush: add,
  });
}

export type ServerEvent = { readonly event: string; readonly data: string };

/** The events of a server-sent stream, as `fetch` brings it: `readEvents(response.body)`. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.pipeThrough(splitEvents()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const event = readEvent(value);
      if (event !== null) yield event;
    }
  } finally {
    await reader.cancel();
  }
}

function readEvent(text: string): ServerEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join('\n') };
}

/** Longer than any event of a model: what has no end until then passes as it is. */
const EVENT_LENGTH_MAX = 1024 * 1024;
const BOUNDARY = /\r\n\r\n|\n\n|\r\r/;

/** Bytes of an event stream to its events, each with the empty line that ends it. */
function splitEvents(): TransformStream<Uint8Array, string> {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (controller: TransformStreamDefaultController<string>) => {
    for (;;) {
      const end = BOUNDARY.exec(rest);
      if (end === null) break;
      const length = end.index + end[0].length;
      controller.enqueue(rest.slice(0, length));
      rest = rest.slice(length);
    }
    if (rest.length <= EVENT_LENGTH_MAX) return;
    controller.enqueue(rest);
    rest = '';
  };
  return new TransformStream({
    transform(bytes, controller) {
      rest += decoder.decode(bytes, { stream: true });
      take(controller);
    },
    flush(controller) {
      rest += decoder.decode();
      if (rest !== '') controller.enqueue(rest);
    },
  });
}
