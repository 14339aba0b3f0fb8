import { type Ad, readAd } from './ad.ts';
import type { Asked } from './asked.ts';
import { isRecord } from './safe-text.ts';
import { withBeforeEnd } from './streams/before-end.ts';
import { readEvents } from './streams/read-events.ts';
import { splitEvents } from './streams/split-events.ts';
import type { ToldAd, ToldConversation } from './told.ts';

export type { ServerEvent } from './streams/read-events.ts';
export { readEvents };

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
