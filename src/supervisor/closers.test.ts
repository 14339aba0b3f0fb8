import { expect, test } from 'bun:test';
import { createClosers } from './closers.ts';

test('what was started last is ended first, each before the next and once', async () => {
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
