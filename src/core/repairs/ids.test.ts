import { expect, test } from 'bun:test';
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

test('ids of any characters go through the auction as short names, and come back as they came', () => {
  const odd = ['/19968336/header-bid-tag-0', 'a b', '💬'.repeat(256), 'x'.repeat(65), '"\\\n', 'é'];
  const { impIds } = repaired('id with spaces', odd);
  for (const name of impIds) expect(name).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  for (const id of ['id with spaces', odd[0] ?? '']) {
    const all = [...odd, 'plain-1'];
    expect(restored(repaired(id, all))).toEqual([id, all]);
  }
  expect(restored(repaired('plain', ['/']))).toEqual(['plain', ['/']]);
});

test('an id has the same name in every request, no two the same, and common ones are left alone', () => {
  const { impIds } = repaired('request_1', ['/a', ' a', '-a', 'a', 'a ', 'imp-1']);
  expect(new Set(impIds).size).toBe(6);
  expect(repaired('2', ['/a']).impIds).toEqual(impIds.slice(0, 1));
  expect([repaired('request_1', ['a']).id, impIds.at(-1)]).toEqual(['request_1', 'imp-1']);
});
