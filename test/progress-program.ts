/** A long work for tests: it has done 3 of 10 until the file that is its argument is there. */
import { existsSync } from 'node:fs';
import { withProgress } from '../src/cli/progress/with-progress.ts';

const [file = ''] = process.argv.slice(2);
const result = await withProgress('counting the sheep', (tell) => {
  tell('counting the sheep of the fold', 3, 10_000);
  // The thread of the work does nothing else, as in a statement of SQLite.
  while (!existsSync(file)) Bun.sleepSync(5);
  return 'ten thousand sheep';
});
process.stdout.write(`${result}\n`);
