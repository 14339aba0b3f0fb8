import { describe, expect, test } from 'bun:test';
import { INVITED, PAUSED } from '../../core/exchange/authorize.ts';
import { DEFAULT_FORMATS } from '../../core/openrtb/formats.ts';
import { WHOLE_SHARE } from '../../core/sale/fact.ts';
import { hashSecret } from '../../lib/hmac.ts';
import { shortened } from '../../lib/shortened.ts';
import type { PublisherDefinition } from '../../store/account-kinds.ts';
import type { PublisherLine } from '../../store/feed/feed.ts';
import { createPublisherBook } from './publisher-book.ts';

const SELLER = { name: 'Chat', domain: 'chat.example', type: 'publisher' } as const;
const LONG_ID = 'a-publisher-whose-id-is-longer-than-what-sales-carry-of-it';

const OF_CONFIG = { id: 'fixed', keys: ['key-of-the-config'], share: 0.5, seller: SELLER };

const bookWith = (...publishers: Parameters<typeof createPublisherBook>[0]['publishers']) =>
  createPublisherBook({ publishers, access: 'open' }, DEFAULT_FORMATS);

const hashOf = (key: string) => Buffer.from(hashSecret(key)).toString('base64url');

const line = (
  definition: PublisherDefinition,
  more: Partial<PublisherLine> = {},
): PublisherLine => ({
  kind: 'publisher',
  id: definition.id,
  state: 'active',
  keys: [],
  definition,
  ...more,
});

describe('the publishers of a worker', () => {
  test('of the store have what those of the config have', () => {
    const definition = {
      id: LONG_ID,
      floors: { default: 2 },
      blockedDomains: ['bad.example'],
      share: 0.7,
      limits: { perSecond: 9 },
      origins: ['https://chat.example'],
      seller: SELLER,
    };
    const ofConfig = bookWith({ ...definition, keys: ['a-key-of-sixteen-characters'] });
    const ofStore = bookWith();
    const keys = [hashOf('a-key-of-sixteen-characters')];
    ofStore.take({ publishers: [line(definition, { keys })], held: [], isWhole: false });
    for (const book of [ofConfig, ofStore]) {
      expect(book.rulesOf(LONG_ID)).toMatchObject({
        floorMicros: 2_000_000,
        blockedDomains: ['bad.example'],
      });
      expect(book.shareOf(shortened(LONG_ID))).toBe(7000);
      expect(book.shareOf('a-publisher-whose-id-is~nothing')).toBe(WHOLE_SHARE);
      expect(book.perSecond.get(LONG_ID)).toBe(9);
      expect(book.sellers()).toEqual([{ id: LONG_ID, seller: SELLER }]);
    }
    const [hash] = ofStore.access.get(LONG_ID)?.keys ?? [];
    expect(Buffer.from(hash ?? []).equals(hashSecret('a-key-of-sixteen-characters'))).toBeTrue();
    expect(ofStore.access.get(LONG_ID)?.origins).toEqual(new Set(['https://chat.example']));
  });

  test('change as a whole: what the new form does not have is gone', () => {
    const book = bookWith(OF_CONFIG);
    const first = { id: 'pub', share: 0.7, limits: { perSecond: 9 }, floors: { default: 2 } };
    book.take({ publishers: [line(first)], held: [], isWhole: false });
    expect([book.shareOf('pub'), book.perSecond.get('pub')]).toEqual([7000, 9]);
    book.take({ publishers: [line({ id: 'pub', onlyRelevant: true })], held: [], isWhole: false });
    expect([book.shareOf('pub'), book.perSecond.get('pub')]).toEqual([WHOLE_SHARE, undefined]);
    expect(book.rulesOf('pub')).toMatchObject({ floorMicros: 0, onlyRelevant: true });
    book.take({
      publishers: [line({ id: 'pub' }, { state: 'deleted' })],
      held: [],
      isWhole: false,
    });
    expect(book.access.get('pub')).toBeUndefined();
    expect(book.rulesOf('pub')).toBe(book.rulesOf(undefined));
    expect(book.shareOf('fixed')).toBe(5000);
  });

  test('that are paused or invited have a refusal, until they are active', () => {
    const book = bookWith();
    const refusals = (['invited', 'active', 'paused', 'active'] as const).map((state) => {
      book.take({ publishers: [line({ id: 'pub' }, { state })], held: [], isWhole: false });
      return book.access.get('pub')?.refusal;
    });
    expect(refusals).toEqual([INVITED, undefined, PAUSED, undefined]);
  });

  test('in a state that this version does not know are refused', () => {
    const book = bookWith();
    const state = 'suspended' as PublisherLine['state'];
    book.take({ publishers: [line({ id: 'pub' }, { state })], held: [], isWhole: true });
    expect(book.access.get('pub')?.refusal).toBe(PAUSED);
  });

  test('of whom nobody has told are held where access is verified, and nowhere else', () => {
    const reasonOf = (access: 'verified' | 'open' | 'listed' | 'keyed') => {
      const book = createPublisherBook({ publishers: [{ id: 'a' }], access }, DEFAULT_FORMATS);
      const told = (reason: string | null) => {
        book.take({
          publishers: [],
          held: [{ kind: 'held', publisher: 'a', reason }],
          isWhole: false,
        });
        return book.holds.reasonOf('a');
      };
      return [book.holds.reasonOf('a'), told(''), told('why'), told(null)];
    };
    const unknown = expect.stringContaining('does not know yet');
    expect(reasonOf('verified')).toEqual([unknown, undefined, 'why', unknown]);
    for (const access of ['open', 'listed', 'keyed'] as const) {
      expect(reasonOf(access)).toEqual([undefined, undefined, 'why', undefined]);
    }
  });
});
