import {
  ChangeRefusal,
  changeRefusal,
  type RecordNoun,
} from '../../../host/admin/change-refusal.ts';
import type { Operation } from '../../../host/admin/operation.ts';
import {
  type AdminRoute,
  type Call,
  type RouteAnswer,
  routeOf,
} from '../../../host/admin/route.ts';
import { inTime } from '../../../lib/in-time.ts';
import { parseJson } from '../../../lib/json.ts';
import { createMinuteCounts } from '../../../lib/minute-counts.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { StoredCampaign } from '../../../store/stored-campaign.ts';
import type { ChangeCall, CreativePath } from './store-api.ts';
import { campaignResponse } from './store-document.ts';

/** A campaign with fifty creatives and long lists is a tenth of this. */
const BODY_BYTES_MAX = 256 * 1024;

/** Changes that one token may make in a minute: more than people make, and little for the database. */
const CHANGES_PER_MINUTE_MAX = 600;

/** The same for somebody of a publisher: each change is written anew to the database and to all workers of all machines. */
const CHANGES_OF_PERSON_MAX = 120;

export type MakeChange = (
  answer: (call: Call, body: string) => Promise<RouteAnswer>,
  bytesMax?: number,
) => AdminRoute['answer'];

/** Callers whose changes are counted: more than make any in a minute. */
const CALLERS_MAX = 10_000;

/** The answers to changes, within the limits on changes. */
export function changeMaker(nowMs: () => number): MakeChange {
  const countOf = createMinuteCounts(nowMs, CALLERS_MAX);
  return (answer, bytesMax) => async (call) => {
    const { who, role } = call.caller;
    const countMax = role === 'publisher' ? CHANGES_OF_PERSON_MAX : CHANGES_PER_MINUTE_MAX;
    if (countOf(who).count > countMax) {
      return new ChangeRefusal('too-many', 'wait a minute');
    }
    const body = await bodyOf(call, bytesMax);
    return body instanceof Refusal ? body : answer(call, body);
  };
}

export async function bodyOf(
  { request }: Pick<Call, 'request'>,
  bytesMax = BODY_BYTES_MAX,
): Promise<string | Refusal> {
  const body = await request.text();
  if (Buffer.byteLength(body) <= bytesMax) return body;
  return refuse.tooLarge(`expected at most ${bytesMax} bytes`);
}

const DATABASE_MS_MAX = 10_000;

const NO_DATABASE = 'the database does not answer: what is stored serves as it is; try again';

const UNREACHABLE = {
  reading: new ChangeRefusal('unavailable', NO_DATABASE),
  change: new ChangeRefusal('unavailable', `${NO_DATABASE}, and look whether the change was made`),
} as const;

/** What needs the database, which may be down or slow. */
export function whileReachable(
  answer: () => RouteAnswer | Promise<RouteAnswer>,
  msMax = DATABASE_MS_MAX,
  what: keyof typeof UNREACHABLE = 'change',
): Promise<RouteAnswer> {
  const work = Promise.resolve().then(answer);
  return inTime(work, msMax, UNREACHABLE[what]).catch(() => UNREACHABLE[what]);
}

/** The routes of operations, each with its answer. */
export function operationRoutes<Name extends `${AdminRoute['method']} ${string}`>(
  operations: Readonly<Record<Name, Operation>>,
  answers: Readonly<Record<Name, AdminRoute['answer']>>,
): readonly AdminRoute[] {
  const names = Object.keys(answers) as Name[];
  return names.map((name) => {
    const { role, openTo } = operations[name];
    const what = name.startsWith('GET ') ? 'reading' : 'change';
    const route = routeOf(name, role, (call) =>
      whileReachable(() => answers[name](call), undefined, what),
    );
    return openTo === undefined ? route : { ...route, openTo };
  });
}

export const NO_IF_MATCH = new ChangeRefusal(
  'unconditional',
  'expected the header If-Match with the ETag of what was changed',
);

/** `*` is no answer: it would approve what came after the look. */
export const NO_TAG_OF_REVIEW = new ChangeRefusal(
  'unconditional',
  'expected the header If-Match with the ETag of the version that was looked at, and not *',
);

/** The answer to a change of a campaign. A change that was made is shown by `show`. */
export function answerOf(
  result: StoredCampaign | RefusedChange,
  call: Pick<Call, 'parts'>,
  show: (stored: StoredCampaign) => Response = campaignResponse,
): RouteAnswer {
  return changeAnswer(result, { call, noun: 'campaign', show });
}

type ChangeShow<Stored> = {
  readonly call: Pick<Call, 'parts'>;
  readonly noun: RecordNoun;
  readonly show: (stored: Stored) => Response;
};

/** The answer to a change of any record of the store. */
export function changeAnswer<Stored extends object>(
  result: Stored | RefusedChange<Stored>,
  { call, noun, show }: ChangeShow<Stored>,
): RouteAnswer {
  if (!isRefusedChange(result)) return show(result);
  if (result.kind === 'not-found') return notThere(call);
  if (result.kind === 'done') return show(result.stored);
  return changeRefusal(result, noun);
}

/** No record of the store has a `kind` of its own. */
function isRefusedChange<Stored extends object>(
  result: Stored | RefusedChange<Stored>,
): result is RefusedChange<Stored> {
  return 'kind' in result;
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
