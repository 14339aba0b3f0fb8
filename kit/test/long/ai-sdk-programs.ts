/** What the programs of docs/integrate/chat-ai-sdk.md are tried with. */

/** `my-model.mjs`. */
export const MOCK_MODEL = `
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
const usage = { inputTokens: {}, outputTokens: {} };
export const signals = [];
export const model = new MockLanguageModelV4({
  doStream: async ({ abortSignal }) => {
    signals.push(abortSignal);
    return {
      stream: convertArrayToReadableStream([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Hello' },
        { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: { unified: 'stop' }, usage },
      ]),
    };
  },
});
`;

/** Calls the route as a framework would. */
export const USE_ROUTE = `
import { signals } from './my-model.mjs';
import { POST } from './route.mjs';
const parts = [{ type: 'text', text: 'trail running shoes under $150' }];
const body = JSON.stringify({ messages: [{ id: '1', role: 'user', parts }] });
const reader = new AbortController();
const { signal } = reader;
const response = await POST(new Request('http://localhost/', { method: 'POST', body, signal }));
console.log(await response.text());
reader.abort();
console.log('the model was told:', signals[0]?.aborted);
`;

/** Renders a message on a server. */
export const RENDER = `
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Message } from './messages.mjs';
const parts = [{ type: 'text', text: 'Hello' }, { type: 'data-parley', id: 'a', data: {} }];
console.log(renderToStaticMarkup(createElement(Message, { message: { parts } })));
`;
