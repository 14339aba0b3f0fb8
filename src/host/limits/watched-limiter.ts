import { createHash } from 'node:crypto';
import {
  type Admission,
  type Admitted,
  type Limiter,
  type LimitState,
  SCOPES,
  type Scope,
} from '../../core/exchange/limiter.ts';
import { networkOf } from '../../lib/ip.ts';
import { type BusyName, createBusy } from './busy.ts';
import { publisherName } from './name-hash.ts';

/** The busiest callers and publishers, as one process counted them. */
export type LimitUse = ReturnType<LimitWatch['look']>;

/** Only the busiest names of each scope are reported. */
const NAMES_REPORTED_MAX = 100;
const EVERYONE = '';

const PEAKS_MAX = 256;
const PEAK_SECONDS = 10;

type Peak = { readonly scope: Scope; readonly name: string; readonly peak: number };

export type LimitWatch = ReturnType<typeof createLimitWatch>;

/** Counts the requests that limiters see, and those that they refuse. It outlives each limiter. */
export function createLimitWatch() {
  const busy = { global: createBusy(1), publisher: createBusy(), ip: createBusy() };

  function noteRefusal({ isAdmitted, state }: Admission, ip: string, publisher?: string): void {
    if (isAdmitted) return;
    const names = { global: EVERYONE, ip, publisher: publisher ?? EVERYONE };
    busy[state.scope].countRefused(names[state.scope], secondOf(state));
  }

  return {
    watched: (limiter: Limiter): Limiter => ({
      look: limiter.look,
      admit(ip) {
        const admission = limiter.admit(ip);
        const second = secondOf(admission.state);
        busy.global.count(EVERYONE, second);
        busy.ip.count(ip, second);
        noteRefusal(admission, ip);
        return admission;
      },
      settle(admitted: Admitted) {
        const { ip, state } = admitted;
        const publisher = admitted.publisher && publisherName(admitted.publisher);
        if (publisher !== undefined) busy.publisher.count(publisher, secondOf(state));
        const admission = limiter.settle(admitted);
        noteRefusal(admission, ip, publisher);
        return admission;
      },
    }),
    /** Reports addresses by their network only; a salted tag keeps two of one network apart. */
    look(nowMs: number, salt: string) {
      const nowSec = Math.floor(nowMs / 1000);
      const busiest = (scope: Scope) => busy[scope].busiest(nowSec, NAMES_REPORTED_MAX);
      const names: Readonly<Record<Scope, readonly BusyName[]>> = {
        // A single row, with an empty name.
        global: busiest('global'),
        publisher: busiest('publisher'),
        ip: busiest('ip').map((one) => ({ ...one, name: shortName(one.name, salt) })),
      };
      return { nowSec, names };
    },
    /** The names of each scope with the most requests in one of the last seconds, and how many these were. */
    peaks: (nowMs: number): readonly Peak[] =>
      SCOPES.flatMap((scope) =>
        busy[scope].busiest(Math.floor(nowMs / 1000), PEAKS_MAX).map(({ name, asked }) => ({
          scope,
          name,
          peak: Math.max(...asked.slice(-PEAK_SECONDS)),
        })),
      ),
  };
}

/** The second that the request was counted in: its window resets one second later. */
const secondOf = ({ resetSec }: LimitState) => resetSec - 1;

const TAG_CHARACTERS = 4;

/**
 * `192.0.2.77` → `192.0.2.0 ~3fa1`: the network and a tag, but not the address. A network with a limit of its
 * own comes from the config and keeps its name.
 */
function shortName(ip: string, salt: string): string {
  if (isNetwork(ip)) return ip;
  const tag = createHash('sha256').update(`${salt} ${ip}`).digest('hex').slice(0, TAG_CHARACTERS);
  return `${networkOf(ip.replace(/\/64$/, '')) ?? ''} ~${tag}`;
}

/** `192.0.2.0/24`; a single IPv6 caller is a /64. */
const isNetwork = (name: string) => name.includes('/') && !name.endsWith('::/64');
