import { expect, test } from 'bun:test';
import { KEYS, NOON_MS } from '../../../test/notices/a-sale.ts';
import { aSeller, IN_TEST, SELLING } from '../../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE } from '../../../test/notices/a-win.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import type { JournalEntry } from '../../ledger/journal-line.ts';
import { createReceiver } from '../../ledger/notices/receive.ts';
import { Refusal } from '../../lib/refusal.ts';
import { FEEDBACK } from './mark-native.ts';
import { CLICK_LIFE_MS } from './token.ts';

const OFFERED = [...BOTH_BY_IMAGE, { event: FEEDBACK, methods: [1] }];
const TITLE = 'Tea for 2 & more: “50 %” off';

function urlOf(title = TITLE, selling = SELLING): URL {
  const assets = [{ id: 1, title: { text: title } }];
  const { ad } = aSeller()(aWin({ offers: OFFERED, native: { assets } }), selling);
  return new URL(ad.eventtrackers?.find(({ event }) => event === FEEDBACK)?.url ?? '');
}

function receiver(nowMs = NOON_MS) {
  const entries: JournalEntry[] = [];
  const receive = createReceiver({
    keys: KEYS,
    counts: aMachine().counts(),
    count() {},
    nowMs: () => nowMs,
    reachOf: () => 'internet',
    onUnreachable() {},
    keep: async (entry) => {
      entries.push(entry);
      return 'kept';
    },
  });
  const say = async ({ pathname: path, search }: URL, said: string, method = 'POST') => {
    const answer = await receive({ method, path, search: `${search}${said}` });
    return answer instanceof Refusal ? answer.code : answer.status;
  };
  return { entries, say };
}

test('what a person says is not kept of an ad that another URL or a test has shown, nor by HEAD, nor after a month', async () => {
  const { entries, say } = receiver();
  const other = urlOf();
  other.searchParams.set('t', 'Another title');
  expect(await say(other, '&k=hide')).toBe('FORBIDDEN');
  const [click] = [urlOf()];
  click.pathname = click.pathname.replace('/feedback/', '/click/');
  expect(await say(click, '')).toBe('FORBIDDEN');
  expect(await say(urlOf(TITLE, IN_TEST), '&k=hide')).toBe(204);
  expect(await say(urlOf(), '&k=hide', 'HEAD')).toBe(204);
  const late = receiver(NOON_MS + CLICK_LIFE_MS);
  expect(await late.say(urlOf(), '&k=hide')).toBe('GONE');
  expect([...entries, ...late.entries]).toEqual([]);
});
