import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { eventually } from '../../../test/eventually.ts';
import { openNotifySocket } from '../../../test/notify-socket.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createServiceManager } from './service-manager.ts';

afterAll(cleanUp);

test('systemd learns of the start, a reload and the stop, in this order', () => {
  const socket = openNotifySocket(join(temporaryFolder(), 'notify'));
  const manager = createServiceManager({ NOTIFY_SOCKET: socket.path });
  manager.ready();
  manager.reloading();
  manager.ready();
  manager.stopping();
  const first = socket.messages().map((message) => message.split('\n')[0]);
  expect(first).toEqual(['READY=1', 'RELOADING=1', 'READY=1', 'STOPPING=1']);
  socket.close();
});

test('the watchdog of systemd is fed, before anything else is said', async () => {
  const socket = openNotifySocket(join(temporaryFolder(), 'notify'));
  createServiceManager({ NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '20000' });
  await eventually(() => socket.messages().length >= 2);
  expect(new Set(socket.messages())).toEqual(new Set(['WATCHDOG=1']));
  socket.close();
});

test('without systemd nothing is opened and nothing fails', () => {
  const manager = createServiceManager({ NOTIFY_SOCKET: '' });
  manager.ready();
  manager.stopping();
});
