import { splitEvents } from './split-events.ts';

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
