/** A model of the pages that writes on until nobody wants more of it. */
export const ENDLESS_MODEL = `
import { setTimeout } from 'node:timers/promises';
export async function* answer(messages, signal) {
  try {
    for (;;) {
      await setTimeout(5);
      yield 'and ';
    }
  } finally {
    console.log('the model has stopped, and was told:', signal.aborted);
  }
}`;

/** Asks a server of the pages, reads the beginning of its answer, and ends the connection. */
export async function readAndLeave(url: string): Promise<void> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ messages: [] }),
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
}
