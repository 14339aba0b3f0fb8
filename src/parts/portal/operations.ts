import Type from 'typebox';
import { readQuestion } from '../../core/exchange/request-rows.ts';
import { mayCall } from '../../host/admin/access.ts';
import {
  FeedbackDays,
  type FeedbackList,
  feedbackOf,
  withoutPartners,
} from '../../host/admin/feedback.ts';
import type { Host } from '../../host/host.ts';
import { type OwnMonth, STATEMENT_FORMATS, type SupplyDocument } from '../../host/offers.ts';
import { op } from '../../host/op.ts';
import { type AnswerOf, type By, type Identity, type OpOf, told } from '../../lib/op.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { OptionalTime } from '../../lib/value-schemas.ts';
import {
  PUBLISHER,
  type PublisherDefinition,
  type StoredPublisher,
  shownSecret,
  without,
} from '../../store/account-kinds.ts';
import { changeAccess, makeKey } from '../../store/publisher-access.ts';
import { EARNINGS_BY, EARNINGS_DAYS_MAX, type Earnings, earningsOf } from './earnings.ts';
import { type IntegrationState, integrationOf, type Snippet, snippetsOf } from './integration.ts';
import {
  adsOf,
  auctionOf,
  OUTCOMES,
  type PortalAd,
  type PortalAuction,
  type PortalRequests,
  requestsOf,
} from './requests.ts';
import {
  type PortalSettings,
  SettingsSchema,
  settingsOf,
  withBlock,
  withoutBlock,
  withSettings,
} from './settings.ts';

/** Operators name the publisher. People of a publisher have one. */
const OF = { publisher: Type.Optional(Type.String()) };

const Of = Type.Object(OF);

const LOOK = { role: 'read', openTo: 'publishers' } as const;
const CHANGE = { role: 'admin', openTo: 'publishers', ifMatch: 'optional' } as const;

type Asked = {
  readonly host: Pick<Host, 'records' | 'work' | 'publicUrl'>;
  readonly caller: Identity;
  readonly query: { readonly publisher?: string | undefined };
};

/** The same for every other publisher, whether there is one of that name or not. */
const OTHER_PUBLISHER = refuse.notPermitted('expected no other publisher than your own');

/** Does something for the publisher that a call is about. */
function own<T>(
  { host, caller, query: { publisher: named } }: Asked,
  work: (publisher: StoredPublisher) => T,
): T | Refusal {
  const isPerson = caller.role === 'publisher';
  if (isPerson && named !== undefined && named !== caller.publisher) return OTHER_PUBLISHER;
  const id = isPerson ? caller.publisher : named;
  if (id === undefined) return refuse.missing('publisher', 'expected the id of a publisher');
  const found = host.records.get(PUBLISHER, id);
  return found === undefined ? refuse.notFound(`no publisher has the id "${id}"`) : work(found);
}

const needsKey = ({ work }: Pick<Host, 'work'>, { kept }: StoredPublisher): boolean =>
  work().setup.config.access === 'keyed' || kept.keys.length > 0;

function infoOf({ host, caller }: Asked, publisher: StoredPublisher) {
  const { id, state, definition, kept, source } = publisher;
  return {
    publisher: id,
    name: definition.seller?.name ?? null,
    state: state === 'deleted' ? 'paused' : state,
    isOperator: caller.role !== 'publisher',
    mayChange: mayCall(caller, CHANGE),
    /** One of the config is changed there. */
    isChangeable: source === 'store',
    publicUrl: host.publicUrl(),
    needsKey: needsKey(host, publisher),
    // Those of the config are not made or revoked here.
    keys: source === 'config' ? [] : kept.keys.map(shownSecret),
  };
}

type PortalInfo = DeepReadonly<ReturnType<typeof infoOf>>;

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

const NO_STATEMENTS = refuse.notFound('this exchange makes no statements');
const NO_SUPPLY = refuse.notFound('this exchange does not look at what publishers publish');

const DAYS_DEFAULT = 7;

/** A publisher's own pages: for its people, and for operators who name it. */
export const PORTAL_OPS = [
  op('GET /api/portal', {
    ...LOOK,
    summary: 'The publisher and its keys',
    query: Of,
    answer: told<PortalInfo>(),
    run: (call) => own(call, (publisher) => infoOf(call, publisher)),
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
    run: (call) =>
      own(call, ({ id }) => {
        const { days = DAYS_DEFAULT, by = 'day' } = call.query;
        return earningsOf(call.host, id, { days, by });
      }),
  }),
  op('GET /api/portal/requests', {
    ...LOOK,
    summary: 'Its last requests that are remembered, and its refusals of today',
    query: Type.Object({
      ...OF,
      outcome: Type.Optional(Type.Enum([...OUTCOMES])),
      find: Type.Optional(Type.String()),
      from: OptionalTime,
      to: OptionalTime,
      page: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answer: told<PortalRequests>(),
    run: (call) =>
      own(call, ({ id }) => {
        const { outcome, page = 1, find, from, to } = call.query;
        const asked = readQuestion({ find, from, to });
        return requestsOf(call.host, id, { ...asked, outcome, page });
      }),
  }),
  op('GET /api/portal/requests/{request}', {
    ...LOOK,
    summary: 'One of its requests, without prices and names of those who lost',
    query: Of,
    answer: told<PortalAuction>(),
    run: (call) =>
      own(call, async (publisher) => {
        const { request } = call.parts;
        const auction = await auctionOf(call.host, publisher, request);
        return (
          auction ?? refuse.notFound(`no request "${request}" of this publisher is remembered`)
        );
      }),
  }),
  op('GET /api/portal/ads', {
    ...LOOK,
    summary: 'The ads of its last requests that were sold',
    query: Of,
    answer: told<readonly PortalAd[]>(),
    run: (call) => own(call, (publisher) => adsOf(call.host, publisher)),
  }),
  op('GET /api/portal/settings', {
    ...LOOK,
    summary: 'What it may change by itself, and within which bounds',
    query: Of,
    answer: told<PortalSettings>(),
    run: (call) => own(call, settingsOf),
  }),
  op('PUT /api/portal/settings', {
    ...CHANGE,
    ifMatch: 'required',
    summary: 'Replaces these settings',
    query: Of,
    body: SettingsSchema,
    answer: told<PortalSettings>(),
    run: (call) =>
      own(call, (publisher) =>
        replaced(call.host, publisher, call.by, (now) => withSettings(now, call.body)),
      ),
  }),
  op('POST /api/portal/blocks', {
    ...CHANGE,
    summary: 'Blocks an advertiser by its domain',
    query: Of,
    body: Type.Object({ domain: Type.String() }),
    answer: told<PortalSettings>(),
    run: (call) =>
      own(call, (publisher) =>
        replaced(call.host, publisher, call.by, (now) => withBlock(now, call.body.domain)),
      ),
  }),
  op('DELETE /api/portal/blocks/{domain}', {
    ...CHANGE,
    summary: 'Allows an advertiser again',
    query: Of,
    answer: told<PortalSettings>(),
    run: (call) =>
      own(call, (publisher) =>
        replaced(call.host, publisher, call.by, (now) => withoutBlock(now, call.parts.domain)),
      ),
  }),
  op('GET /api/portal/integration', {
    ...LOOK,
    summary: 'How far the integration is, by its last request in test mode; and code for pasting',
    query: Of,
    answer: told<IntegrationState & { readonly snippets: readonly Snippet[] }>(),
    run: (call) =>
      own(call, async (publisher) => ({
        ...(await integrationOf(call.host, publisher.id)),
        snippets: snippetsOf({
          publisher: publisher.id,
          publicUrl: call.host.publicUrl(),
          needsKey: needsKey(call.host, publisher),
        }),
      })),
  }),
  op('POST /api/portal/keys', {
    ...CHANGE,
    summary: 'Makes a key for its requests, which this answer alone has',
    query: Of,
    answer: told<PortalInfo & { readonly key: string }>(),
    run: (call) =>
      own(call, async ({ id }) => {
        const made = await makeKey(call.host, id, call.by);
        if (made instanceof Refusal) return made;
        return { ...infoOf(call, made.publisher), key: made.key };
      }),
  }),
  op('DELETE /api/portal/keys/{key}', {
    ...CHANGE,
    summary: 'Revokes a key',
    query: Of,
    answer: told<PortalInfo>(),
    run: (call) =>
      own(call, async ({ id }) => {
        const change = { action: 'revoke key', by: call.by };
        const made = await changeAccess(call.host, id, change, (access) =>
          without(access, 'keys', call.parts.key),
        );
        return made instanceof Refusal ? made : infoOf(call, made);
      }),
  }),
  op('GET /api/portal/feedback', {
    ...LOOK,
    summary: 'The ads of which people said something, the newest first',
    query: Type.Object({ ...OF, days: FeedbackDays }),
    answer: told<FeedbackList>(),
    run: (call) =>
      own(call, async ({ id }) => {
        const { days } = call.query;
        return withoutPartners(await feedbackOf(call.host, { publisher: id, days }));
      }),
  }),
  op('GET /api/portal/supply', {
    ...LOOK,
    summary: 'The lines that it has to publish, and what the last check has found',
    query: Of,
    answer: told<SupplyDocument>(),
    run: (call) => own(call, ({ id }) => call.host.offers.supply?.read(id) ?? NO_SUPPLY),
  }),
  op('POST /api/portal/supply/check', {
    role: 'ads',
    openTo: 'publishers',
    summary: 'Fetches what it publishes, and says what was found',
    query: Of,
    answer: told<SupplyDocument>(),
    waitMsMax: 20_000,
    run: (call) => own(call, ({ id }) => call.host.offers.supply?.check(id) ?? NO_SUPPLY),
  }),
  op('GET /api/portal/statements', {
    ...LOOK,
    summary: 'The months, with what it was stated in those that are closed',
    query: Of,
    answer: told<{ readonly months: readonly OwnMonth[] }>(),
    waitMsMax: 60_000,
    run: (call) =>
      own(call, async ({ id }) => {
        const { ownStatements } = call.host.offers;
        return ownStatements === undefined
          ? NO_STATEMENTS
          : { months: await ownStatements.months(id) };
      }),
  }),
  op('GET /api/portal/statements/{month}', {
    ...LOOK,
    summary: 'What it is owed for a month, as `Statement`',
    query: Type.Object({ ...OF, format: Type.Optional(Type.Enum([...STATEMENT_FORMATS])) }),
    answer: told<object>(),
    waitMsMax: 60_000,
    run: (call) =>
      own(call, ({ id }) => {
        const { host, parts, query } = call;
        return host.offers.ownStatements?.one(parts.month, id, query.format) ?? NO_STATEMENTS;
      }),
  }),
] as const;

/** What a publisher's pages are answered. */
export type PortalAnswer<Name> = AnswerOf<OpOf<typeof PORTAL_OPS, Name>>;
