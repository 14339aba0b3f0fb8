/** Appends facts as fast as the disk takes them, and prints the id of each only once it is safe. */
import { openJournal } from '../../../src/ledger/journal.ts';
import { aFact, factEntry } from '../../ledger/samples.ts';

const AT_A_TIME = 32;

const [folder = '', name = ''] = process.argv.slice(2);
const journal = openJournal({ folder, name, onFault() {} });
let next = 0;

async function append(): Promise<never> {
  for (;;) {
    const auctionId = `${name}-${next++}`;
    const fault = await journal.append(factEntry(aFact({ auctionId })));
    process.stdout.write(fault === undefined ? `${auctionId}\n` : `refused: ${fault.reason}\n`);
    // A disk that refuses answers at once, for a while.
    if (fault !== undefined) await Bun.sleep(50);
  }
}

await Promise.all(Array.from({ length: AT_A_TIME }, append));
