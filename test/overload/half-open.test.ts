/** Connections that never send a whole request, more than there are descriptors, renewed as fast as they are closed. */
import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, PARLEY, type Serving, serve, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const DESCRIPTORS = 300;
const HALF_OPEN = 600;

function limitedParley(): string {
  const command = join(temporaryFolder(), 'parley');
  writeFileSync(command, `#!/bin/sh\nulimit -n ${DESCRIPTORS}\nexec ${PARLEY} "$@"\n`);
  chmodSync(command, 0o755);
  return command;
}

const CONFIG = `${AMPLE_LIMITS}portal: { port: 0 }\n`;

const urlsOf = ({ stdout }: Serving): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...stdout().matchAll(/"(url|adminUrl|portalUrl)":"([^"]+)"/g)].map(
      ([, name = '', url = '']) => [name, url],
    ),
  );

/** Returns the function that ends it. */
function flood(url: string): () => void {
  const port = Number(new URL(url).port);
  const open = new Set<Socket>();
  let isOver = false;
  const openOne = () => {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX: '),
    );
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      openOne();
    });
    // The end of the server alone does not close it.
    socket.on('end', () => socket.destroy());
  };
  for (let i = 0; i < HALF_OPEN; i++) openOne();
  return () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
}

describe('a flood of half-open connections', () => {
  for (const name of ['url', 'adminUrl', 'portalUrl']) {
    test(`at ${name}: bids and the admin port go on`, async () => {
      const server = await serve(CONFIG, { command: limitedParley() });
      const { adminUrl = '', ...urls } = urlsOf(server);
      const { workers } = (await (await fetch(`${adminUrl}/status`)).json()) as {
        workers: number[];
      };
      const end = flood(name === 'adminUrl' ? adminUrl : (urls[name] ?? ''));
      await eventually(() => server.stdout().includes('too many connections are open'));
      for (let i = 0; i < 5; i++) {
        expect((await ask(server.port)).status).toBe(200);
        const metrics = await fetch(`${adminUrl}/metrics`, { keepalive: false });
        expect(await metrics.text()).toContain('parley_resident_memory_bytes');
        await Bun.sleep(300);
      }
      end();
      const after = (await (await fetch(`${adminUrl}/status`)).json()) as { workers: number[] };
      expect(after.workers).toEqual(workers);
    });
  }
});
