import { createHash } from 'node:crypto';
import type { Author } from '../../lib/op.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Query } from '../../lib/sql/database.ts';
import { nextRevision } from '../../store/history.ts';
import type { Buyer } from './buyers.ts';
import { fail, refuse, refuseWith } from './errors.ts';
import { ANSWER_KEPT_MS } from './fields.ts';
import type { BuyerCall, SellerSources, ToolAnswer } from './tool.ts';

/** Who the audit names for a change that an agent has made: the buyer whose token it showed. */
export function authorOf({ id }: Pick<Buyer, 'id'>): Author {
  return { who: id, role: 'buyer' };
}

type ChangeArgs = { readonly idempotency_key: string };

/** Which call it is: agent, account and key. The same call with another body is refused. */
type ChangeScope = { readonly account: string; readonly args: ChangeArgs };

/** Within the transaction: every change of it is made, or none. */
type MakeBuyerChange = (query: Query) => Promise<ToolAnswer>;

/**
 * Makes a change once, whatever becomes of the answer: a call with a key that was used gets the first answer again. Only
 * what succeeded is kept, so a buyer corrects its call under the same key. Then brings the change to the workers.
 */
export async function changeOnce(
  sources: Pick<SellerSources, 'database' | 'refresh' | 'nowMs' | 'log'>,
  { buyer }: Pick<BuyerCall, 'buyer'>,
  { account, args }: ChangeScope,
  make: MakeBuyerChange,
): Promise<ToolAnswer> {
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  const key = `adcp/${buyer.id}/${account}/${args.idempotency_key}`;
  const hash = createHash('sha256').update(comparedBody(args)).digest('base64url');
  const nowMs = sources.nowMs();
  const answer = await database.transaction(async (query): Promise<ToolAnswer> => {
    // Waits for other writers, so that two calls with one key come one after the other.
    await nextRevision(query);
    await query('delete from idempotent_answers where until_ms < cast($1 as bigint)', [nowMs]);
    const [before] = await query(
      'select request_hash, body from idempotent_answers where key = $1',
      [key],
    );
    if (before !== undefined) {
      if (before.request_hash !== hash) {
        refuse.idempotencyConflict(
          'expected the body of the first call with this idempotency_key, or a new key for another change',
        );
      }
      return { body: JSON.parse(String(before.body)), isReplay: true };
    }
    const made = await make(query);
    await query(
      `insert into idempotent_answers (key, request_hash, body, until_ms)
      values ($1, $2, $3, $4)`,
      [key, hash, JSON.stringify(made.body), nowMs + ANSWER_KEPT_MS],
    );
    return made;
  });
  if (answer.isReplay !== true) await serve(sources);
  return answer;
}

/** What a change would come to. Nothing of it stays, and its key is not used up. */
export async function rehearse(
  sources: Pick<SellerSources, 'database'>,
  make: MakeBuyerChange,
): Promise<ToolAnswer> {
  const database = sources.database() ?? refuseWith(UNREACHABLE);
  const takenBack = new Error('taken back');
  let answer: ToolAnswer | undefined;
  try {
    await database.transaction(async (query) => {
      answer = await make(query);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return answer ?? refuseWith(UNREACHABLE);
}

/** The change is stored: workers that could not be told are told within a second. */
async function serve({ refresh, log }: Pick<SellerSources, 'refresh' | 'log'>): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    log.warn({ err: error }, 'a change of an AI buyer is stored and not served yet');
  }
}

type ComparedArgs = ChangeArgs & {
  readonly context?: unknown;
  readonly governance_context?: unknown;
  readonly push_notification_config?: unknown;
};

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
}: ComparedArgs): string {
  return canonicalJson({ ...args, push_notification_config: withoutCredentials(told) });
}

function withoutCredentials(told: unknown): unknown {
  if (!isObject(told) || !isObject(told.authentication)) return told;
  const { credentials: _, ...authentication } = told.authentication;
  return { ...told, authentication };
}

export const UNREACHABLE = fail.unavailable('the database cannot be reached: ask again');

/**
 * The JSON of a value in the one form that RFC 8785 gives it: keys in the order of their UTF-16 code units, and no spaces.
 * Numbers and strings have that form already where JavaScript writes them.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${entries.join(',')}}`;
}
