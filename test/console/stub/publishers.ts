import type { PublisherList, PublisherRow } from '../../../src/console/accounts/api.ts';
import { createRecords, EARLIER, newRecord, recordRoutes, type StubRecord } from './records.ts';
import { json, refused, type StubCall, type StubRoute } from './routes.ts';

type Secret = { readonly id: string; readonly madeAt: string; readonly madeBy: string };

export type StubPublisher = StubRecord & {
  readonly keys: readonly Secret[];
  readonly people: readonly (Secret & { readonly name: string })[];
  readonly invitations: readonly (Secret & { readonly until: string })[];
};

const secret = (id: string): Secret => ({ id, madeAt: EARLIER, madeBy: 'ana' });

const NO_ACCESS = { keys: [], people: [], invitations: [] };

/** One of every state and source. */
function firstPublishers(): readonly StubPublisher[] {
  const seller = (name: string, domain: string) => ({ name, domain, type: 'publisher' });
  return [
    {
      ...newRecord('pub-1', {
        id: 'pub-1',
        seller: seller('Ridge Chat', 'ridge.example'),
        share: 0.8,
        floors: { default: 0.5 },
        blockedDomains: ['casino.example'],
        sensitive: { health: true },
      }),
      keys: [secret('k1a2b3')],
      people: [{ ...secret('p1'), name: 'Jonas Weber' }],
      invitations: [],
    },
    {
      ...newRecord('new-talk', { id: 'new-talk', seller: seller('New Talk', 'newtalk.example') }),
      ...NO_ACCESS,
      state: 'invited',
    },
    {
      ...newRecord('sleepy', { id: 'sleepy' }),
      ...NO_ACCESS,
      state: 'paused',
    },
    {
      ...newRecord('in-config', { id: 'in-config', firstAdTurn: 2 }),
      ...NO_ACCESS,
      source: 'config',
      createdAt: null,
      changedAt: null,
      changedBy: '',
    },
  ];
}

const NO_FIGURES = { requests: 0, refusals: 0, sold: 0, earnedUsd: 0 };
const FLAGGED = 'sleepy';

const FIGURES: Readonly<Record<string, PublisherRow['today']>> = {
  'pub-1': { requests: 18_204, refusals: 312, sold: 9120, earnedUsd: 41.73 },
  'in-config': { requests: 950, refusals: 0, sold: 401, earnedUsd: 1.2 },
};

const ID = /^[\w.-]{1,128}$/;

const DAY_MS = 86_400_000;

export type StubPublishers = ReturnType<typeof createPublishers>;

/** Publishers in memory; `origin` is where invitations lead. */
export function createPublishers(origin: () => string) {
  const records = createRecords(firstPublishers());
  const secrets = new Map<string, { readonly publisher: string; readonly id: string }>();
  const fresh = (publisher: string, prefix: string) => {
    const id = crypto.randomUUID().slice(0, 8);
    const text = `${prefix}${crypto.randomUUID().replaceAll('-', '')}`;
    secrets.set(text, { publisher, id });
    return { text, secret: { ...secret(id), madeAt: new Date().toISOString(), madeBy: 'local' } };
  };
  const made = (id: string, change: Partial<StubPublisher>, more: object, action: string) =>
    json({ ...records.change(id, action, change), ...more }, 201);

  const rowOf = ({ id, source, state, definition, keys, people }: StubPublisher): PublisherRow => {
    const seller = definition.seller as { name: string; domain: string } | undefined;
    const today = FIGURES[id] ?? NO_FIGURES;
    const [name, domain] = [seller?.name ?? null, seller?.domain ?? null];
    const counts = { keys: keys.length, people: people.length };
    const flag = id === FLAGGED ? 'expected a line in https://sleepy.example/ads.txt' : null;
    return { id, source, state, name, domain, ...counts, today, changed: null, flag };
  };

  const list = ({ url }: StubCall) => {
    const [find, state] = [url.searchParams.get('find') ?? '', url.searchParams.get('state')];
    const rows = [...records.kept.values()]
      .map(rowOf)
      .filter((row) => [row.id, row.name, row.domain].join(' ').includes(find))
      .filter((row) => state === null || row.state === state);
    const answer: PublisherList = { rows, total: rows.length, page: 1, pages: 1 };
    return json(answer);
  };
  const publisherOf = ([id = '']: readonly string[]) => records.kept.get(id);

  function makeKey(id: string): Response {
    const { keys = [] } = publisherOf([id]) ?? {};
    if (keys.length >= 2) return refused(409, 'expected fewer than 2 keys');
    const key = fresh(id, 'prl_key_');
    return made(id, { keys: [...keys, key.secret] }, { key: key.text }, 'key');
  }
  function dropSecret(id: string, kind: 'keys' | 'people' | 'invitations', of: string): Response {
    const all: readonly Secret[] = publisherOf([id])?.[kind] ?? [];
    const rest = all.filter((one) => one.id !== of);
    return json(records.change(id, `revoke ${kind.slice(0, -1)}`, { [kind]: rest }));
  }

  const routes: readonly StubRoute[] = [
    ['GET /api/publishers', list],
    ...recordRoutes<StubPublisher>({
      path: '/api/publishers',
      records,
      nameOf: ({ id }) => String(id),
      make: (id, definition) => ({
        ...newRecord(id, definition),
        ...NO_ACCESS,
        state: 'invited',
        changedBy: 'local',
      }),
      faultsOf: ({ id, share }) => [
        ...(ID.test(String(id))
          ? []
          : [
              { field: 'id', reason: `expected letters, digits, ".", "-" or "_", but got "${id}"` },
            ]),
        ...(share === undefined || (typeof share === 'number' && share <= 1)
          ? []
          : [{ field: 'share', reason: `expected a number from 0 to 1, but got ${share}` }]),
      ],
    }),
    ['POST /api/publishers/{id}/keys', ({ parts: [id = ''] }) => makeKey(id)],
    [
      'POST /api/publishers/{id}/invitations',
      ({ parts: [id = ''] }) => {
        const { invitations = [] } = publisherOf([id]) ?? {};
        const { text, secret: kept } = fresh(id, 'prl_inv_');
        const until = new Date(Date.now() + 7 * DAY_MS).toISOString();
        const link = `${origin()}/portal#invitation=${text}`;
        return made(
          id,
          { invitations: [...invitations, { ...kept, until }] },
          { link, until },
          'invitation',
        );
      },
    ],
    ...(['keys', 'people', 'invitations'] as const).map(
      (kind): StubRoute => [
        `DELETE /api/publishers/{id}/${kind}/{secret}`,
        ({ parts: [id = '', of = ''] }) => dropSecret(id, kind, of),
      ],
    ),
  ];

  /** Somebody accepts: the token, or undefined where the invitation is not valid. */
  function accept(invitation: string, name: string) {
    const { publisher = '', id = '' } = secrets.get(invitation) ?? {};
    const record = publisherOf([publisher]);
    if (record?.invitations.some((one) => one.id === id) !== true) return undefined;
    const { text: token, secret: kept } = fresh(publisher, 'prl_person_');
    const invitations = record.invitations.filter((one) => one.id !== id);
    const people = [...record.people, { ...kept, name }];
    records.change(publisher, 'accept', { invitations, people, state: 'active' }, name);
    return { publisher, token };
  }

  return {
    records,
    routes,
    accept,
    makeKey,
    dropSecret,
    ownerOf: (token: string) => secrets.get(token)?.publisher,
  };
}
