import { expect, test } from 'bun:test';
import { noAnswerIn } from './diagnose.ts';
import { createFaultLog } from './fault-log.ts';

const sqlError = (errno: string) => Object.assign(new Error(`error ${errno}`), { errno });
const clientError = (code: string) => Object.assign(new Error(`error ${code}`), { code });
const CLOSED = clientError('ERR_POSTGRES_CONNECTION_CLOSED');
const REFUSED = clientError('ERR_POSTGRES_CONNECTION_REFUSED');
const [FULL, STARTING] = [sqlError('53100'), sqlError('57P03')];

function newLog() {
  const reasons: unknown[] = [];
  const ignore = () => {};
  const error = (facts: object) => void reasons.push((facts as { reason: string }).reason);
  const log = { debug: ignore, info: ignore, warn: ignore, error };
  return { reasons, faults: createFaultLog(log, 'the database cannot be reached') };
}

test('a database that is gone, and starts up before it is back, is logged once', () => {
  const { reasons, faults } = newLog();
  for (const error of [CLOSED, new Error('strange'), REFUSED, noAnswerIn(10), STARTING]) {
    faults.failed(error);
  }
  expect(reasons).toEqual(['the connection to this Postgres was closed']);
  expect(faults.fault().reason).toContain('starting up');
});

test('another cause is logged once, and again after the database could be used', () => {
  const { reasons, faults } = newLog();
  for (const error of [STARTING, FULL, STARTING, FULL]) faults.failed(error);
  expect(reasons).toHaveLength(2);
  faults.recovered();
  expect(faults.fault().reason).toBeUndefined();
  faults.failed(FULL);
  expect(reasons).toHaveLength(3);
});
