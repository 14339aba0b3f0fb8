import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { writeSamples } from '../../ledger/samples/request-samples.ts';
import { replay } from './command.ts';

afterAll(cleanUp);

test('parley replay lets no name of a publisher control a terminal', async () => {
  const folder = temporaryFolder();
  const database = await openLedger({ kind: 'sqlite', file: join(folder, 'parley.db') });
  const native = { request: '{"assets":[{"id":1,"title":{"len":90}}]}' };
  const site = { publisher: { id: 'pub\u001b[2J\nin all' } };
  const bids = [{ partner: 'dsp', impid: '1', usdMicros: 4e6, seat: 's', adomain: ['a.example'] }];
  const text = JSON.stringify({
    request: { id: 'sample', imp: [{ id: '1', native }], site },
    bids,
    notAsked: [],
  });
  const nowMs = Date.now();
  const samples = [{ lot: 1, minuteMs: nowMs, weightThousandths: 1000, text }];
  await database.transaction((query) => writeSamples(query, samples));
  const told = await runCommand(replay, ['--floor', '*=1'], { PARLEY_DATA_DIR: folder });
  expect([told.code, told.stderr]).toEqual([0, '']);
  expect(told.stdout).not.toContain('\u001b');
  expect(told.stdout.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
    'A day, from 1 sampled requests that stand for 1 of one day or less',
    '',
    '',
    'publisher pub\ufffd[2J\ufffdin all',
    'partner dsp',
    'in all',
    '',
  ]);
});
