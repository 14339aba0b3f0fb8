import { afterAll, afterEach, expect, test } from 'bun:test';
import type { Config } from '../../src/host/config/config.ts';
import { createWebhookClient } from '../../src/host/http/client/webhook-client.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import {
  type FoundTrouble,
  type Trouble,
  type TroubleId,
  troublesOf,
} from '../../src/host/observe/troubles.ts';
import { startPartnerCaller } from '../../src/ledger/call-partners.ts';
import { createOutbox, webhookNameOf } from '../../src/ledger/outbox.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { createAlertRound } from '../../src/parts/health/alerts.ts';
import { eventually } from '../eventually.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { startReceiver } from './receiver.ts';

afterAll(cleanUp);

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Webhook = Config['alerts']['webhooks'][number];

const troubleOf = (id: TroubleId, found: FoundTrouble) => troublesOf([[id, found]])[0] as Trouble;

const DISK = troubleOf('journal-blocked', { what: 'the disk is full' });
const ACME = troubleOf('partner-failing', { partner: 'acme', what: 'acme fails' });
const DOWN = troubleOf('database-down', { what: 'the database is away' });

/** Calls what waits in the outbox until nothing does. */
async function deliver(database: Database, webhooks: readonly Webhook[]): Promise<void> {
  const post = createWebhookClient(() => webhooks, Date.now);
  const caller = startPartnerCaller({
    outbox: createOutbox(database, Date.now),
    send: ({ body = '' }, giveUpMs, to) => post(webhookNameOf(to) ?? '', body, giveUpMs),
    onResult() {},
    faults: { failed() {}, recovered() {} },
  });
  stops.push(caller.stop);
  await eventually(async () => {
    // What failed is due again ten seconds later, and they need not pass.
    await database.query('update outbox set due_ms = 0');
    return (await countOf(database, 'outbox')) === 0;
  });
  await caller.stop();
}

/** Machines whose troubles and clock a test sets. */
function fleetOf(names: readonly string[], database: Database, webhooks: readonly Webhook[]) {
  // On Postgres the rows are dated by its clock, which a test cannot move: it makes them older instead.
  const clock = { nowMs: Date.now() };
  const results: string[] = [];
  const state = { database: database as Database | undefined, webhooks };
  const troubles = new Map<string, readonly Trouble[]>();
  const rounds = names.map((machine, index) => ({
    machine,
    round: createAlertRound({
      troubles: () => troubles.get(machine) ?? [],
      webhooks: () => state.webhooks,
      database: () => state.database,
      post: createWebhookClient(() => state.webhooks, Date.now),
      machine,
      onResult: (result) => results.push(result),
      // Each has its own idea of when a trouble began.
      nowMs: () => clock.nowMs + index,
      log: silentLog,
    }),
  }));
  return {
    state,
    results,
    say: (machine: string, ...said: readonly Trouble[]) => troubles.set(machine, said),
    /** So much time goes by, in rounds of these machines, or of all. */
    async pass(seconds: number, running = names): Promise<void> {
      for (let second = 0; second < seconds; second += 5) {
        clock.nowMs += 5000;
        if (state.database?.kind === 'postgres') {
          await database.query('update alerts set seen_ms = seen_ms - 5000');
        }
        const due = rounds.filter(({ machine }) => running.includes(machine));
        await Promise.all(due.map(({ round }) => round()));
      }
    },
  };
}

const begun = { state: 'began' };
const ended = { state: 'ended' };

onEachDatabase(({ kind, open }) => {
  test('a webhook that fails first is told once that a trouble began and once that it ended, signed', async () => {
    const database = await open();
    const receiver = startReceiver([503]);
    const webhooks = [receiver.webhook('json')];
    const fleet = fleetOf(['one:80'], database, webhooks);
    fleet.say('one:80', DISK);
    await fleet.pass(30);
    expect(await countOf(database, 'outbox')).toBe(0);
    await fleet.pass(60);
    expect(await countOf(database, 'outbox')).toBe(1);
    await deliver(database, webhooks);
    fleet.say('one:80');
    await fleet.pass(40);
    expect(await countOf(database, 'outbox')).toBe(0);
    await fleet.pass(60);
    await deliver(database, webhooks);
    const words = `The disk is full. ${DISK.effect} ${DISK.advice}`;
    const alert = { id: DISK.id, kind: 'bad', words, machine: 'one:80' };
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(receiver.told()).toEqual([
      { ...alert, since, ...begun },
      { ...alert, since, ...ended },
    ]);
    expect(receiver.refused).toHaveLength(1);
    expect(receiver.forged).toEqual([]);
    expect(await countOf(database, 'alerts')).toBe(0);
  });

  test('what is shorter than thirty seconds is not told, nor what is over already', async () => {
    const database = await open();
    const receiver = startReceiver();
    const fleet = fleetOf(['one:80'], database, [receiver.webhook('json')]);
    for (let time = 0; time < 5; time++) {
      fleet.say('one:80', DISK);
      await fleet.pass(25);
      fleet.say('one:80', { ...DISK, kind: 'over' });
      await fleet.pass(5);
    }
    await fleet.pass(100);
    expect(await countOf(database, 'alerts')).toBe(0);
  });

  test('a trouble that comes and goes within a minute is one', async () => {
    const database = await open();
    const receiver = startReceiver();
    const webhooks = [receiver.webhook('json')];
    const fleet = fleetOf(['one:80'], database, webhooks);
    for (let time = 0; time < 4; time++) {
      fleet.say('one:80', DISK);
      await fleet.pass(60);
      fleet.say('one:80');
      await fleet.pass(20);
    }
    await fleet.pass(100);
    await deliver(database, webhooks);
    expect(receiver.told()).toMatchObject([begun, ended]);
  });

  test('a webhook gets the troubles it wants, in its format, and at most thirty an hour', async () => {
    const database = await open();
    const receiver = startReceiver();
    const chat = receiver.webhook('slack', { only: ['partner-failing'] });
    const fleet = fleetOf(['one:80'], database, [chat]);
    const partners = Array.from({ length: 31 }, (_, i) => `p<${i}>`);
    const failing = partners.map((partner) => ({ ...ACME, partner, what: `${partner} fails` }));
    fleet.say('one:80', DISK, ...failing);
    await fleet.pass(60);
    await deliver(database, [chat]);
    const texts = receiver.told().map(({ text }) => String(text));
    expect(texts).toHaveLength(30);
    const form =
      /^Parley: p&lt;\d+&gt; fails\. .* \(since \d{4}-\d\d-\d\d \d\d:\d\d UTC, one:80\)$/;
    for (const text of texts) expect(text).toMatch(form);
    expect(fleet.results).toEqual(['held_back']);
    fleet.say('one:80');
    await fleet.pass(150);
    await deliver(database, [chat]);
    // What was not told to begin does not end.
    expect(receiver.told()).toHaveLength(60);
    expect(String(receiver.told()[59]?.text)).toStartWith('Parley, over: p&lt;');
  });

  test('without a database a webhook is told at once, a few times, and of the end once it is back', async () => {
    const database = await open();
    const receiver = startReceiver([500, 500]);
    const webhooks = [receiver.webhook('json')];
    const fleet = fleetOf(['one:80'], database, webhooks);
    fleet.say('one:80', DISK);
    await fleet.pass(60);
    await deliver(database, webhooks);
    fleet.state.database = undefined;
    fleet.say('one:80', DISK, DOWN);
    await fleet.pass(200);
    // The disk was told of before, through the database.
    expect(receiver.told().map(({ id, state }) => `${id} ${state}`)).toEqual([
      'journal-blocked began',
      'database-down began',
    ]);
    fleet.state.database = database;
    fleet.say('one:80', DISK);
    await fleet.pass(150);
    await deliver(database, webhooks);
    expect(receiver.told().slice(2)).toMatchObject([{ id: 'database-down', ...ended }]);
  });

  test('two machines on one database tell of a trouble of the fleet once, and each of its own', async () => {
    const database = await open();
    const receiver = startReceiver();
    const webhooks = [receiver.webhook('json')];
    const names = ['one:80', 'two:80'];
    const fleet = fleetOf(names, database, webhooks);
    for (const name of names) fleet.say(name, ACME, DISK);
    await fleet.pass(100);
    await deliver(database, webhooks);
    const told = () => receiver.told().map(({ id, partner, state }) => [id, partner, state]);
    expect(told().sort()).toEqual([
      ['journal-blocked', undefined, 'began'],
      ['journal-blocked', undefined, 'began'],
      ['partner-failing', 'acme', 'began'],
    ]);
    // It lasts while one of them sees it.
    fleet.say('one:80');
    await fleet.pass(150);
    await deliver(database, webhooks);
    expect(told().slice(3)).toEqual([['journal-blocked', undefined, 'ended']]);
    fleet.say('two:80', DISK);
    await fleet.pass(150);
    await deliver(database, webhooks);
    expect(told().slice(4)).toEqual([['partner-failing', 'acme', 'ended']]);
    expect(receiver.forged).toEqual([]);
  });

  test('two machines on one database do not end what the other sees, after an outage of the database', async () => {
    const database = await open();
    const receiver = startReceiver();
    const webhooks = [receiver.webhook('json')];
    const fleet = fleetOf(['one:80', 'two:80'], database, webhooks);
    fleet.say('two:80', DISK);
    await fleet.pass(100);
    fleet.state.database = undefined;
    await fleet.pass(300);
    fleet.state.database = database;
    // The other machine has not seen it in the database meanwhile.
    if (kind === 'postgres') {
      await database.query('update alerts set seen_ms = seen_ms - 300000');
    }
    // The other one is a little later.
    await fleet.pass(30, ['one:80']);
    await fleet.pass(150);
    await deliver(database, webhooks);
    expect(receiver.told()).toMatchObject([begun]);
  });
});
