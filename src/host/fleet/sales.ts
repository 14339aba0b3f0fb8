import { joined } from '../../lib/joined.ts';
import type { CountMemory } from '../limits/frequency/count-memory.ts';
import type { CountedSale } from '../limits/frequency/counted-ring.ts';
import { keptSec } from '../limits/frequency/wheel.ts';
import type { Send } from './redis.ts';

const KEY = 'parley:sales';
/** Sales that a machine tells in one round. Further ones wait in the ring, as all do while Redis is gone. */
const SALES_PER_ROUND_MAX = 2000;
/** Rounds of all machines that Redis remembers: about 15 MB where each tells as much as it may. */
const ROUNDS_KEPT = 600;
/** After a day without a sale Redis forgets them all. */
const FORGOTTEN_SEC = 86_400;
const ROUNDS_READ_MAX = 200;

/**
 * Tells other machines through Redis what was sold under a cap, and counts what they tell. They know each sale by the
 * number that memory has of it, and by nothing else. Requests never wait for it, and without Redis each machine counts
 * its own. A machine that starts counts what Redis still remembers.
 */
export function createSales(counts: CountMemory, machineId: string, nowMs: () => number) {
  const readTold = counts.createReader();
  /** Sales that Redis has not confirmed. Told again, one may count twice elsewhere; it never goes uncounted. */
  let unconfirmed: readonly CountedSale[] = [];
  let lastId = '0-0';

  function countAll(sales: readonly CountedSale[], atSec: number): void {
    const nowSec = Math.floor(nowMs() / 1000);
    for (const sale of sales) {
      if (nowSec - atSec >= keptSec(sale.windowSec)) continue;
      counts.count(sale, { atSec: Math.min(atSec, nowSec), nowSec });
    }
  }

  return async (send: Send): Promise<void> => {
    unconfirmed = joined(unconfirmed, readTold(SALES_PER_ROUND_MAX - unconfirmed.length));
    const told = unconfirmed;
    if (told.length > 0) {
      await send('XADD', KEY, 'MAXLEN', '~', ROUNDS_KEPT, '*', machineId, written(told));
      unconfirmed = [];
      await send('EXPIRE', KEY, FORGOTTEN_SEC);
    }
    const answer = await send('XRANGE', KEY, `(${lastId}`, '+', 'COUNT', ROUNDS_READ_MAX);
    for (const [id, [machine = '', text = '']] of answer as readonly ToldRound[]) {
      lastId = id;
      // An id begins with the time of Redis.
      if (machine !== machineId)
        countAll(readSales(text), Math.floor(Number.parseInt(id, 10) / 1000));
    }
  };
}

type ToldRound = readonly [id: string, fields: readonly string[]];

const RADIX = 36;
const HOUR_SEC = 3600;

function written(sales: readonly CountedSale[]): string {
  return sales
    .map(({ name, windowSec }) => `${name.toString(RADIX)}.${windowSec / HOUR_SEC}`)
    .join(' ');
}

const SALE = /^([0-9a-z]{1,9})\.([1-9]\d{0,2})$/;
const NAMES = 2 ** 44;
const HOURS_MAX = 720;

/** Whatever does not look like one of ours is passed over. */
function readSales(text: string): readonly CountedSale[] {
  return text.split(' ', SALES_PER_ROUND_MAX).flatMap((one) => {
    const [, digits = '', hours = ''] = SALE.exec(one) ?? [];
    const name = Number.parseInt(digits, RADIX);
    const windowSec = Number(hours) * HOUR_SEC;
    return name < NAMES && windowSec > 0 && Number(hours) <= HOURS_MAX ? [{ name, windowSec }] : [];
  });
}
