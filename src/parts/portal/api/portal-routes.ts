import { readQuestion } from '../../../core/exchange/request-rows.ts';
import { type Caller, mayCall, PUBLISHER_PARAMETER } from '../../../host/admin/access.ts';
import { CALLS_AT_ONCE_MAX, fewAtOnce } from '../../../host/admin/at-once.ts';
import { ChangeRefusal } from '../../../host/admin/change-refusal.ts';
import { readDays } from '../../../host/admin/days-query.ts';
import { json } from '../../../host/admin/headers.ts';
import {
  type AdminRoute,
  type Call,
  memberOf,
  type RouteAnswer,
} from '../../../host/admin/route.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import { findFault } from '../../../lib/schema-fault.ts';
import type { StoredPublisher } from '../../../store/stored-account.ts';
import { refusedPublisher } from '../../accounts/api/account-routes.ts';
import type { AccountsApi } from '../../accounts/api/accounts-api.ts';
import {
  callOf,
  changeAnswer,
  jsonOf,
  type MakeChange,
  NO_IF_MATCH,
  operationRoutes,
} from '../../campaigns/api/store-call.ts';
import { tagged } from '../../campaigns/api/store-document.ts';
import { DAYS_MAX, DAYS_USUAL } from '../../feedback/operations.ts';
import { RequestTime } from '../../insight/requests.ts';
import { STATEMENT_FORMATS, statementResponse } from '../../statements/statement-text.ts';
import type { Statements } from '../../statements/statements.ts';
import type { SupplyAnswers } from '../../supply/operations.ts';
import type { MadePortalKey } from '../page/api.ts';
import type { PortalApi, PortalViewer } from './portal-api.ts';
import {
  EARNINGS_DAYS_MAX,
  PORTAL_OPERATIONS,
  type PortalOperationName,
} from './portal-operations.ts';

type PortalAnswers = Readonly<Record<PortalOperationName, AdminRoute['answer']>>;

type PortalParts = {
  readonly portal: PortalApi;
  readonly accounts: AccountsApi;
  readonly supply: SupplyAnswers;
  readonly statements: Statements;
};

/** `/api/portal`: every answer is about one publisher, which the caller belongs to or, as an operator, has named. */
export function portalRoutes(parts: PortalParts, change: MakeChange): readonly AdminRoute[] {
  const answers: PortalAnswers = {
    ...figureAnswers(parts.portal),
    ...settingAnswers(parts.portal, change),
    ...keyAnswers(parts, change),
    ...supplyPortalAnswers(parts, change),
    ...statementPortalAnswers(parts),
  };
  const few = fewAtOnce(TOO_MANY_AT_ONCE);
  return operationRoutes<PortalOperationName>(PORTAL_OPERATIONS, answers).map((route) => ({
    ...route,
    answer: few(route.answer),
  }));
}

const TOO_MANY_AT_ONCE = new ChangeRefusal(
  'too-many',
  `expected at most ${CALLS_AT_ONCE_MAX} calls at the same time`,
);

type PortalAnswer = (publisher: StoredPublisher, call: Call) => RouteAnswer | Promise<RouteAnswer>;

/** Finds the publisher that a call is about before it is answered. */
function ofPublisher({ find }: PortalApi, answer: PortalAnswer): AdminRoute['answer'] {
  return (call) => {
    const publisher = publisherOf(find, call);
    return publisher instanceof Refusal ? publisher : answer(publisher, call);
  };
}

function publisherOf(
  find: PortalApi['find'],
  { caller, url }: Pick<Call, 'caller' | 'url'>,
): StoredPublisher | Refusal {
  const named = url.searchParams.get(PUBLISHER_PARAMETER);
  if (caller.role === 'publisher') {
    if (named !== null && named !== caller.publisher) return OTHER_PUBLISHER;
    return find(caller.publisher) ?? refuse.notFound('this publisher is not known any more');
  }
  if (named === null) return refuse.missing(PUBLISHER_PARAMETER, 'expected the id of a publisher');
  return find(named) ?? refuse.notFound(`no publisher has the id "${named}"`);
}

/** The same for every other publisher, whether there is one of that name or not. */
const OTHER_PUBLISHER = refuse.notPermitted('expected no other publisher than your own');

function viewerOf(caller: Caller): PortalViewer {
  return {
    isOperator: caller.role !== 'publisher',
    mayChange: mayCall(caller, PORTAL_OPERATIONS['PUT /api/portal/settings']),
  };
}

const BYS = ['day', 'format', 'placement'] as const;
const OUTCOMES = ['sold', 'no-bid', 'refused'] as const;
const DAYS_DEFAULT = 7;

function figureAnswers(portal: PortalApi) {
  const of = (answer: PortalAnswer) => ofPublisher(portal, answer);
  return {
    'GET /api/portal': of((publisher, { caller }) =>
      json(portal.info(publisher, viewerOf(caller))),
    ),
    'GET /api/portal/earnings': of(async ({ id }, { url }) => {
      const bounds = { usual: DAYS_DEFAULT, max: EARNINGS_DAYS_MAX };
      const days = readDays(url.searchParams, bounds);
      if (days instanceof Refusal) return days;
      const wanted = url.searchParams.get('by') ?? 'day';
      const by = BYS.find((one) => one === wanted);
      if (by === undefined) return refuse.wrongValue('by', `expected ${BYS.join(', ')}`);
      const earnings = await portal.earnings(id, { days, by });
      return 'reason' in earnings ? refuse.wrongValue('by', earnings.reason) : json(earnings);
    }),
    'GET /api/portal/feedback': of(async ({ id }, { url }) => {
      const days = readDays(url.searchParams, { usual: DAYS_USUAL, max: DAYS_MAX });
      return days instanceof Refusal ? days : json(await portal.feedback(id, days));
    }),
    'GET /api/portal/requests': of(async ({ id }, { url }) => {
      const outcome = OUTCOMES.find((one) => one === url.searchParams.get('outcome'));
      const asked = Number(url.searchParams.get('page'));
      const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
      const { find, from, to } = readQuestion(Object.fromEntries(url.searchParams));
      for (const [name, text] of Object.entries({ from, to })) {
        const fault = text === '' ? undefined : findFault(RequestTime, text);
        if (fault !== undefined) return refuse.wrongValue(name, fault.reason);
      }
      const requests = await portal.requests(id, { outcome, page, find, from, to });
      return 'reason' in requests ? refuse.unavailable(requests.reason) : json(requests);
    }),
    'GET /api/portal/requests/{request}': of(async (publisher, { parts: [id = ''] }) => {
      const auction = await portal.auction(publisher, id);
      if (auction instanceof Refusal) return auction;
      return auction === undefined
        ? refuse.notFound(`no request "${id}" of this publisher is remembered`)
        : json(auction);
    }),
    'GET /api/portal/integration': of(async ({ id }) => json(await portal.integration(id))),
    'GET /api/portal/snippets': of((publisher) => json(portal.snippets(publisher))),
  } satisfies Partial<PortalAnswers>;
}

function settingAnswers(portal: PortalApi, change: MakeChange) {
  const show = (stored: StoredPublisher) => tagged(portal.settings(stored), stored);
  return {
    'GET /api/portal/settings': ofPublisher(portal, show),
    'PUT /api/portal/settings': change((call, body) =>
      changed(portal, call, async ({ id }) => {
        const value = jsonOf(body);
        if (value instanceof Refusal) return value;
        if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
        const result = await portal.setSettings(id, value, callOf(call));
        return changeAnswer<StoredPublisher>(result, { call, noun: 'publisher', show });
      }),
    ),
    'POST /api/portal/blocks': change((call, body) =>
      changed(portal, call, async ({ id }) => {
        const result = await portal.block(id, memberOf(body, 'domain'), callOf(call));
        return changeAnswer<StoredPublisher>(result, { call, noun: 'publisher', show });
      }),
    ),
    'DELETE /api/portal/blocks/{domain}': change((call) =>
      changed(portal, call, async ({ id }) => {
        const result = await portal.allow(id, call.parts[0] ?? '', callOf(call));
        return changeAnswer<StoredPublisher>(result, { call, noun: 'publisher', show });
      }),
    ),
  } satisfies Partial<PortalAnswers>;
}

function keyAnswers({ portal, accounts: { publishers } }: PortalParts, change: MakeChange) {
  return {
    'POST /api/portal/keys': change((call) =>
      changed(portal, call, async ({ id }) => {
        const made = await publishers.makeKey(id, callOf(call));
        if ('kind' in made) return refusedPublisher(made, call);
        const info = portal.info(made.account, viewerOf(call.caller));
        const answer: MadePortalKey = { ...info, key: made.secret };
        return tagged(answer, made.account);
      }),
    ),
    'DELETE /api/portal/keys/{key}': change((call) =>
      changed(portal, call, async ({ id }) => {
        const [key = ''] = call.parts;
        const result = await publishers.revoke(id, 'key', key, callOf(call));
        return changeAnswer<StoredPublisher>(result, {
          call,
          noun: 'publisher',
          show: (stored) => tagged(portal.info(stored, viewerOf(call.caller)), stored),
        });
      }),
    ),
  } satisfies Partial<PortalAnswers>;
}

function supplyPortalAnswers({ portal, supply }: PortalParts, change: MakeChange) {
  const shown = (found: object) => (found instanceof Refusal ? found : json(found));
  return {
    'GET /api/portal/supply': ofPublisher(portal, async ({ id }) => shown(await supply.read(id))),
    'POST /api/portal/supply/check': change((call) =>
      changed(portal, call, async ({ id }) => shown(await supply.check(id))),
    ),
  } satisfies Partial<PortalAnswers>;
}

/** Which operator has closed a month, and what an open one waits for, is theirs to know. */
function statementPortalAnswers({ portal, statements }: PortalParts) {
  return {
    'GET /api/portal/statements': ofPublisher(portal, async ({ id }) => {
      const months = await statements.monthsOf(id);
      return json({ months: months.map((one) => ({ ...one, closedBy: null, reason: null })) });
    }),
    'GET /api/portal/statements/{month}': ofPublisher(
      portal,
      async ({ id }, { url, parts: [month = ''] }) => {
        const wanted = url.searchParams.get('format') ?? 'json';
        const format = STATEMENT_FORMATS.find((one) => one === wanted);
        if (format === undefined) {
          return refuse.wrongValue('format', `expected one of ${STATEMENT_FORMATS.join(', ')}`);
        }
        const found = await statements.statement(month, { publisher: id });
        return found instanceof Refusal
          ? found
          : statementResponse({ ...found, closedBy: null }, format);
      },
    ),
  } satisfies Partial<PortalAnswers>;
}

async function changed(
  { find }: PortalApi,
  call: Call,
  answer: (publisher: StoredPublisher) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const publisher = publisherOf(find, call);
  return publisher instanceof Refusal ? publisher : answer(publisher);
}
