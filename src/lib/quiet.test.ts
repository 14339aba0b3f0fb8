import { afterEach, expect, test } from 'bun:test';
import { letTimeRun, passTime, stopTime } from '../../test/stopped-time.ts';
import { quietFor } from './quiet.ts';

afterEach(letTimeRun);

test('the work is done once, when nothing has happened for the whole time', async () => {
  stopTime();
  let done = 0;
  const happened = quietFor(20)(() => done++);
  happened();
  await passTime(15);
  happened();
  await passTime(15);
  expect(done).toBe(0);
  await passTime(10);
  expect(done).toBe(1);
  await passTime(50);
  expect(done).toBe(1);
});
