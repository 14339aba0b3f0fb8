import { expect, test } from 'bun:test';
import { createClosers } from './closers.ts';

test('parts are closed in the opposite order of their start, one after the other, each once', async () => {
  const closers = createClosers();
  const ended: string[] = [];
  for (const name of ['database', 'budgets', 'drain']) {
    closers.add(async () => {
      await Bun.sleep(1);
      ended.push(name);
    });
  }
  await closers.closeAll();
  await closers.closeAll();
  expect(ended).toEqual(['drain', 'budgets', 'database']);
});
