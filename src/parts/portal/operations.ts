import Type from 'typebox';
import { readQuestion } from '../../core/exchange/request-rows.ts';
import { mayCall } from '../../host/admin/access.ts';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import { type By, type Identity, told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  PUBLISHER,
  type PublisherDefinition,
  type StoredPublisher,
  shownSecret,
  without,
} from '../../store/account-kinds.ts';
import { changeAccess, makeKey } from '../accounts/publishers.ts';
import {
  FeedbackDays,
  type FeedbackList,
  feedbackOf,
  withoutPartners,
} from '../feedback/operations.ts';
import { RequestTime } from '../insight/requests.ts';
import { FormatQuery } from '../statements/operations.ts';
import { StatementSchema } from '../statements/statement.ts';
import { statementResponse } from '../statements/statement-text.ts';
import { supplyOf } from '../supply/operations.ts';
import type { SupplyDocument } from '../supply/supply-document.ts';
import { EARNINGS_BY, EARNINGS_DAYS_MAX, earningsOf } from './earnings.ts';
import type {
  Earnings,
  IntegrationState,
  MadePortalKey,
  PortalAuction,
  PortalInfo,
  PortalRequests,
  PortalSettings,
  PortalSnippets,
  PublisherSettings,
} from './page/api.ts';
import { auctionOf, integrationOf, requestsOf } from './requests.ts';
import { SettingsSchema, settingsOf, withBlock, withoutBlock, withSettings } from './settings.ts';
import { snippetsOf } from './snippets.ts';

/** Operators name the publisher. People of a publisher have one. */
export const OF = { publisher: Type.Optional(Type.String()) };
const Of = Type.Object(OF);

export const LOOK = { role: 'read', openTo: 'publishers' } as const;
const CHANGE = { role: 'admin', openTo: 'publishers', ifMatch: 'optional' } as const;

type Asked = {
  readonly host: Pick<Host, 'records' | 'work' | 'publicUrl'>;
  readonly caller: Identity;
  readonly query: { readonly publisher?: string | undefined };
};

/** The publisher that a call is about, from memory. */
export function publisherOf({ host, caller, query }: Asked): StoredPublisher | Refusal {
  const named = query.publisher;
  const known = (id: string) => host.records.get(PUBLISHER, id);
  if (caller.role === 'publisher') {
    if (named !== undefined && named !== caller.publisher) return OTHER_PUBLISHER;
    return known(caller.publisher) ?? refuse.notFound('this publisher is not known any more');
  }
  if (named === undefined) return refuse.missing('publisher', 'expected the id of a publisher');
  return known(named) ?? refuse.notFound(`no publisher has the id "${named}"`);
}

/** The same for every other publisher, whether there is one of that name or not. */
const OTHER_PUBLISHER = refuse.notPermitted('expected no other publisher than your own');

const needsKey = ({ work }: Pick<Host, 'work'>, { kept }: StoredPublisher): boolean =>
  work().setup.config.access === 'keyed' || kept.keys.length > 0;

function infoOf({ host, caller }: Asked, publisher: StoredPublisher): PortalInfo {
  const { id, state, definition, kept, source } = publisher;
  return {
    publisher: id,
    name: definition.seller?.name ?? null,
    state: state === 'deleted' ? 'paused' : state,
    isOperator: caller.role !== 'publisher',
    mayChange: mayCall(caller, CHANGE),
    publicUrl: host.publicUrl(),
    needsKey: needsKey(host, publisher),
    // Those of the config are not made or revoked here.
    keys: source === 'config' ? [] : kept.keys.map(shownSecret),
  };
}

/** Another definition of the publisher of the call. */
async function replaced(
  host: Host,
  { id }: StoredPublisher,
  by: By,
  next: (definition: PublisherDefinition) => PublisherDefinition | Refusal,
): Promise<PortalSettings | Refusal> {
  const made = await host.store.change(PUBLISHER, id, {
    action: 'change',
    by,
    next({ definition: before }) {
      const definition = next(before);
      return definition instanceof Refusal ? definition : { definition };
    },
  });
  return made instanceof Refusal ? made : settingsOf(made);
}

const DAYS_DEFAULT = 7;
const OUTCOMES = ['sold', 'no-bid', 'refused'] as const;

/** A publisher's own pages: for its people, and for operators who name it. */
export const PORTAL_OPS = [
  op('GET /api/portal', {
    ...LOOK,
    summary: 'The publisher and its keys',
    query: Of,
    answer: told<PortalInfo>(),
    run(call) {
      const publisher = publisherOf(call);
      return publisher instanceof Refusal ? publisher : infoOf(call, publisher);
    },
  }),
  op('GET /api/portal/earnings', {
    ...LOOK,
    summary: 'What it earned, against the week before',
    query: Type.Object({
      ...OF,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: EARNINGS_DAYS_MAX })),
      by: Type.Optional(Type.Enum([...EARNINGS_BY])),
    }),
    answer: told<Earnings>(),
    waitMsMax: 30_000,
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const { ledger, nowMs } = call.host;
      const { days = DAYS_DEFAULT, by = 'day' } = call.query;
      const earnings = await earningsOf(ledger, publisher.id, { days, by }, nowMs());
      return 'reason' in earnings ? refuse.wrongValue('by', earnings.reason) : earnings;
    },
  }),
  op('GET /api/portal/requests', {
    ...LOOK,
    summary: 'Its last requests that are remembered, and its refusals of today',
    query: Type.Object({
      ...OF,
      outcome: Type.Optional(Type.Enum([...OUTCOMES])),
      find: Type.Optional(Type.String()),
      from: RequestTime,
      to: RequestTime,
      page: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answer: told<PortalRequests>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const { outcome, page = 1, ...times } = call.query;
      const { find, from, to } = readQuestion({ find: times.find, from: times.from, to: times.to });
      const asked = { find, from, to, outcome, page };
      const requests = await requestsOf(call.host, publisher.id, asked);
      return 'reason' in requests ? refuse.unavailable(requests.reason) : requests;
    },
  }),
  op('GET /api/portal/requests/{request}', {
    ...LOOK,
    summary: 'One of its requests, without prices and names of those who lost',
    query: Of,
    answer: told<PortalAuction>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const { request } = call.parts;
      const auction = await auctionOf(call.host, publisher, request);
      return auction ?? refuse.notFound(`no request "${request}" of this publisher is remembered`);
    },
  }),
  op('GET /api/portal/settings', {
    ...LOOK,
    summary: 'What it may change by itself, and within which bounds',
    query: Of,
    answer: told<PortalSettings>(),
    run(call) {
      const publisher = publisherOf(call);
      return publisher instanceof Refusal ? publisher : settingsOf(publisher);
    },
  }),
  op('PUT /api/portal/settings', {
    ...CHANGE,
    ifMatch: 'required',
    summary: 'Replaces these settings',
    query: Of,
    body: Type.Unsafe<PublisherSettings>(SettingsSchema),
    answer: told<PortalSettings>(),
    run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return replaced(call.host, publisher, call.by, (now) => withSettings(now, call.body));
    },
  }),
  op('POST /api/portal/blocks', {
    ...CHANGE,
    summary: 'Blocks an advertiser by its domain',
    query: Of,
    body: Type.Object({ domain: Type.String() }),
    answer: told<PortalSettings>(),
    run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return replaced(call.host, publisher, call.by, (now) => withBlock(now, call.body.domain));
    },
  }),
  op('DELETE /api/portal/blocks/{domain}', {
    ...CHANGE,
    summary: 'Allows an advertiser again',
    query: Of,
    answer: told<PortalSettings>(),
    run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return replaced(call.host, publisher, call.by, (now) => withoutBlock(now, call.parts.domain));
    },
  }),
  op('GET /api/portal/integration', {
    ...LOOK,
    summary: 'How far the integration is, by its last request in test mode',
    query: Of,
    answer: told<IntegrationState>(),
    run(call) {
      const publisher = publisherOf(call);
      return publisher instanceof Refusal ? publisher : integrationOf(call.host, publisher.id);
    },
  }),
  op('POST /api/portal/keys', {
    ...CHANGE,
    summary: 'Makes a key for its requests, which this answer alone has',
    query: Of,
    answer: told<MadePortalKey>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const made = await makeKey(call.host, publisher.id, call.by);
      if (made instanceof Refusal) return made;
      return { ...infoOf(call, made.publisher), key: made.key };
    },
  }),
  op('DELETE /api/portal/keys/{key}', {
    ...CHANGE,
    summary: 'Revokes a key',
    query: Of,
    answer: told<PortalInfo>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const change = { action: 'revoke key', by: call.by };
      const made = await changeAccess(call.host, publisher.id, change, (access) =>
        without(access, 'keys', call.parts.key),
      );
      return made instanceof Refusal ? made : infoOf(call, made);
    },
  }),
  op('GET /api/portal/snippets', {
    ...LOOK,
    summary: 'Code that asks for ads as this publisher, for pasting',
    query: Of,
    answer: told<PortalSnippets>(),
    run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return snippetsOf({
        publisher: publisher.id,
        publicUrl: call.host.publicUrl(),
        needsKey: needsKey(call.host, publisher),
      });
    },
  }),
  op('GET /api/portal/feedback', {
    ...LOOK,
    summary: 'The ads of which people said something, the newest first',
    query: Type.Object({ ...OF, days: FeedbackDays }),
    answer: told<FeedbackList>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const { days } = call.query;
      return withoutPartners(await feedbackOf(call.host, { publisher: publisher.id, days }));
    },
  }),
  op('GET /api/portal/supply', {
    ...LOOK,
    summary: 'The lines that it has to publish, and what the last check has found',
    query: Of,
    answer: told<SupplyDocument>(),
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return supplyOf(call.host).read(publisher.id);
    },
  }),
  op('POST /api/portal/supply/check', {
    role: 'ads',
    openTo: 'publishers',
    summary: 'Fetches what it publishes, and says what was found',
    query: Of,
    answer: told<SupplyDocument>(),
    waitMsMax: 20_000,
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      return supplyOf(call.host).check(publisher.id);
    },
  }),
  op('GET /api/portal/statements', {
    ...LOOK,
    summary: 'The months, with what it was stated in those that are closed',
    query: Of,
    answer: told<{ readonly months: readonly object[] }>(),
    waitMsMax: 60_000,
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const months = await call.host.statements.monthsOf(publisher.id);
      // Which operator has closed a month, and what an open one waits for, is theirs to know.
      return { months: months.map((one) => ({ ...one, closedBy: null, reason: null })) };
    },
  }),
  op('GET /api/portal/statements/{month}', {
    ...LOOK,
    summary: 'What it is owed for a month, as `Statement`',
    query: Type.Object({ ...OF, ...FormatQuery.properties }),
    answer: StatementSchema,
    waitMsMax: 60_000,
    async run(call) {
      const publisher = publisherOf(call);
      if (publisher instanceof Refusal) return publisher;
      const { statements } = call.host;
      const found = await statements.statement(call.parts.month, { publisher: publisher.id });
      const shown = found instanceof Refusal ? found : { ...found, closedBy: null };
      return statementResponse(shown, call.query.format);
    },
  }),
] as const;
