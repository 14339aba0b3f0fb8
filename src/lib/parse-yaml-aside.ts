import { type Refusal, refuse } from './refusal.ts';
import { createQueue } from './repeat.ts';
import type { FaultyYaml, YamlDocument } from './yaml.ts';
import { YAML_THREAD_FILE } from './yaml-thread-file.ts';

/** Many times what the longest text takes on a machine that has nothing else to do. */
const TIME_MAX_MS = 30_000;

const TOOK_TOO_LONG: FaultyYaml = {
  faults: [{ line: 1, reason: `reading this text took longer than ${TIME_MAX_MS / 1000} seconds` }],
};

/** It takes memory: one text is read at a time, and eight wait. */
const queue = createQueue(8);

/** Reads a text that somebody sends in a thread of its own, so that this thread goes on with other work. */
export async function parseYamlAside(text: string): Promise<YamlDocument | FaultyYaml | Refusal> {
  const read = await queue(() => inThread(text));
  return read === 'too-many'
    ? refuse.rateLimited('several files are being read: wait a second')
    : read;
}

async function inThread(text: string): Promise<YamlDocument | FaultyYaml> {
  const thread = new Worker(YAML_THREAD_FILE);
  const { promise, resolve, reject } = Promise.withResolvers<YamlDocument | FaultyYaml>();
  const timer = setTimeout(() => resolve(TOOK_TOO_LONG), TIME_MAX_MS);
  thread.onmessage = ({ data }: MessageEvent<YamlDocument | FaultyYaml>) => resolve(data);
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.postMessage(text);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
