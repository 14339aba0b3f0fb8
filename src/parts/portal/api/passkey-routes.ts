import { json } from '../../../host/admin/headers.ts';
import { isHttps } from '../../../host/admin/login.ts';
import type { AdminRoute, Call, RouteAnswer } from '../../../host/admin/route.ts';
import type { PersonIdentity } from '../../../lib/op.ts';
import { refuse } from '../../../lib/refusal.ts';
import type { StoredPublisher } from '../../../store/stored-account.ts';
import type { AccountsApi } from '../../accounts/api/accounts-api.ts';
import { changeAnswer, jsonOf, type MakeChange } from '../../campaigns/api/store-call.ts';
import type { PortalPasskeys } from '../page/api.ts';
import type { PasskeySite, Passkeys } from './passkeys.ts';

export type PasskeyRouteParts = {
  readonly passkeys: Passkeys;
  readonly accounts: Pick<AccountsApi, 'people'>;
  /** Where people reach the pages, if it is known. */
  readonly portalUrl: string | undefined;
  readonly nowMs: () => number;
};

/** Where the browser of a call is. The origin of a change was compared with the host of the call. */
export function siteOf(request: Request, portalUrl: string | undefined): PasskeySite {
  const url = new URL(request.url);
  const scheme = isHttps(request, undefined) ? 'https' : 'http';
  const { origin, hostname } = new URL(portalUrl ?? `${scheme}://${url.host}`);
  return { origin, host: hostname };
}

/** The passkeys of whoever calls. Operators have none here. */
export function passkeyAnswers(
  { passkeys, accounts, portalUrl, nowMs }: PasskeyRouteParts,
  change: MakeChange,
) {
  const { people } = accounts;
  return {
    'GET /api/portal/passkeys': ofPerson((person) => json(shown(people.passkeysOf(person)))),
    'POST /api/portal/passkeys/options': change(
      ofPerson(async (person, { request }) => {
        const site = siteOf(request, portalUrl);
        const named = { id: person.person, name: person.who };
        return json(await passkeys.registration(site, named, people.passkeysOf(person)));
      }),
    ),
    'POST /api/portal/passkeys': change((call, body) =>
      ofPerson(async (person) => {
        const site = siteOf(call.request, portalUrl);
        const made = await passkeys.register(site, person.person, jsonOf(body));
        if (made === undefined) return NOT_MADE;
        const passkey = { ...made, person: person.person, madeMs: nowMs() };
        return changedAnswer(await people.addPasskey(person, passkey), person, call);
      })(call),
    ),
    'DELETE /api/portal/passkeys/{passkey}': change(
      ofPerson(async (person, call) =>
        changedAnswer(await people.removePasskey(person, call.parts[0] ?? ''), person, call),
      ),
    ),
  } satisfies Readonly<Record<string, AdminRoute['answer']>>;
}

const NOT_MADE = refuse.wrongValue(
  '',
  'expected the answer of a browser to the options of a few minutes ago, on this address',
);

const NO_PERSON_HERE = refuse.notFound('only people of a publisher have passkeys');

function ofPerson(
  answer: (person: PersonIdentity, call: Call) => RouteAnswer | Promise<RouteAnswer>,
) {
  return async (call: Call): Promise<RouteAnswer> => {
    const { caller } = call;
    return caller.role === 'publisher' ? answer(caller, call) : NO_PERSON_HERE;
  };
}

function changedAnswer(
  result: Awaited<ReturnType<AccountsApi['people']['addPasskey']>>,
  { person }: PersonIdentity,
  call: Call,
): RouteAnswer {
  return changeAnswer<StoredPublisher>(result, {
    call,
    noun: 'publisher',
    show: ({ access }) => json(shown(access.passkeys.filter((one) => one.person === person))),
  });
}

function shown(
  passkeys: readonly { readonly id: string; readonly madeMs: number }[],
): PortalPasskeys {
  return {
    rows: passkeys.map(({ id, madeMs }) => ({ id, madeAt: new Date(madeMs).toISOString() })),
  };
}
