import { afterAll, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/day.ts';
import { ViewFault } from '../../src/parts/reports/view-fault.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { AT_MS } from '../ledger/samples.ts';
import { cleanUp } from '../process.ts';
import { ANN, savedIn, sellTo, VIEW } from './support.ts';

afterAll(cleanUp);

function made<T extends object>(result: T | ViewFault): T {
  if (result instanceof ViewFault) throw new Error(result.reason);
  return result;
}

const faultOf = (result: unknown) => (result instanceof ViewFault ? result.reason : 'none');

onEachDatabase(({ open }) => {
  async function newSaved() {
    const database = await open();
    await sellTo(database);
    const all = savedIn(database);
    const view = made(await all.saved.create(VIEW, ANN));
    return { database, ...all, view };
  }

  const DAILY = { every: 'daily', hour: 7, zone: 'Europe/Berlin', webhook: 'warehouse' } as const;

  test('a view is listed with who made it, renamed, and deleted with all that hangs on it', async () => {
    const { saved, view, database } = await newSaved();
    made(await saved.addSchedule(view.id, DAILY, ANN));
    const { secret } = made(await saved.addLink(view.id, { days: 7 }, ANN));
    made(await saved.rename(view.id, { name: 'Boots' }, ANN));
    const { views, webhooks } = await saved.list();
    expect(webhooks).toEqual(['warehouse']);
    expect(views).toMatchObject([{ name: 'Boots', query: VIEW.query, madeBy: 'ann' }]);
    expect(views[0]?.schedules).toHaveLength(1);
    expect(views[0]?.links).toHaveLength(1);
    made(await saved.remove(view.id, ANN));
    expect((await saved.list()).views).toEqual([]);
    expect(await saved.openLink(secret)).toBeUndefined();
    const actions = await database.query('select action from audit_log order by id');
    expect(actions.map(({ action }) => action)).toEqual([
      'create',
      'create',
      'create',
      'rename',
      'delete',
    ]);
  });

  test('a view that no report could answer is refused, as are names and terms out of bounds', async () => {
    const { saved, view } = await newSaved();
    const refused = [
      saved.create({ name: 'x', query: 'by=colour' }, ANN),
      saved.create({ name: 'x', query: 'by=day&last=soon' }, ANN),
      saved.create({ name: ' ', query: 'by=day' }, ANN),
      saved.addSchedule(view.id, { ...DAILY, webhook: 'chat' }, ANN),
      saved.addSchedule(view.id, { ...DAILY, hour: 24 }, ANN),
      saved.addLink(view.id, {}, ANN),
      saved.addLink(view.id, { days: 367 }, ANN),
      saved.addLink(view.id, { days: 1, columns: ['secrets'] }, ANN),
      saved.addLink('nobody', { days: 1 }, ANN),
    ];
    for (const result of await Promise.all(refused)) expect(faultOf(result)).not.toBe('none');
    expect((await saved.list()).views).toHaveLength(1);
  });

  test('a schedule sends each period once, whichever machines look, with a checksum of its file', async () => {
    const { saved, view, sendDue, messages, at } = await newSaved();
    made(await saved.addSchedule(view.id, DAILY, ANN));
    expect(await sendDue()).toBe(0);
    // AT_MS is 3 November 2026; 06:00 in UTC is 7 in Berlin.
    at('2026-11-04T05:59Z');
    expect(await sendDue()).toBe(0);
    at('2026-11-04T06:00Z');
    const sent = await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await sendDue()).toBe(0);
    const [message, ...others] = await messages();
    expect(others).toEqual([]);
    const checksum = new Bun.CryptoHasher('sha256').update(message.csv).digest('hex');
    expect(message).toMatchObject({
      recipient: 'webhook/warehouse',
      to: '2026-11-04T06:00:00.000Z',
      kind: 'report',
      id: 'id-2/2026-11-04',
      name: VIEW.name,
      from: '2026-11-03T06:00:00.000Z',
      rows: 1,
      isCut: false,
      sha256: checksum,
    });
    expect(message.csv).toContain('cr-1,');
  });

  test('after days without a machine, the last period alone is made up for; a paused one is not', async () => {
    const { saved, view, sendDue, messages, at } = await newSaved();
    const { id } = made(await saved.addSchedule(view.id, DAILY, ANN));
    at('2026-11-10T12:00Z');
    expect(await sendDue()).toBe(1);
    made(await saved.pauseSchedule(id, ANN));
    at('2026-11-12T12:00Z');
    expect(await sendDue()).toBe(0);
    made(await saved.resumeSchedule(id, ANN));
    expect(await sendDue()).toBe(0);
    made(await saved.sendSchedule(id, ANN));
    expect((await messages()).map((one) => one.id)).toEqual([
      `${id}/2026-11-10`,
      `${id}/now-${Date.parse('2026-11-12T12:00Z')}`,
    ]);
    made(await saved.removeSchedule(id, ANN));
    at('2026-11-20T12:00Z');
    expect(await sendDue()).toBe(0);
  });

  test('a report whose machine died while it made it is made by another, later', async () => {
    const { saved, view, sendDue, at, database } = await newSaved();
    const { id } = made(await saved.addSchedule(view.id, DAILY, ANN));
    at('2026-11-04T06:00Z');
    const claimed = Date.parse('2026-11-04T06:05Z');
    await database.query('update report_schedules set claimed_until_ms = $1 where id = $2', [
      claimed,
      id,
    ]);
    expect(await sendDue()).toBe(0);
    at('2026-11-04T06:06Z');
    expect(await sendDue()).toBe(1);
  });

  test('a link opens its view until it expires, with the columns that were chosen, and is stored as a hash', async () => {
    const { saved, view, database, at } = await newSaved();
    const { secret, columns } = made(await saved.addLink(view.id, { days: 7 }, ANN));
    expect(columns).toEqual(['impressions', 'clicks', 'spend_usd']);
    // 256 random bits in base64url.
    expect(secret).toMatch(/^prl_report_[\w-]{43}$/);
    const stored = JSON.stringify(await database.query('select * from report_links'));
    expect(stored).not.toContain(secret.slice(-20));
    const opened = await saved.openLink(secret);
    const answer = await opened?.run();
    if (answer === undefined || 'reason' in answer) throw new Error('no report');
    expect(answer.report.rows.map(({ keys }) => keys)).toEqual([['cr-1']]);
    expect((await saved.list()).views[0]?.links[0]?.usedAt).toBe(new Date(AT_MS).toISOString());
    expect(await saved.openLink(`${secret}x`)).toBeUndefined();
    at(new Date(AT_MS + 7 * DAY_MS).toISOString());
    expect(await saved.openLink(secret)).toBeUndefined();
    expect((await saved.list()).views[0]?.links[0]?.isExpired).toBeTrue();
  });
});
