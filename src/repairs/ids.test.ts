import { describe, expect, test } from 'bun:test';
import type { BidResponse } from '../openrtb/bid-response.ts';
import { restoreIds } from './ids.ts';
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

/** An answer to a request of these ids, with the last impression unsold in test mode. */
function answer(id: string, impIds: readonly string[]): BidResponse {
  const bid = impIds.map((impid) => ({
    id: 'b',
    impid,
    price: 1,
    adm: '{}',
    adomain: [],
    mtype: 4 as const,
    exp: 300,
  }));
  const nonbid = impIds.slice(-1).map((impid) => ({ impid, reason: 'no-demand' as const }));
  const test = { valid: true as const, warnings: [], integrationLevel: 1 as const, nonbid };
  return { id, bidid: 'x', cur: 'USD', seatbid: [{ seat: 's', bid }], ext: { service: { test } } };
}

const ODD = ['/19968336/header-bid-tag-0', 'a b', '💬'.repeat(256), 'x'.repeat(65), '"\\\n', 'é'];

describe('ids of any characters', () => {
  test('come back in the answer exactly as they came', () => {
    const { ids, id, impIds } = repaired('id with spaces', [...ODD, 'plain-1']);
    expect(restoreIds(answer(id, impIds), ids)).toEqual(
      answer('id with spaces', [...ODD, 'plain-1']),
    );
    expect(restoreIds(answer(id, impIds.slice(0, 1)), ids)).toEqual(
      answer('id with spaces', ODD.slice(0, 1)),
    );
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
    const { ids, id, impIds } = repaired('/', ['/']);
    expect(restoreIds(answer(id, impIds), ids)).toEqual(answer('/', ['/']));
    const plain = repaired('plain', ['/']);
    expect(restoreIds(answer('plain', plain.impIds), plain.ids).id).toBe('plain');
  });

  test('common ones are left alone, and the answer is the same object', () => {
    const { ids, id, impIds } = repaired('request_1', ['imp-1']);
    const response = answer(id, impIds);
    expect({ id, impIds }).toEqual({ id: 'request_1', impIds: ['imp-1'] });
    expect(restoreIds(response, ids)).toBe(response);
  });
});
