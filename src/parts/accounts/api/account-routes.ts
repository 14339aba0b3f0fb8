import { changeRefusal } from '../../../host/admin/change-refusal.ts';
import { json } from '../../../host/admin/headers.ts';
import {
  type AdminRoute,
  type Call,
  memberOf,
  type RouteAnswer,
} from '../../../host/admin/route.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import {
  type AccountKind,
  SHOWN_ACCOUNT_STATES,
  type StoredAccount,
  type StoredPublisher,
} from '../../../store/stored-account.ts';
import {
  beforeOf,
  callOf,
  changeAnswer,
  jsonOf,
  type MakeChange,
  NO_IF_MATCH,
  notThere,
  operationRoutes,
} from '../../campaigns/api/store-call.ts';
import { tagged } from '../../campaigns/api/store-document.ts';
import type { MadeInvitation, MadeKey } from '../page/api.ts';
import { partnerResponse, publisherDocument, publisherResponse } from './account-document.ts';
import { ACCOUNT_OPERATIONS, type AccountOperationName } from './account-operations.ts';
import type { AccountApi, AccountsApi, PublisherQuestion } from './accounts-api.ts';

type AccountAnswers = Readonly<Record<AccountOperationName, AdminRoute['answer']>>;

/** `/api/publishers` and `/api/partners`, but for the list of partners, their pauses and their figures. */
export function accountRoutes(
  accounts: AccountsApi,
  change: MakeChange,
  linkOf: InvitationLink,
): readonly AdminRoute[] {
  const states = SHOWN_ACCOUNT_STATES;
  const publishers = kindAnswers(
    { kind: 'publisher', states, api: accounts.publishers, show: publisherResponse },
    change,
  );
  const partners = kindAnswers(
    { kind: 'partner', states, api: accounts.partners, show: partnerResponse },
    change,
  );
  const answers: AccountAnswers = {
    'GET /api/publishers': async ({ url }) =>
      json(await accounts.publishers.list(questionOf(url.searchParams))),
    'POST /api/publishers': publishers.create,
    'GET /api/publishers/{publisher}': publishers.read,
    'PUT /api/publishers/{publisher}': publishers.replace,
    'DELETE /api/publishers/{publisher}': publishers.remove,
    'POST /api/publishers/{publisher}/state': publishers.setState,
    ...accessAnswers(accounts, change, linkOf),
    'GET /api/publishers/{publisher}/history': history(accounts, 'publisher'),
    'POST /api/partners': partners.create,
    'GET /api/partners/{partner}': partners.read,
    'PUT /api/partners/{partner}': partners.replace,
    'DELETE /api/partners/{partner}': partners.remove,
    'POST /api/partners/{partner}/state': partners.setState,
    ...testAnswers(accounts, change),
    'GET /api/partners/{partner}/history': history(accounts, 'partner'),
  };
  return operationRoutes<AccountOperationName>(ACCOUNT_OPERATIONS, answers);
}

/** Where an invitation leads, with its secret behind the `#`, which browsers send to nobody. */
type InvitationLink = (secret: string, request: Request) => string;

type KindRoutes<Definition, State extends string> = {
  readonly kind: AccountKind;
  /** Those that people may choose. */
  readonly states: readonly State[];
  readonly api: AccountApi<Definition, State | 'deleted'>;
  readonly show: (
    stored: StoredAccount<Definition, State | 'deleted'>,
    status?: number,
  ) => Response;
};

/** What all kinds have. */
export function kindAnswers<Definition, State extends string>(
  { kind, states, api, show }: KindRoutes<Definition, State>,
  change: MakeChange,
) {
  type ShownRecord = StoredAccount<Definition, State | 'deleted'>;
  const answer = (
    result: ShownRecord | RefusedChange<ShownRecord>,
    call: Pick<Call, 'parts'>,
  ): RouteAnswer => changeAnswer(result, { call, noun: kind, show });
  return {
    create: change(async (call, body) =>
      changeAnswer(await api.create(body, callOf(call)), {
        call,
        noun: kind,
        show(stored) {
          const response = show(stored, 201);
          response.headers.set('Location', `/api/${kind}s/${encodeURIComponent(stored.id)}`);
          return response;
        },
      }),
    ),
    read: async (call: Call) => {
      const stored = await api.read(idOf(call));
      return stored === undefined ? notThere(call) : show(stored);
    },
    replace: change(async (call, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
      return answer(await api.replace(idOf(call), value, callOf(call)), call);
    }),
    remove: change(async (call) => {
      const result = await api.setState(idOf(call), 'deleted', callOf(call));
      return 'kind' in result ? answer(result, call) : new Response(null, { status: 204 });
    }),
    setState: change(async (call, body) => {
      const wanted = memberOf(body, 'state');
      const state = states.find((one) => one === wanted);
      if (state === undefined) {
        return refuse.wrongValue('state', `expected ${states.join(', ')}`);
      }
      return answer(await api.setState(idOf(call), state, callOf(call)), call);
    }),
  };
}

/** Keys, invitations and people. */
function accessAnswers(
  { publishers }: AccountsApi,
  change: MakeChange,
  linkOf: InvitationLink,
): Pick<AccountAnswers, AccessName> {
  const revoke = (what: 'key' | 'invitation' | 'person') =>
    change(async (call) => {
      const [id = '', secret = ''] = call.parts;
      return changeAnswer<StoredPublisher>(
        await publishers.revoke(id, what, secret, callOf(call)),
        { call, noun: 'publisher', show: publisherResponse },
      );
    });
  return {
    'POST /api/publishers/{publisher}/keys': change(async (call) => {
      const made = await publishers.makeKey(idOf(call), callOf(call));
      if ('kind' in made) return refusedPublisher(made, call);
      const document: MadeKey = { ...publisherDocument(made.account), key: made.secret };
      return tagged(document, made.account);
    }),
    'DELETE /api/publishers/{publisher}/keys/{key}': revoke('key'),
    'POST /api/publishers/{publisher}/invitations': change(async (call) => {
      const made = await publishers.invite(idOf(call), callOf(call));
      if ('kind' in made) return refusedPublisher(made, call);
      const document: MadeInvitation = {
        ...publisherDocument(made.account),
        link: linkOf(made.secret, call.request),
        until: new Date(made.untilMs).toISOString(),
      };
      return tagged(document, made.account);
    }),
    'DELETE /api/publishers/{publisher}/invitations/{invitation}': revoke('invitation'),
    'DELETE /api/publishers/{publisher}/people/{person}': revoke('person'),
  };
}

type AccessName = Extract<
  AccountOperationName,
  `${string}/${'keys' | 'invitations' | 'people'}${string}`
>;

export function refusedPublisher(
  refused: RefusedChange<StoredPublisher>,
  call: Pick<Call, 'parts'>,
): RouteAnswer {
  return changeAnswer<StoredPublisher>(refused, {
    call,
    noun: 'publisher',
    show: publisherResponse,
  });
}

type TestName = 'POST /api/partners/test' | 'POST /api/partners/{partner}/test';

/** A test is no change, and is bounded like one: it makes a call. */
function testAnswers(
  { partners }: AccountsApi,
  change: MakeChange,
): Pick<AccountAnswers, TestName> {
  return {
    'POST /api/partners/test': change(async (_, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      const result = await partners.testEntry(value);
      return 'kind' in result ? changeRefusal(result, 'partner') : json(result);
    }),
    'POST /api/partners/{partner}/test': change(async (call) => {
      const result = await partners.test(idOf(call));
      if (result === undefined) return notThere(call);
      return 'kind' in result ? changeRefusal(result, 'partner') : json(result);
    }),
  };
}

export function history(
  accounts: Pick<AccountsApi, 'history'>,
  kind: AccountKind,
): AdminRoute['answer'] {
  return async (call) => json(await accounts.history(kind, idOf(call), beforeOf(call.url)));
}

export function idOf({ parts: [id = ''] }: Call): string {
  return id;
}

/** Unknown words mean what no word means, as in the list of campaigns. */
function questionOf(parameters: URLSearchParams): PublisherQuestion {
  const page = Number(parameters.get('page'));
  return {
    find: parameters.get('find') ?? '',
    state: SHOWN_ACCOUNT_STATES.find((one) => one === parameters.get('state')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
