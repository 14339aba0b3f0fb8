import { inTime } from '../../lib/in-time.ts';
import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { type Refusal, refuse } from '../../openrtb/refusal.ts';
import type { RefusedChange } from '../../store/refused-change.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { type ChangeRefusal, changeRefusal, refuseChange } from './change-refusal.ts';
import type { Role } from './identity.ts';
import type { Call, Route } from './route.ts';
import type { CampaignPath, ChangeCall } from './store-api.ts';
import { campaignResponse } from './store-document.ts';

/** What the routes of campaigns and of creatives have in common. */

/** A campaign with fifty creatives and long lists is a tenth of this. */
export const CAMPAIGN_BYTES_MAX = 256 * 1024;

/** As long as counts are kept. */
export const DELIVERY_DAYS_MAX = 800;

export type Answer = Response | Refusal | ChangeRefusal;

/** The role and the answer of a change, within the limits on changes. */
export type MakeChange = (
  role: Role,
  answer: (call: Call, body: string) => Promise<Answer>,
) => Pick<Route, 'role' | 'answer'>;

export function changeMaker(mayChange: (who: string) => boolean): MakeChange {
  return (role, answer) => ({
    role,
    async answer(call) {
      if (!mayChange(call.caller.who)) return refuseChange('tooMany', 'wait a minute');
      const body = await call.request.text();
      if (Buffer.byteLength(body) > CAMPAIGN_BYTES_MAX) {
        return refuse.tooLarge(`expected at most ${CAMPAIGN_BYTES_MAX} bytes`);
      }
      return answer(call, body);
    },
  });
}

const DATABASE_MS_MAX = 10_000;

const UNREACHABLE = refuseChange(
  'unavailable',
  'the database does not answer: campaigns serve as they are; try again, and look whether the change was made',
);

/** Everything here needs the database, which may be down or slow. */
export function whileReachable(answer: Route['answer']): Route['answer'] {
  return async (call) => {
    const work = Promise.resolve().then(() => answer(call));
    return inTime(work, DATABASE_MS_MAX, UNREACHABLE).catch(() => UNREACHABLE);
  };
}

export const NO_IF_MATCH = refuseChange(
  'unconditional',
  'expected the header If-Match with the ETag of the campaign that was changed',
);

/** `*` is no answer: it would approve what came after the look. */
export const NO_TAG_OF_REVIEW = refuseChange(
  'unconditional',
  'expected the header If-Match with the ETag of the version that was looked at, and not *',
);

/** The answer to a change. A change that was made is shown by `show`. */
export function answerOf(
  result: StoredCampaign | RefusedChange,
  name: string,
  show: (stored: StoredCampaign) => Response = campaignResponse,
): Answer {
  if (!('kind' in result)) return show(result);
  if (result.kind === 'not-found') return notThere(name);
  if (result.kind === 'done') return show(result.stored);
  return changeRefusal(result);
}

export function notThere(name: string): Refusal {
  return refuse.notFound(`the store has no "${name}"`);
}

export function pathOf(name: string): CampaignPath {
  const [partner = '', campaign = ''] = name.split('/');
  return { partner, campaign };
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

export function jsonOf(body: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' ? parsed.value : refuse.invalidJson(parsed.reason);
}

export function memberOf(body: string, name: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value[name] : undefined;
}

export function beforeOf(url: URL): number | undefined {
  const before = Number(url.searchParams.get('before') ?? Number.NaN);
  return Number.isSafeInteger(before) ? before : undefined;
}
