/** Connections that never send a whole request, more than there are descriptors, renewed as fast as they are closed. */
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openConnection } from '../http/connection.ts';
import { ask, requestBytes } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, PARLEY, type Serving, serve, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const DESCRIPTORS = 1024;
const HALF_OPEN = 1300;

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

type Flood = { readonly renewed: () => number; readonly end: () => void };

function flood(url: string): Flood {
  const port = Number(new URL(url).port);
  const open = new Set<Socket>();
  let renewed = 0;
  let isOver = false;
  const openOne = () => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX: '),
    );
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (isOver) return;
      renewed++;
      openOne();
    });
    // The end of the server alone does not close it.
    socket.on('end', () => socket.destroy());
  };
  for (let i = 0; i < HALF_OPEN; i++) openOne();
  const end = () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
  return { renewed: () => renewed, end };
}

test('in a flood of half-open connections, bids, the admin port and an open connection of a caller go on', async () => {
  const server = await serve(CONFIG, { command: limitedParley() });
  const urls = urlsOf(server);
  const { adminUrl = '' } = urls;
  const workers = async () => {
    const status = await fetch(`${adminUrl}/status`, { keepalive: false });
    return ((await status.json()) as { workers: number[] }).workers;
  };
  const before = await workers();
  for (const name of ['url', 'adminUrl', 'portalUrl']) {
    const { [name]: target = '' } = urls;
    const caller = await openConnection(Number(new URL(target).port));
    const ofCaller = async () => {
      await caller.send(requestBytes({ method: 'GET', path: '/nowhere' }));
      return (await caller.answer('GET')).status;
    };
    const status = await ofCaller();

    const { renewed, end } = flood(target);
    await eventually(() => renewed() > 0);
    for (let i = 0; i < 5; i++) {
      expect((await ask(server.port)).status).toBe(200);
      const metrics = await fetch(`${adminUrl}/metrics`, { keepalive: false });
      expect(await metrics.text()).toContain('parley_database_up 1');
      await Bun.sleep(200);
    }
    expect(await ofCaller()).toBe(status);
    end();
    caller.drop();
  }
  expect(await workers()).toEqual(before);
  expect(server.stdout()).toContain('too many connections are open');
});
