import { afterAll, describe, expect, test } from 'bun:test';
import { load, refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const WEBHOOK = {
  name: 'a',
  url: 'https://hooks.example/x',
  secret: '0123456789abcdef',
  format: 'json',
};

const fileOf = (...webhooks: readonly object[]) =>
  `alerts:\n  webhooks:\n${webhooks.map((one) => `    - ${JSON.stringify(one)}\n`).join('')}`;

test('webhooks are read as they are written, and there are none by default', () => {
  const chosen = { ...WEBHOOK, format: 'slack', only: ['traffic-gone', 'database-down'] };
  expect(load(fileOf(chosen)).alerts.webhooks as unknown).toEqual([chosen]);
  // One for reports alone.
  expect(load(fileOf({ ...WEBHOOK, only: [] })).alerts.webhooks[0]?.only).toEqual([]);
  expect(load('').alerts.webhooks).toEqual([]);
});

describe('a webhook is refused with its line, its key and what was expected', () => {
  test.each([
    ['name', 'a b', 'expected a name of 1 to 36 letters, digits, "-" or "_"'],
    ['url', 'hooks.example/x', 'expected a URL that starts with http:// or https://, but got no'],
    ['secret', '0123456789abcde', 'expected at least 16 characters, but got 15'],
    ['format', 'teams', 'expected one of "json", "slack", but got'],
    ['only', 'none', 'expected an array'],
  ])('alerts.webhooks[].%s: %p', (key, value, reason) => {
    const refused = refusal(fileOf({ ...WEBHOOK, [key]: value }));
    expect(refused).toStartWith(`line 3: alerts.webhooks[0].${key}: ${reason}`);
  });

  test('alerts.webhooks[].only: an id that no trouble has', () => {
    expect(refusal(fileOf({ ...WEBHOOK, only: ['disk'] }))).toStartWith(
      'line 3: alerts.webhooks[0].only[0]: expected one of "database-down"',
    );
  });

  test('alerts.webhooks[].name: one that another has', () => {
    expect(refusal(fileOf(WEBHOOK, WEBHOOK))).toStartWith('line 4: alerts.webhooks[1].name: ');
  });

  test('alerts.webhooks: more than twenty', () => {
    const many = Array.from({ length: 21 }, (_, i) => ({ ...WEBHOOK, name: `a${i}` }));
    expect(refusal(fileOf(...many))).toContain('expected an array of at most 20 items');
  });
});
