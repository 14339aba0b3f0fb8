import { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { nextRevision } from '../../store/history.ts';
import { callOf, once } from '../../store/once.ts';
import { accountScope } from './accounts.ts';
import { errorOf, refuseWith } from './errors.ts';
import type { AccountReferenceArgs } from './fields.ts';
import type { BuyerCall, SellerSources } from './tool.ts';

/** What tools that change something have in common. */
type ChangeArgs = {
  readonly idempotency_key: string;
  readonly account?: AccountReferenceArgs;
  readonly dry_run?: boolean;
  readonly context?: unknown;
  readonly governance_context?: unknown;
  readonly push_notification_config?: unknown;
};

type MakeChange = (query: Query) => Promise<object> | object;

export type Answered = { readonly answer: object; readonly isReplay: boolean };

/**
 * Makes the change of a call in one transaction, once for each buyer, account and key, then brings it to the workers. With
 * `dry_run`, nothing of it stays and its key is not used up.
 */
export async function makeChange(
  { buyer, nowMs, sources }: Pick<BuyerCall, 'buyer' | 'nowMs' | 'sources'>,
  args: ChangeArgs,
  { transaction }: Pick<Database, 'transaction'>,
  make: MakeChange,
): Promise<Answered> {
  if (args.dry_run === true) return { answer: await rehearse(transaction, make), isReplay: false };
  const account = args.account === undefined ? '' : accountScope(buyer, args.account);
  const key = `adcp/${buyer.id}/${account}/${args.idempotency_key}`;
  const call = callOf({ key, body: comparedBody(args) });
  const made = await transaction(async (query) => {
    // Waits for other writers, so that two calls with one key come one after the other.
    await nextRevision(query);
    return once(query, call, nowMs, async () => make(query));
  });
  if (made instanceof Refusal) return refuseWith(errorOf(made));
  if (!made.isReplay) await serve(sources);
  return made;
}

/** What a change would come to. */
async function rehearse(transaction: Database['transaction'], make: MakeChange): Promise<object> {
  const takenBack = new Error('taken back');
  let answer: object = {};
  await transaction(async (query) => {
    answer = await make(query);
    throw takenBack;
  }).catch((error) => {
    if (error !== takenBack) throw error;
  });
  return answer;
}

/** The change is stored: workers that could not be told are told within a second. */
async function serve({ refresh, log }: Pick<SellerSources, 'refresh' | 'log'>): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    log.warn({ err: error }, 'a change of an AI buyer is stored and not served yet');
  }
}

/**
 * What a call is compared by. A caller that repeats it may trace it otherwise, and may have new credentials meanwhile: the
 * protocol leaves out these and nothing else.
 */
function comparedBody({
  idempotency_key: _key,
  context: _context,
  governance_context: _token,
  push_notification_config: told,
  ...args
}: ChangeArgs): string {
  const compared = { ...args, push_notification_config: withoutCredentials(told) };
  return JSON.stringify(compared, inOrder);
}

function withoutCredentials(told: unknown): unknown {
  if (!isObject(told) || !isObject(told.authentication)) return told;
  const { credentials: _, ...authentication } = told.authentication;
  return { ...told, authentication };
}

/** An object with its names in one order, whatever order they came in. */
const inOrder = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
