import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../test/test-run.ts';
import { silentLog } from '../observe/log.ts';
import { openCallSocket } from '../supervisor/adcp-socket.ts';
import { createPassCall } from './pass-call.ts';

const CALL = {
  headers: { authorization: 'Bearer "ü"' },
  text: '{"a":"\n"}',
  search: '',
  caller: 'x',
};
const REPLY = { status: 202, headers: { a: 'b' }, body: 'ä' };
const socketFile = () => join(mkdtempSync(join(RUN_FOLDER, 'pass-call-')), 'seller.sock');

test('a call comes to the supervisor as it was, and so does its reply', async () => {
  const file = socketFile();
  const calls: unknown[] = [];
  const socket = openCallSocket(
    file,
    async (call) => {
      calls.push(call);
      return REPLY;
    },
    silentLog,
  );
  expect(await createPassCall(file)(CALL)).toEqual(REPLY);
  expect(calls).toEqual([CALL]);
  await socket.close();
});

test('there is no reply where nobody listens, where the supervisor fails and where it hangs', async () => {
  expect(await createPassCall(socketFile())(CALL)).toBeUndefined();
  const failing = socketFile();
  const failed = openCallSocket(failing, () => Promise.reject(new Error('x')), silentLog);
  expect(await createPassCall(failing)(CALL)).toBeUndefined();
  await failed.close();
  const hanging = socketFile();
  const hung = openCallSocket(hanging, () => new Promise(() => {}), silentLog);
  expect(await createPassCall(hanging, 1)(CALL)).toBeUndefined();
  await hung.close();
});
