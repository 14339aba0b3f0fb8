import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import type { LiveEvent, Trouble } from '../../src/console/api.ts';
import { bid, type Exchange, metricOf, settled, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { startReceiver } from './receiver.ts';

afterAll(cleanUp);

type Status = { readonly troubles: readonly Trouble[] };

/** The troubles of `/status`, once one of them has this id, or none has. */
function troublesWith(
  { adminUrl }: Exchange,
  id: Trouble['id'],
  isThere = true,
): Promise<readonly Trouble[]> {
  const ask = async () => ((await (await fetch(`${adminUrl}/status`)).json()) as Status).troubles;
  return settled(ask, (troubles) => troubles.some((one) => one.id === id) === isThere);
}

/** What the first event of the live stream says. */
async function liveTroubles({ adminUrl }: Exchange): Promise<readonly Trouble[]> {
  const response = await fetch(`${adminUrl}/api/live`);
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const [, data] = /^data: (.*)\n\n/m.exec(text) ?? [];
    if (data !== undefined) return (JSON.parse(data) as LiveEvent).troubles;
  }
  throw new Error(`no event in ${text}`);
}

test('a machine says that all requests are refused, on Live as in its status, and well after a start', async () => {
  const exchange = await startExchange();
  expect(await troublesWith(exchange, 'requests-refused', false)).toEqual([]);
  expect(await liveTroubles(exchange)).toEqual([]);
  for (let i = 0; i < 30; i++) expect((await bid(exchange.port, '{"id":"1"}')).status).toBe(400);
  const [trouble] = await troublesWith(exchange, 'requests-refused');
  expect(trouble?.kind).toBe('bad');
  expect(trouble?.what).toMatch(
    /^all \d+ requests of the last minute were refused, most often with MISSING_REQUIRED_FIELD at imp$/,
  );
  expect(trouble?.advice).toStartWith('Send the publisher one of the errors');
  expect((await liveTroubles(exchange)).map(({ id }) => id)).toEqual(['requests-refused']);
});

test('a config that is not reloaded is shown with its sentence until a good one is, and told to a webhook', async () => {
  const receiver = startReceiver([]);
  const webhooks = [receiver.webhook('json', { only: ['reload-rejected'] })];
  const more = `alerts: ${JSON.stringify({ webhooks })}`;
  const exchange = await startExchange({ more });
  const good = readFileSync(exchange.configFile, 'utf8');
  writeFileSync(exchange.configFile, `${good}nonsense: 1\n`);
  process.kill(exchange.pid, 'SIGHUP');
  const [rejected] = await troublesWith(exchange, 'reload-rejected');
  const line = good.split('\n').length;
  expect(rejected?.what).toMatch(
    new RegExp(`^the config was not reloaded: .*, line ${line}: nonsense: unknown key`),
  );
  const one = async () => receiver.told();
  // After thirty seconds.
  const [message] = await settled(one, ({ length }) => length === 1);
  expect(message).toMatchObject({ id: 'reload-rejected', kind: 'bad', state: 'began' });
  expect(message?.machine).toEndWith(`:${exchange.port}`);
  expect(receiver.forged).toEqual([]);
  const isOn = () => metricOf(exchange, 'parley_trouble', { id: 'reload-rejected' });
  expect(await settled(isOn, (value) => value === 1)).toBe(1);
  const sent = () => metricOf(exchange, 'parley_webhooks_total', { result: 'done' });
  expect(await settled(sent, (value) => value === 1)).toBe(1);

  writeFileSync(exchange.configFile, good);
  process.kill(exchange.pid, 'SIGHUP');
  expect(await troublesWith(exchange, 'reload-rejected', false)).toEqual([]);
});
