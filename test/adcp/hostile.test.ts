import { beforeAll, describe, expect, test } from 'bun:test';
import { BUY, creative, END, LINE, START } from './buys-fixture.ts';
import { type Belongings, oddCalls, refusedCalls, validCalls } from './hostile-calls.ts';
import { hostileWorld, placeFault, type WireError } from './hostile-world.ts';
import { ACCOUNT } from './seller-in-process.ts';

type World = Awaited<ReturnType<typeof hostileWorld>>;

/** A call with the id of something in it. */
type CallWithId = readonly [tool: string, args: (id: string) => object];

const codeOf = (body: Readonly<Record<string, unknown>>) =>
  (body.adcp_error as WireError | undefined)?.code;

describe('hostile calls', () => {
  let world: World;
  beforeAll(async () => {
    world = await hostileWorld();
  });
  const validOf = (tool: string) => validCalls(world.own, world.newKey).get(tool) ?? {};

  test('the calls that they are made from are valid, one for each tool', async () => {
    const valid = validCalls(world.own, world.newKey);
    const names = world.tools().map(({ name }) => name);
    expect([...valid.keys()].toSorted()).toEqual(names.toSorted());
    for (const [tool, args] of valid) {
      const { body } = await world.send(tool, args);
      expect([tool, codeOf(body)]).toEqual([tool, undefined]);
    }
  });

  test('every declared argument of every tool is refused with a wrong type and beyond its bounds, with its place', async () => {
    const calls = world.tools().flatMap((tool) => refusedCalls(tool, validOf));
    expect(calls.length).toBeGreaterThan(400);
    expect(await world.faultsOf(calls, placeFault)).toEqual([]);
  });

  test('odd values in any place are answered: nothing fails, nothing is told, and what is refused changes nothing', async () => {
    const calls = world.tools().flatMap(({ name }) => oddCalls(name, validOf));
    expect(calls.length).toBeGreaterThan(1000);
    expect(await world.faultsOf(calls)).toEqual([]);
  });

  test('a text that no database keeps as it is is refused, and one that looks like its escape is not', async () => {
    const listed = async (context: object) => (await world.send('list_accounts', { context })).body;
    for (const context of [
      { a: ['x\u0000'] },
      { 'x\u0000': 1 },
      { a: '\ud800' },
      { a: '\udfff x' },
    ]) {
      expect(codeOf(await listed(context))).toBe('INVALID_REQUEST');
    }
    const context = { a: String.raw`\u0000`, b: '\u{1f600}', c: String.raw`\\ud800` };
    expect((await listed(context)).context).toEqual(context);
  });

  const line = (more: object) => ({ packages: [{ ...LINE, ...more }] });
  const changing = (more: object) => ({
    idempotency_key: world.newKey(),
    account: ACCOUNT,
    ...more,
  });
  const named = (account_id: string) => ({ account: { account_id } });
  const PERIOD = { measurement_period: { start: START, end: END }, performance_index: 1 };

  const WITH_IDS: Readonly<Record<keyof Belongings, readonly CallWithId[]>> = {
    account: [
      ['get_products', (id) => ({ buying_mode: 'wholesale', ...named(id) })],
      ['create_media_buy', (id) => ({ ...changing({ ...BUY, ...named(id) }) })],
      ['update_media_buy', (id) => changing({ media_buy_id: world.own.buy, ...named(id) })],
      ['update_media_buy', (id) => changing({ media_buy_id: world.victim.buy, ...named(id) })],
      ['get_media_buys', named],
      ['get_media_buys', (id) => ({ media_buy_ids: [world.victim.buy], ...named(id) })],
      ['get_media_buy_delivery', named],
      ['sync_creatives', (id) => changing({ creatives: [creative('c')], ...named(id) })],
      ['list_creatives', named],
      ['list_creatives', (id) => ({ filters: { accounts: [{ account_id: id }] } })],
      ['sync_accounts', (id) => ({ idempotency_key: world.newKey(), accounts: [named(id)] })],
    ],
    buy: [
      ['update_media_buy', (id) => changing({ media_buy_id: id, paused: true })],
      ['update_media_buy', (id) => changing({ media_buy_id: id, canceled: true, revision: 1 })],
      ['get_media_buys', (id) => ({ media_buy_ids: [id] })],
      ['get_media_buys', (id) => ({ account: ACCOUNT, media_buy_ids: [world.own.buy, id] })],
      ['get_media_buy_delivery', (id) => ({ media_buy_ids: [id] })],
      ['get_media_buy_delivery', (id) => ({ account: ACCOUNT, media_buy_ids: [id] })],
      [
        'provide_performance_feedback',
        (id) => ({ idempotency_key: world.newKey(), media_buy_id: id, ...PERIOD }),
      ],
      ['list_creatives', (id) => ({ filters: { media_buy_ids: [id] } })],
    ],
    line: [
      [
        'update_media_buy',
        (id) =>
          changing({ media_buy_id: world.own.buy, packages: [{ package_id: id, budget: 1 }] }),
      ],
      [
        'provide_performance_feedback',
        (id) => ({
          idempotency_key: world.newKey(),
          media_buy_id: world.own.buy,
          package_id: id,
          ...PERIOD,
        }),
      ],
      [
        'sync_creatives',
        (id) => changing({ assignments: [{ creative_id: world.own.creative, package_id: id }] }),
      ],
      ['list_creatives', (id) => ({ filters: { assigned_to_packages: [id] } })],
    ],
    creative: [
      [
        'create_media_buy',
        (id) => changing({ ...BUY, ...line({ creative_assignments: [{ creative_id: id }] }) }),
      ],
      [
        'sync_creatives',
        (id) => changing({ assignments: [{ creative_id: id, package_id: world.own.line }] }),
      ],
      ['list_creatives', (id) => ({ filters: { creative_ids: [id] } })],
    ],
  };
  for (const kind of Object.keys(WITH_IDS) as (keyof Belongings)[]) {
    for (const [index, [tool, argsOf]] of WITH_IDS[kind].entries()) {
      test(`not found and not yours are the same bytes: ${kind} of ${tool}, ${index}`, async () => {
        const theirs = world.victim[kind];
        const answers = [];
        const before = await world.readState();
        const others = kind === 'buy' ? [world.undeclaredBuy] : [];
        for (const id of [theirs, `${theirs.slice(0, -4)}0000`, 'hasOwnProperty', ...others]) {
          const args = argsOf(id);
          const answer = await world.send(tool, args);
          expect(world.answerFault(args, answer)).toBeUndefined();
          // What was asked for may stand in an answer, and nothing else.
          answers.push(JSON.stringify(answer).replaceAll(JSON.stringify(id), '"…"'));
        }
        for (const answer of answers) expect(answer).toBe(answers[0] ?? '');
        if (tool !== 'sync_accounts') expect(await world.readState()).toBe(before);
      });
    }
  }

  test('a cursor of another list, of another buyer or made up tells nothing of others', async () => {
    await world.create({ name: 'second' }, 'acme');
    await world.keep('second-of-acme', {}, 'acme');
    const LISTS = ['get_media_buys', 'list_creatives', 'list_creative_formats'];
    const pending = { status_filter: ['pending_creatives', 'pending_start'] };
    const cursors: [made: string, cursor: string][] = [
      'x',
      'Z2V0',
      'A'.repeat(200),
      '__proto__',
    ].map((cursor) => ['nobody', cursor]);
    for (const list of LISTS) {
      const more = list === 'get_media_buys' ? pending : {};
      const args = { ...more, pagination: { max_results: 1 } };
      const { body } = await world.send(list, args, 'acme');
      const { cursor = '' } = body.pagination as { readonly cursor?: string };
      expect([list, cursor === '']).toEqual([list, false]);
      cursors.push([list, cursor]);
    }
    for (const [made, cursor] of cursors) {
      for (const list of [...LISTS, 'list_accounts', 'get_media_buy_delivery']) {
        const args = { pagination: { cursor } };
        const answer = await world.send(list, args);
        expect([list, world.answerFault(args, answer)]).toEqual([list, undefined]);
        const { field } = (answer.body.adcp_error ?? {}) as Partial<WireError>;
        expect([list, made, field]).toEqual([
          list,
          made,
          list === made ? undefined : 'pagination.cursor',
        ]);
      }
    }
  });

  const VERSIONS = ['2.5', '4.0', '3', '', '3.1.2.3', '3.-1', 3.1, {}, [], '9'.repeat(9999)];
  for (const version of VERSIONS) {
    test(`a version that is not spoken is refused by every tool: ${JSON.stringify(version).slice(0, 9)}`, async () => {
      for (const { name } of world.tools()) {
        const args = { ...validOf(name), adcp_version: version };
        const answer = await world.send(name, args);
        expect([name, world.answerFault(args, answer)]).toEqual([name, undefined]);
        expect([name, codeOf(answer.body)]).toEqual([name, 'VERSION_UNSUPPORTED']);
      }
    });
  }
});
