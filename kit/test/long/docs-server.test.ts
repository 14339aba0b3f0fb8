import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { DEFAULT_PARTNERS } from '../../../src/host/config/default-partners.ts';
import type { Machine } from '../../../src/host/machine/machine.ts';
import { cleanUp, type Run } from '../../../test/process.ts';
import { startTestServer } from '../../../test/server.ts';
import { liveOf, pageNamed, startServer, writeFiles } from './chat-page.ts';
import { ENDLESS_MODEL, readAndLeave } from './endless-model.ts';
import { installPacked, type Project } from './packed.ts';

/** The server of docs/integrate/chat.md, as people copy it, against callers who mean harm. */

const SECRET = 'outside-of-what-is-served';
let project: Project;
let exchange: Machine;
let server: Run;
let port: number;
beforeAll(async () => {
  [project, exchange] = await Promise.all([
    installPacked(),
    startTestServer({ partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' }),
  ]);
  writeFiles(project, pageNamed('chat.md'), exchange.port);
  project.write('secret.js', SECRET);
  project.write('node_modules/secret.js', SECRET);
  ({ port, server } = await startServer(['server.mjs'], project.folder));
});
afterAll(async () => {
  await cleanUp();
  await exchange.stop(0);
});

/** Sends bytes as they are, which `fetch` would tidy up, and gives all that comes until the connection ends. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    // A server that closes early may reset what is still being sent.
    socket.on('error', () => {}).on('close', () => resolve(answer));
  });
}

const rawGet = (path: string) =>
  raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
const say = (body: string) => fetch(`http://localhost:${port}/`, { method: 'POST', body });
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

async function expectItServes(): Promise<void> {
  expect((await fetch(`http://localhost:${port}/?from=mail`)).status).toBe(200);
  // In test mode, so that it is filled.
  const messages = [{ role: 'user', content: 'hello' }];
  const answer = await (await say(JSON.stringify({ messages }))).text();
  expect(answer).toContain('event: parley');
}

describe('the server of docs/integrate/chat.md', () => {
  test('serves the page and its two scripts', async () => {
    for (const path of ['/', '/element.js', '/streams.js']) {
      expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(200);
    }
    await expectItServes();
  });

  test.each([
    '/secret.js',
    '/../../../../secret.js',
    '/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.js',
    '/..%5c..%5c..%5csecret.js',
    '/element.js/../../../../../secret.js',
    '/secret.js\0',
    'http://localhost/../../../../secret.js',
    '/?/../../../../secret.js',
    '/server.mjs',
    '/package.json',
    '/constructor',
  ])('gives nothing but what it lists at %j', async (path) => {
    const answer = await rawGet(path);
    expect(answer).not.toContain(SECRET);
    expect(answer).not.toContain('createParley');
    expect(statusOf(answer)).toBe(path.startsWith('/?') ? 200 : path.includes('\0') ? 400 : 404);
    await expectItServes();
  });

  test.each([...['', '{"messages":', '\0', '42', '[]', '{}', '{"messages":5}']])(
    'refuses the body %j and goes on',
    async (body) => {
      expect((await say(body)).status).toBe(400);
      await expectItServes();
    },
  );

  test('logs why there is no ad, and once it is live nothing of a person', async () => {
    const child = 'I am 9 years old, what is a planet?';
    const saying = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });
    await (await say(saying(child))).text();
    await server.printed('no ad: unwanted child');
    writeFiles(project, liveOf(pageNamed('chat.md')), exchange.port);
    const live = await startServer(['server.mjs'], project.folder);
    for (const message of ['my dog died yesterday', child, '']) {
      const body = saying(message);
      await (await fetch(`http://localhost:${live.port}/`, { method: 'POST', body })).text();
    }
    await live.server.printed('no ad: no-message messages: expected a text');
    expect(live.server.stdout()).not.toMatch(/sensitive|unwanted|child|dog|planet/);
  });

  test('reads no body that is too long, whether its length is told or not', async () => {
    const long = `{"messages":"${'x'.repeat(20_000_000)}"}`;
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    for (const rest of [
      `Content-Length: ${long.length}\r\n\r\n${long}`,
      `Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    ]) {
      expect(await raw(head + rest)).not.toContain('200 OK');
      await expectItServes();
    }
  });

  test('stops the model where the reader has left', async () => {
    project.write('model.mjs', ENDLESS_MODEL);
    const endless = await startServer(['server.mjs'], project.folder);
    await readAndLeave(`http://localhost:${endless.port}/`);
    await endless.server.printed('the model has stopped, and was told: true');
  });

  test('ends an answer whose model fails, and goes on', async () => {
    project.write(
      'model.mjs',
      `export async function* answer() { yield 'Well, '; throw new Error('down'); }`,
    );
    const failing = await startServer(['server.mjs'], project.folder);
    const body = JSON.stringify({ messages: [] });
    for (const _ of [1, 2]) {
      const response = await fetch(`http://localhost:${failing.port}/`, { method: 'POST', body });
      expect(await response.text()).toBe('data: "Well, "\n\n');
    }
    expect(failing.server.stderr()).toContain('down');
  });
});
