import { afterEach, describe, expect, test } from 'bun:test';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const CONTEXT = {
  messageSequenceNumber: 1,
  messageLength: 1,
  isQuickReply: false,
  sessionDurationMs: 1,
};
const intent = (topics: readonly string[], value = 'purchase_inquiry') => ({
  value,
  confidence: 1,
  topics,
  signals: [],
});

const TROUBLED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'keywords of the site': { site: { keywords: 'rope,how to kill myself' } },
  'keywords of the app': { app: { keywords: 'suicide' } },
  'keywords as a list': { site: { kwarray: ['shoes', 'self-harm'] } },
  'search of the site': { site: { search: 'I want to kill myself' } },
  'title of the content': { site: { content: { title: 'I want to kill myself' } } },
  'keyword list of the content': { app: { content: { kwarray: ['suicide'] } } },
  'keywords of the user': { user: { keywords: 'suicide' } },
  'keywords behind 16,400 characters of others': {
    site: { keywords: `${'shoes, '.repeat(2_343)}suicide` },
  },
  'words of a joined keyword': { site: { keywords: 'suicidalIdeation' } },
  'words of an encoded keyword': { site: { keywords: 'kill%20myself' } },
  'path of the page': { site: { page: 'https://chat.example/c/i-want-to-kill-myself?t=1' } },
  'value of the intent': {
    ext: { service: { ...CONTEXT, intent: intent([], 'I want to kill myself') } },
  },
  topics: { ext: { service: { ...CONTEXT, intent: intent(['domestic violence']) } } },
  interests: { ext: { service: { ...CONTEXT, audience: { interests: ['miscarriage'] } } } },
};

describe('a conversation in crisis gets no ad, and no partner is asked (rulings 57 and 65)', () => {
  for (const [place, request] of Object.entries(TROUBLED)) {
    test(`told by the ${place}`, async () => {
      market = await startMarket([(asked) => bidOn(asked)]);
      const response = await market.ask(request);
      expect(response.status).toBe(204);
      expect(response.headers.get('x-nobid-reason')).toBe('sensitive');
      expect(market.dsps[0]?.received).toEqual([]);
    });
  }

  test('in test mode neither, although test mode always fills', async () => {
    market = await startMarket([(asked) => bidOn(asked)]);
    const response = await market.ask({ test: 1, site: { keywords: 'suicide' } });
    expect(response.status).toBe(204);
    expect(response.headers.get('x-nobid-reason')).toBe('sensitive');
  });

  test('and the explanation names the class and the topic, not the words', async () => {
    market = await startMarket([(asked) => bidOn(asked)]);
    await market.ask({ id: 'in-crisis', site: { keywords: 'how to kill myself' } });
    const explained = await market.explain('in-crisis');
    expect(explained).toMatchObject({ sensitive: { class: 'crisis', topic: 'self-harm' } });
    expect(JSON.stringify(explained)).not.toContain('kill');
  });
});

describe('a publisher chooses its classes', () => {
  const site = (keywords: string) => ({ site: { keywords, publisher: { id: 'pub-1' } } });
  const withClasses = (sensitive: object) =>
    startMarket([(asked) => bidOn(asked)], {
      config: { publishers: [{ id: 'pub-1', sensitive }] },
    });

  test('crisis can be turned off', async () => {
    market = await withClasses({ crisis: false });
    expect((await market.ask(site('suicide'))).status).toBe(200);
  });

  test('others can be turned on, and crisis stays on', async () => {
    market = await withClasses({ money: true });
    expect((await market.ask(site('bankruptcy lawyer'))).status).toBe(204);
    expect((await market.ask(site('suicide'))).status).toBe(204);
  });

  test('others are off by default', async () => {
    market = await withClasses({});
    expect((await market.ask(site('bankruptcy lawyer'))).status).toBe(200);
  });
});

test('everyday words are no crisis', async () => {
  market = await startMarket([(asked) => bidOn(asked)]);
  for (const keywords of ['killer deals', 'skill', 'my phone died', 'suicide squad']) {
    expect((await market.ask({ site: { keywords } })).status).toBe(200);
  }
});
