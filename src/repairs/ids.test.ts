import { describe, expect, test } from 'bun:test';
import { repairRequest } from './repair-request.ts';

const native = { request: '{"assets":[{"id":1,"title":{"len":90}}]}' };

function repaired(id: string, impIds: readonly string[]) {
  const result = repairRequest({ id, imp: impIds.map((impId) => ({ id: impId, native })) });
  if (result.kind !== 'request') throw new Error('there is no native impression');
  const value = result.value as {
    readonly id: string;
    readonly imp: readonly { readonly id: string }[];
  };
  return { ids: result.ids, id: value.id, impIds: value.imp.map((imp) => imp.id) };
}

/** As an answer has them. */
function restored({ ids, id, impIds }: ReturnType<typeof repaired>) {
  return [ids.request.get(id) ?? id, impIds.map((impId) => ids.imps.get(impId) ?? impId)];
}

const ODD = ['/19968336/header-bid-tag-0', 'a b', '💬'.repeat(256), 'x'.repeat(65), '"\\\n', 'é'];

describe('ids of any characters', () => {
  test('come back in the answer exactly as they came', () => {
    const impIds = [...ODD, 'plain-1'];
    expect(restored(repaired('id with spaces', impIds))).toEqual(['id with spaces', impIds]);
  });

  test('go through the auction as letters, digits, - and _, at most 36 of them', () => {
    for (const name of repaired('id with spaces', ODD).impIds) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
    }
  });

  test('have the same name in every request, and no two the same', () => {
    const { impIds } = repaired('1', ['/a', ' a', '-a', 'a', 'a ']);
    expect(new Set(impIds).size).toBe(5);
    expect(repaired('2', ['/a']).impIds).toEqual(impIds.slice(0, 1));
  });

  test('are not taken for each other where a request and its impression have the same', () => {
    expect(restored(repaired('/', ['/']))).toEqual(['/', ['/']]);
    expect(restored(repaired('plain', ['/']))).toEqual(['plain', ['/']]);
  });

  test('common ones are left alone', () => {
    const { id, impIds } = repaired('request_1', ['imp-1']);
    expect({ id, impIds }).toEqual({ id: 'request_1', impIds: ['imp-1'] });
  });
});
