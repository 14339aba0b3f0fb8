import { expect, test } from 'bun:test';
import { createHotReader, createHotWriter, HOT_RING_BYTES, type HotName } from './hot-ring.ts';

function ring() {
  const memory = { buffer: new ArrayBuffer(HOT_RING_BYTES), byteOffset: 0 };
  return { memory, write: createHotWriter(memory), read: createHotReader(memory) };
}

const ip = (text: string, limit = 20): HotName => ({ scope: 'ip', text, limit });

test('the supervisor reads each name once, with its scope and its limit', () => {
  const { write, read } = ring();
  const names: readonly HotName[] = [ip('10.0.0.1'), { scope: 'publisher', text: 'é', limit: 7 }];
  for (const name of names) write(name);
  expect(read()).toEqual(names);
  expect(read()).toEqual([]);
  write(ip('10.0.0.2'));
  expect(read()).toEqual([ip('10.0.0.2')]);
});

test('of more than 256 unread names the last 256 are read', () => {
  const { write, read } = ring();
  for (let i = 0; i < 300; i++) write(ip(`n${i}`));
  expect(read().map(({ text }) => text)).toEqual(
    Array.from({ length: 256 }, (_, i) => `n${i + 44}`),
  );
});

test('a name of up to 246 bytes is written, and a longer one is not', () => {
  const { write, read } = ring();
  write(ip('x'.repeat(247)));
  write(ip('x'.repeat(246)));
  expect(read().map(({ text }) => text.length)).toEqual([246]);
});

test('names are still read after four billion of them', () => {
  const { memory, write, read } = ring();
  const head = new Uint32Array(memory.buffer, 0, 1);
  head[0] = 2 ** 32 - 1;
  read();
  write(ip('last'));
  write(ip('first'));
  expect(head[0]).toBe(1);
  expect(read()).toEqual([ip('last'), ip('first')]);
});
