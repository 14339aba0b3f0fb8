import { describe, expect, test } from 'bun:test';
import {
  createUIMessageStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import type { Asked } from '../src/parley.ts';
import {
  type ParleyData,
  readEvents,
  type ServerEvent,
  withAd,
  withAdEvent,
} from '../src/streams.ts';
import { anAd } from './an-ad.ts';

type ChatMessage = UIMessage<unknown, ParleyData>;

const AD = anAd('https://ads.example');
const ASKED: Asked = { ad: AD, reason: null, detail: null, signals: null, request: null };
const NO_AD: Asked = { ...ASKED, ad: null, reason: 'no-demand' };

function modelStream(...words: readonly string[]) {
  return createUIMessageStream<ChatMessage>({
    execute({ writer }) {
      writer.write({ type: 'start' });
      writer.write({ type: 'text-start', id: 't' });
      for (const delta of words) writer.write({ type: 'text-delta', id: 't', delta });
      writer.write({ type: 'text-end', id: 't' });
      writer.write({ type: 'finish' });
    },
  });
}

async function all<T>(stream: ReadableStream<T>): Promise<readonly T[]> {
  return Array.fromAsync(stream as unknown as AsyncIterable<T>);
}

describe('a UI message stream of the AI SDK', () => {
  test.each<[string, Asked, readonly 'data-parley'[]]>([
    ['as a data part before it finishes', ASKED, ['data-parley']],
    ['unless there is none', NO_AD, []],
  ])('gets the ad %s', async (_, asked, ad) => {
    const chunks = await all(withAd(modelStream('Hello'), Promise.resolve(asked)));
    const words = ['start', 'text-start', 'text-delta', 'text-end'] as const;
    expect(chunks.map(({ type }) => type)).toEqual([...words, ...ad, 'finish']);
  });

  test('is read by the AI SDK as a message with text and ad', async () => {
    const stream = withAd(modelStream('Hello'), Promise.resolve(ASKED));
    const messages = await Array.fromAsync(
      readUIMessageStream<ChatMessage>({
        // A part of ours is a chunk of theirs, once their types know of it.
        stream: stream as ReadableStream<UIMessageChunk<unknown, ParleyData>>,
      }),
    );
    const parts = messages.at(-1)?.parts ?? [];
    expect(parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello' }));
    expect(parts).toContainEqual({ type: 'data-parley', id: AD.id, data: AD });
  });

  test('gives every word at once, however long the ad takes', async () => {
    const asked = Promise.withResolvers<Asked>();
    const reader = withAd(modelStream('Hello'), asked.promise).getReader();
    const types: string[] = [];
    while (types.at(-1) !== 'text-end') types.push((await reader.read()).value?.type ?? 'none');
    expect(types).toEqual(['start', 'text-start', 'text-delta', 'text-end']);
    asked.resolve(ASKED);
    expect((await reader.read()).value?.type).toBe('data-parley');
  });
});

/** In pieces that care for no boundary, not even those of characters. */
function eventStream(text: string, pieceBytes: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}

const OPENAI = 'data: {"text":"Grüße"}\n\ndata: {"text":"!"}\n\ndata: [DONE]\n\n';

async function eventsOf(stream: ReadableStream<Uint8Array>): Promise<readonly ServerEvent[]> {
  return Array.fromAsync(readEvents(stream));
}

describe('a stream of server-sent events', () => {
  test.each([1, 3, 7, 1_000])('gets the ad before [DONE], in pieces of %d bytes', async (size) => {
    const stream = withAdEvent(eventStream(OPENAI, size), Promise.resolve(ASKED));
    expect(await eventsOf(stream)).toEqual([
      { event: 'message', data: '{"text":"Grüße"}' },
      { event: 'message', data: '{"text":"!"}' },
      { event: 'parley', data: JSON.stringify(AD) },
      { event: 'message', data: '[DONE]' },
    ]);
  });

  test('that just ends gets the ad at its end, and none where there is none', async () => {
    const text = 'event: token\r\ndata: a\r\n\r\n: kept alive\n\n';
    const tokens = [{ event: 'token', data: 'a' }];
    const ad = { event: 'parley', data: JSON.stringify(AD) };
    const withOne = withAdEvent(eventStream(text, 5), Promise.resolve(ASKED));
    expect(await eventsOf(withOne)).toEqual([...tokens, ad]);
    const without = withAdEvent(eventStream(text, 5), Promise.resolve(NO_AD));
    expect(await new Response(without).text()).toBe(text);
  });

  test('gives every token at once, however long the ad takes', async () => {
    const never = new Promise<Asked>(() => {});
    const reader = withAdEvent(eventStream(OPENAI, 1_000), never).getReader();
    const decoder = new TextDecoder();
    expect(decoder.decode((await reader.read()).value)).toBe('data: {"text":"Grüße"}\n\n');
    expect(decoder.decode((await reader.read()).value)).toBe('data: {"text":"!"}\n\n');
    await reader.cancel();
  });
});
