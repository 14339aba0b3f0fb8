import { expect, test } from 'bun:test';
import { makeSecret } from '../../store/account-secret.ts';
import { NO_ACCESS } from '../../store/stored-account.ts';
import { createBuyers } from './buyers.ts';

test('a real buyer that came into the store after the start is not served beside the test controller', () => {
  const { secret, kept } = makeSecret('buyer', 0, 'ann');
  const find = (testController: boolean, sandbox: boolean) => {
    const definition = { id: 'nova', name: 'Nova', sandbox };
    const stored = {
      id: 'nova',
      state: 'active',
      definition,
      access: { ...NO_ACCESS, keys: [kept] },
    };
    return createBuyers({
      config: () => ({ adcp: { testController, buyers: [] } }) as never,
      stored: () => new Map([['nova', stored]]) as never,
    }).find(secret)?.id;
  };
  expect(find(false, false)).toBe('nova');
  expect(find(true, true)).toBe('nova');
  expect(find(true, false)).toBeUndefined();
});
