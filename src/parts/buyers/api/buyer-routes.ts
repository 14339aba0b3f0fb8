import { json } from '../../../host/admin/headers.ts';
import {
  type AdminRoute,
  type Call,
  memberOf,
  type RouteAnswer,
} from '../../../host/admin/route.ts';
import { refuse } from '../../../lib/refusal.ts';
import type { StoredBuyer, StoredProduct } from '../../../store/stored-account.ts';
import { accountDocument, shownSecret } from '../../accounts/api/account-document.ts';
import { history, idOf, kindAnswers } from '../../accounts/api/account-routes.ts';
import type { AccountsApi } from '../../accounts/api/accounts-api.ts';
import {
  beforeOf,
  callOf,
  changeAnswer,
  type MakeChange,
  operationRoutes,
} from '../../campaigns/api/store-call.ts';
import { tagged } from '../../campaigns/api/store-document.ts';
import {
  ACCOUNT_DECISIONS,
  BUYER_STATES,
  type BuyerAccountRow,
  type BuyerDocument,
  DECISIONS_WITH_REASON,
  type MadeToken,
  type ProductDocument,
  SHOWN_BUYER_ACCOUNT_STATES,
} from '../page/api.ts';
import {
  BUYER_OPERATIONS,
  type BuyerOperationName,
  DECISION_REASON_LENGTH_MAX,
} from './buyer-operations.ts';
import type { BuyersApi } from './buyers-api.ts';

/** `/api/buyers`, `/api/products`, `/api/buyer-accounts` and `/api/buys`. */
export function buyerRoutes(
  api: BuyersApi,
  accounts: Pick<AccountsApi, 'history'>,
  change: MakeChange,
): readonly AdminRoute[] {
  const { buyers, products } = api;
  const states = BUYER_STATES;
  const buyer = kindAnswers({ kind: 'buyer', states, api: buyers, show: buyerResponse }, change);
  const product = kindAnswers(
    { kind: 'product', states, api: products, show: productResponse },
    change,
  );
  const historyOf =
    (kind: Parameters<BuyersApi['history']>[0]): AdminRoute['answer'] =>
    async (call) =>
      json(await api.history(kind, idOf(call), beforeOf(call.url)));
  return operationRoutes<BuyerOperationName>(BUYER_OPERATIONS, {
    'GET /api/buyers': async ({ url }) => json(await buyers.list(pageOf(url))),
    'POST /api/buyers': buyer.create,
    'GET /api/buyers/{buyer}': buyer.read,
    'PUT /api/buyers/{buyer}': buyer.replace,
    'DELETE /api/buyers/{buyer}': buyer.remove,
    'POST /api/buyers/{buyer}/state': buyer.setState,
    ...tokenAnswers(buyers, change),
    'GET /api/buyers/{buyer}/history': history(accounts, 'buyer'),
    'GET /api/products': ({ url }) => json(products.list(pageOf(url))),
    'POST /api/products': product.create,
    'GET /api/products/{product}': product.read,
    'PUT /api/products/{product}': product.replace,
    'DELETE /api/products/{product}': product.remove,
    'POST /api/products/{product}/state': product.setState,
    'GET /api/products/{product}/history': history(accounts, 'product'),
    'GET /api/buyer-accounts': async ({ url }) => {
      const state = SHOWN_BUYER_ACCOUNT_STATES.find((one) => one === wordOf(url, 'state'));
      return json(
        await api.accounts.list({ buyer: wordOf(url, 'buyer'), state, page: pageOf(url) }),
      );
    },
    'POST /api/buyer-accounts/{account}/state': change((call, body) =>
      decide(api.accounts, call, body),
    ),
    'GET /api/buyer-accounts/{account}/history': historyOf('buyer-account'),
    'GET /api/buys': async ({ url }) => {
      const [buyer, account] = [wordOf(url, 'buyer'), wordOf(url, 'account')];
      return json(await api.buys.list({ buyer, account, page: pageOf(url) }));
    },
    'GET /api/buys/{buy}/history': historyOf('media-buy'),
  });
}

function buyerDocument(stored: StoredBuyer): BuyerDocument {
  return { ...accountDocument(stored), tokens: stored.access.keys.map(shownSecret) };
}

function buyerResponse(stored: StoredBuyer, status = 200): Response {
  return tagged(buyerDocument(stored), stored, status);
}

function productResponse(stored: StoredProduct, status = 200): Response {
  const document: ProductDocument = accountDocument(stored);
  return tagged(document, stored, status);
}

type TokenName = 'POST /api/buyers/{buyer}/tokens' | 'DELETE /api/buyers/{buyer}/tokens/{token}';

function tokenAnswers(
  buyers: BuyersApi['buyers'],
  change: MakeChange,
): Readonly<Record<TokenName, AdminRoute['answer']>> {
  const noun = 'buyer';
  return {
    'POST /api/buyers/{buyer}/tokens': change(async (call) => {
      const made = await buyers.makeToken(idOf(call), callOf(call));
      if ('kind' in made) {
        return changeAnswer<StoredBuyer>(made, { call, noun, show: buyerResponse });
      }
      const document: MadeToken = { ...buyerDocument(made.account), token: made.secret };
      return tagged(document, made.account);
    }),
    'DELETE /api/buyers/{buyer}/tokens/{token}': change(async (call) => {
      const [id = '', token = ''] = call.parts;
      const result = await buyers.revokeToken(id, token, callOf(call));
      return changeAnswer<StoredBuyer>(result, { call, noun, show: buyerResponse });
    }),
  };
}

async function decide(
  accounts: BuyersApi['accounts'],
  call: Call,
  body: string,
): Promise<RouteAnswer> {
  const wanted = memberOf(body, 'state');
  const state = ACCOUNT_DECISIONS.find((one) => one === wanted);
  if (state === undefined) {
    return refuse.wrongValue('state', `expected ${ACCOUNT_DECISIONS.join(', ')}`);
  }
  const given = memberOf(body, 'reason') ?? '';
  if (typeof given !== 'string' || given.length > DECISION_REASON_LENGTH_MAX) {
    return refuse.wrongValue('reason', `expected at most ${DECISION_REASON_LENGTH_MAX} characters`);
  }
  const reason = given.trim();
  if (reason === '' && DECISIONS_WITH_REASON.includes(state)) {
    return refuse.missing('reason', 'expected the reason, which the buyer is told');
  }
  const result = await accounts.decide(idOf(call), { state, reason }, callOf(call));
  const show = (row: BuyerAccountRow) => tagged(row, row);
  return changeAnswer<BuyerAccountRow>(result, { call, noun: 'buyer', show });
}

function wordOf({ searchParams }: URL, name: string): string | undefined {
  return searchParams.get(name) || undefined;
}

/** Unknown words mean what no word means, as in the list of campaigns. */
function pageOf({ searchParams }: URL): number {
  const page = Number(searchParams.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
