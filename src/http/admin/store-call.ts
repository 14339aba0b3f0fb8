import { inTime } from '../../lib/in-time.ts';
import { parseJson } from '../../lib/json.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { RefusedChange } from '../../store/refused-change.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { type MinuteCount, oneMore } from './attempts.ts';
import { ChangeRefusal, changeRefusal } from './change-refusal.ts';
import type { OperationName } from './operations.ts';
import type { AdminRoute, Call, RouteAnswer } from './route.ts';
import type { ChangeCall, CreativePath } from './store-api.ts';
import { campaignResponse } from './store-document.ts';

/** A campaign with fifty creatives and long lists is a tenth of this. */
const CAMPAIGN_BYTES_MAX = 256 * 1024;

/** Changes that one token may make in a minute: more than people make, and little for the database. */
const CHANGES_PER_MINUTE_MAX = 600;

export type MakeChange = (
  answer: (call: Call, body: string) => Promise<RouteAnswer>,
) => AdminRoute['answer'];

/** The answers to changes, within the limits on changes. Callers are few: each has a token of the config. */
export function changeMaker(nowMs: () => number): MakeChange {
  const counts = new Map<string, MinuteCount>();

  return (answer) => async (call) => {
    const { who } = call.caller;
    const next = oneMore(counts.get(who), nowMs());
    counts.set(who, next);
    if (next.count > CHANGES_PER_MINUTE_MAX) return new ChangeRefusal('too-many', 'wait a minute');
    const body = await bodyOf(call);
    return body instanceof Refusal ? body : answer(call, body);
  };
}

export async function bodyOf({ request }: Pick<Call, 'request'>): Promise<string | Refusal> {
  const body = await request.text();
  if (Buffer.byteLength(body) <= CAMPAIGN_BYTES_MAX) return body;
  return refuse.tooLarge(`expected at most ${CAMPAIGN_BYTES_MAX} bytes`);
}

const DATABASE_MS_MAX = 10_000;

const UNREACHABLE = new ChangeRefusal(
  'unavailable',
  'the database does not answer: campaigns serve as they are; try again, and look whether the change was made',
);

/** An estimate may have to wait for three others; a closing sums up the counts of a year. */
const WAIT_MS_MAX: Readonly<Partial<Record<OperationName, number>>> = {
  'POST /api/campaigns/estimate': 30_000,
  'POST /api/statements/{month}/close': 600_000,
  'GET /api/statements/{month}': 60_000,
  'GET /api/statements/{month}/publishers/{publisher}': 60_000,
  'GET /api/statements/{month}/partners/{partner}': 60_000,
};

/** As `IDLE_SEC_MAX` of admin-server.ts: longer waits have to say so. */
const IDLE_MS_MAX = 30_000;

/** Everything here needs the database, which may be down or slow. */
export function whileReachable(
  name: OperationName,
  answer: AdminRoute['answer'],
): AdminRoute['answer'] {
  const msMax = WAIT_MS_MAX[name] ?? DATABASE_MS_MAX;
  return async (call) => {
    if (msMax > IDLE_MS_MAX) call.keepOpen();
    const work = Promise.resolve().then(() => answer(call));
    return inTime(work, msMax, UNREACHABLE).catch(() => UNREACHABLE);
  };
}

export const NO_IF_MATCH = new ChangeRefusal(
  'unconditional',
  'expected the header If-Match with the ETag of the campaign that was changed',
);

/** `*` is no answer: it would approve what came after the look. */
export const NO_TAG_OF_REVIEW = new ChangeRefusal(
  'unconditional',
  'expected the header If-Match with the ETag of the version that was looked at, and not *',
);

/** The answer to a change. A change that was made is shown by `show`. */
export function answerOf(
  result: StoredCampaign | RefusedChange,
  call: Pick<Call, 'parts'>,
  show: (stored: StoredCampaign) => Response = campaignResponse,
): RouteAnswer {
  if (!('kind' in result)) return show(result);
  if (result.kind === 'not-found') return notThere(call);
  if (result.kind === 'done') return show(result.stored);
  return changeRefusal(result);
}

export function notThere(call: Pick<Call, 'parts'>): Refusal {
  return refuse.notFound(`the store has no "${nameOf(call)}"`);
}

/** Its key in the store. */
export function nameOf({ parts }: Pick<Call, 'parts'>): string {
  return parts.join('/');
}

/** The creative is '' where the path has none. */
export function pathOf({ parts }: Call): CreativePath {
  const [partner = '', campaign = '', creative = ''] = parts;
  return { partner, campaign, creative };
}

const KEY_LENGTH_MAX = 200;

export function callOf({ caller, request }: Call): ChangeCall {
  const { who, role } = caller;
  const tag = /^(?:W\/)?"(\d+)"$/.exec(request.headers.get('if-match') ?? '')?.[1];
  const given = request.headers.get('if-match');
  const key = request.headers.get('idempotency-key')?.slice(0, KEY_LENGTH_MAX) || undefined;
  // A tag that is none of ours matches no revision.
  const revision = given === null || given === '*' ? undefined : Number(tag ?? -1);
  return { author: { who, role }, revision, idempotencyKey: key };
}

export function jsonOf(body: string | Refusal): unknown {
  if (body instanceof Refusal) return body;
  const parsed = parseJson(body);
  return parsed.kind === 'json' ? parsed.value : refuse.invalidJson(parsed.reason);
}

export function beforeOf(url: URL): number | undefined {
  const before = Number(url.searchParams.get('before') ?? Number.NaN);
  return Number.isSafeInteger(before) ? before : undefined;
}
