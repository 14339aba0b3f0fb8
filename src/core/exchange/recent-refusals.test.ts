import { describe, expect, test } from 'bun:test';
import { createRecentRefusals, type RefusalRecord, textDigest } from './recent-refusals.ts';

function recordOf(id: string, change: Partial<RefusalRecord> = {}): RefusalRecord {
  return {
    requestId: id,
    timeMs: 1_700_000_000_123,
    code: 'INVALID_FIELD_VALUE',
    field: 'imp[0].bidfloor',
    reason: 'expected a number',
    publisher: 'pub-1',
    ...change,
  };
}

describe('the last refusals', () => {
  test('are found by the id in the bid request, of which a digest alone is kept', () => {
    const refusals = createRecentRefusals();
    refusals.add(recordOf('a'), 'chat-of-ann');
    refusals.add(recordOf('b'));
    expect(refusals.find('chat-of-ann')).toEqual(recordOf('a'));
    expect(refusals.find(textDigest('chat-of-ann'))).toEqual(recordOf('a'));
    expect(refusals.find('')).toBeUndefined();
  });

  test('with a fault in the request outlast a flood of requests over a limit', () => {
    const refusals = createRecentRefusals(3);
    refusals.add(recordOf('fault'));
    for (let i = 0; i < 10; i++) {
      refusals.add(recordOf(`limited ${i}`, { code: 'RATE_LIMIT_EXCEEDED' }));
      refusals.add(recordOf(`shed ${i}`, { code: 'SERVICE_UNAVAILABLE' }));
    }
    expect(refusals.find('fault')?.code).toBe('INVALID_FIELD_VALUE');
    expect(refusals.find('shed 9')?.code).toBe('SERVICE_UNAVAILABLE');
    expect(refusals.find('limited 0')).toBeUndefined();
  });

  test('keep no more than the beginning of long texts', () => {
    const refusals = createRecentRefusals(1);
    const long = 'x'.repeat(10_000);
    refusals.add(recordOf('a', { field: long, reason: long, publisher: long }));
    const { field, reason, publisher } = refusals.find('a') ?? {};
    expect([field?.length, reason?.length, publisher?.length]).toEqual([200, 500, 128]);
  });
});
