import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { createFolderMeter } from './journal.ts';

afterAll(cleanUp);

test('the size of a folder is that of all segments, measured once a second, and what was added since', async () => {
  const folder = temporaryFolder();
  let tick = 0;
  const meter = createFolderMeter(folder, () => tick);
  writeFileSync(join(folder, 'a-0.log'), Buffer.alloc(100));
  writeFileSync(join(folder, 'b-3.log'), Buffer.alloc(20));
  writeFileSync(join(folder, 'a-0.log.damaged'), Buffer.alloc(1000));
  await eventually(() => meter.bytes() !== 0);
  expect(meter.bytes()).toBe(120);
  meter.add(7);
  writeFileSync(join(folder, 'a-0.log'), Buffer.alloc(200));
  tick = 999;
  expect(meter.bytes()).toBe(127);
  tick = 1000;
  await eventually(() => meter.bytes() !== 127 && meter.bytes() !== 120);
  expect(meter.bytes()).toBe(220);
});
