import { expect, test } from 'bun:test';
import { stored } from '../../../test/stored.ts';
import { makeSecret } from '../../store/account-secret.ts';
import { createBuyers } from './buyers.ts';

test('a real buyer that came into the store after the start is not served beside the test controller', () => {
  const { secret, kept } = makeSecret('buyer', 0, 'ann');
  const find = (testController: boolean, sandbox: boolean) => {
    const definition = { id: 'nova', name: 'Nova', sandbox };
    return createBuyers({
      config: () => ({ adcp: { testController } }) as never,
      all: () => [stored('nova', 'active', definition, { keys: [kept] })],
    }).find(secret)?.id;
  };
  expect(find(false, false)).toBe('nova');
  expect(find(true, true)).toBe('nova');
  expect(find(true, false)).toBeUndefined();
});
