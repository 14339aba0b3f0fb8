import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { DatabaseLocation } from '../../src/ledger/database.ts';
import { writeSamples } from '../../src/ledger/samples/request-samples.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, PARLEY, run, temporaryFolder } from '../process.ts';
import { runInTerminal, untilShown } from '../terminal.ts';
import { openLedger } from './ledger.ts';

afterAll(cleanUp);

let folder: string;
let location: Extract<DatabaseLocation, { readonly kind: 'postgres' }>;

beforeAll(async () => {
  folder = temporaryFolder();
  const postgres = await startPostgres();
  location = { kind: 'postgres', url: await postgres.newDatabase() };
  const config = { databaseUrl: location.url, notices: { keys: ['0123456789abcdef'.repeat(4)] } };
  writeFileSync(join(folder, 'parley.yaml'), JSON.stringify(config));
  const database = await openLedger(location);
  const request = { id: 's', imp: [{ id: '1', native: { request: '{"assets":[]}' } }] };
  const text = JSON.stringify({ request, bids: [], notAsked: [] });
  const nowMs = Date.now();
  const samples = [{ lot: 1, minuteMs: nowMs, weightThousandths: 1000, text }];
  await database.transaction((query) => writeSamples(query, { samples, days: 7, clockMs: nowMs }));
});

test.each([
  ['report', 'rollups', /summing up the ledger: [1-9]\d* s/],
  ['replay --floor *=1', 'request_samples', /reading the samples: [1-9]\d* s/],
  ['statement 2026-01', 'rollups', /summing up the month: [1-9]\d* s/],
])(
  'parley %s says that it works on, and prints the same bytes as in a pipe',
  async (args, table, shown) => {
    const inPipe = run(args.split(' '), { folder });
    expect((await inPipe.exited).code).toBe(0);
    expect(inPipe.stderr()).toBe('');
    // Without the ledger's own bounds on time.
    await using other = new SQL(location.url);
    const command = await other.begin(async (query) => {
      await query.unsafe(`lock table ${table} in access exclusive mode`);
      const start = () => runInTerminal(`cd '${folder}' && set -f && '${PARLEY}' ${args} >out`);
      return untilShown(start, shown);
    });
    expect(await command.exited).toBe(0);
    expect(command.shown().split('\r\x1b[K').at(-1)).toBe('');
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(inPipe.stdout());
  },
);
