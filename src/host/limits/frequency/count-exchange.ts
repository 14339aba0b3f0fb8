import { joined } from '../../../lib/joined.ts';
import type { Log } from '../../../lib/log.ts';
import type { LimiterMemory } from '../limit-counters.ts';
import { createOutageLog } from '../outage-log.ts';
import type { KeyGroup } from '../redis-client.ts';
import { redisFault } from '../redis-diagnosis.ts';
import { createRedisLink, type RedisConnection } from '../redis-link.ts';
import { type CountMemory, mapCounts } from './count-memory.ts';
import type { CountedSale } from './counted-ring.ts';
import { keptSec } from './wheel.ts';

type CountExchangeParts = {
  /** The first of them; undefined without Redis. */
  readonly group: KeyGroup | undefined;
  readonly machineId: string;
  /** Which of the sales that others have told are counted. */
  readonly from: 'the-beginning' | 'now';
  readonly nowMs: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** A sale is known to the other machines after two of these at most. */
const ROUND_MS = 500;

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
export function createCountExchange(memory: LimiterMemory, parts: CountExchangeParts) {
  const { group, machineId, from, nowMs, log } = parts;
  let counts = mapCounts(memory);
  let readTold = counts.createReader();
  /** Sales that Redis has not confirmed. Told again, one may count twice elsewhere; it never goes uncounted. */
  let unconfirmed: readonly CountedSale[] = [];
  let lastId = from === 'the-beginning' ? '0-0' : `${nowMs()}-0`;

  async function round(connection: RedisConnection, key: string): Promise<void> {
    unconfirmed = joined(unconfirmed, readTold(SALES_PER_ROUND_MAX - unconfirmed.length));
    const told = unconfirmed.slice(0, SALES_PER_ROUND_MAX);
    if (told.length > 0) {
      const bounds = ['MAXLEN', '~', String(ROUNDS_KEPT)];
      await connection.send('XADD', [key, ...bounds, '*', machineId, written(told)]);
      unconfirmed = unconfirmed.slice(told.length);
      await connection.send('EXPIRE', [key, String(FORGOTTEN_SEC)]);
    }
    const args = [key, `(${lastId}`, '+', 'COUNT', String(ROUNDS_READ_MAX)];
    for (const { id, machine, sales } of readRounds(await connection.send('XRANGE', args))) {
      lastId = id;
      if (machine !== machineId) countAll(counts, sales, secondOf(id), nowMs());
    }
  }

  const key = `parley:{${group?.tag}}:sales`;
  const outageLog = group && createOutageLog(log, group.name, WORDS);
  const link =
    group &&
    createRedisLink({
      open: group.open,
      everyMs: ROUND_MS,
      delayMs: 0,
      round: (connection) => round(connection, key),
      onChange: (said) => outageLog?.change(said === undefined ? undefined : redisFault(said)),
    });
  return {
    /** Moves to the memory of another config. */
    use(next: LimiterMemory): void {
      // A ring's length at most, as no more is read before these are told.
      if (group !== undefined) unconfirmed = joined(unconfirmed, readTold());
      counts = mapCounts(next);
      readTold = counts.createReader();
    },
    close(): void {
      link?.close();
      outageLog?.close();
    },
  };
}

const WORDS = {
  usable: 'frequency caps hold across machines',
  unusable: 'frequency caps hold on this machine alone',
};

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

type ToldRound = {
  readonly id: string;
  readonly machine: string;
  readonly sales: readonly CountedSale[];
};

const ROUND_ID = /^\d{1,15}-\d{1,15}$/;

function readRounds(answer: unknown): readonly ToldRound[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((entry: unknown) => {
    const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [machine, text]: readonly unknown[] = Array.isArray(fields) ? fields : [];
    if (typeof id !== 'string' || !ROUND_ID.test(id)) return [];
    return { id, machine: String(machine), sales: readSales(String(text)) };
  });
}

/** By the clock of Redis, which its ids begin with. */
function secondOf(id: string): number {
  return Math.floor(Number.parseInt(id, 10) / 1000);
}

function countAll(
  counts: CountMemory,
  sales: readonly CountedSale[],
  atSec: number,
  nowMs: number,
): void {
  const nowSec = Math.floor(nowMs / 1000);
  for (const sale of sales) {
    if (nowSec - atSec < keptSec(sale.windowSec)) {
      counts.count(sale, { atSec: Math.min(atSec, nowSec), nowSec });
    }
  }
}
