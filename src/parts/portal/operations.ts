import Type from 'typebox';
import { readQuestion } from '../../core/exchange/request-rows.ts';
import { mayCall } from '../../host/admin/access.ts';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import { type AnswerOf, type Identity, type OpOf, told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { OptionalTime } from '../../lib/value-schemas.ts';
import { PUBLISHER, type StoredPublisher, shownSecret } from '../../store/account-kinds.ts';
import { EARNINGS_BY, EARNINGS_DAYS_MAX, type Earnings, earningsOf } from './earnings.ts';
import { integrationOf, type Snippet, snippetsOf } from './integration.ts';
import {
  adsOf,
  auctionOf,
  OUTCOMES,
  type PortalAd,
  type PortalAuction,
  type PortalRequests,
  requestsOf,
} from './requests.ts';
import { type PortalSettings, SettingsSchema, settingsOf, withSettings } from './settings.ts';

const LOOK = { role: 'read', openTo: 'publishers' } as const;
const CHANGE = { role: 'admin', openTo: 'publishers', ifMatch: 'required' } as const;

const DAYS_DEFAULT = 7;

type Asked = {
  readonly host: Host;
  readonly caller: Identity;
  readonly parts: { readonly publisher: string };
};

/** Does something for the publisher that a call is about. */
function own<T>(
  { host, parts: { publisher: id } }: Pick<Asked, 'host' | 'parts'>,
  work: (publisher: StoredPublisher) => T,
): T | Refusal {
  const found = host.records.get(PUBLISHER, id);
  return found === undefined ? refuse.notFound(`no publisher has the id "${id}"`) : work(found);
}

const needsKey = ({ work }: Host, { kept }: StoredPublisher): boolean =>
  work().setup.config.access === 'keyed' || kept.keys.length > 0;

type PortalInfo = ReturnType<typeof infoOf>;

function infoOf({ host, caller }: Asked, publisher: StoredPublisher) {
  const { id, state, definition, kept, source } = publisher;
  return {
    publisher: id,
    name: definition.seller?.name ?? null,
    state: state === 'deleted' ? 'paused' : state,
    isOperator: caller.role !== 'publisher',
    mayChange: mayCall(caller, CHANGE, id),
    /** One of the config is changed there. */
    isChangeable: source === 'store',
    publicUrl: host.publicUrl(),
    needsKey: needsKey(host, publisher),
    // Those of the config are not made or revoked here.
    keys: source === 'config' ? [] : kept.keys.map(shownSecret),
    /** Whether the parts that these pages are about are there. */
    parts: {
      statements: host.offers.monthsToClose !== undefined,
      supply: host.offers.heldPublishers !== undefined,
    },
  };
}

/** A publisher's own pages, beside what its people may call of other parts. */
export const PORTAL_OPS = [
  op('GET /api/publishers/{publisher}/own', {
    ...LOOK,
    summary: 'What its own pages say of a publisher and its keys',
    answer: told<PortalInfo>(),
    run: (call) => own(call, (publisher) => infoOf(call, publisher)),
  }),
  op('GET /api/publishers/{publisher}/earnings', {
    ...LOOK,
    summary: 'What it earned, against the week before',
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: EARNINGS_DAYS_MAX })),
      by: Type.Optional(Type.Enum([...EARNINGS_BY])),
    }),
    answer: told<Earnings>(),
    waitMsMax: 30_000,
    run({ host, parts, query: { days = DAYS_DEFAULT, by = 'day' } }) {
      return earningsOf(host, parts.publisher, { days, by });
    },
  }),
  op('GET /api/publishers/{publisher}/requests', {
    ...LOOK,
    summary: 'Its last requests that are remembered, and its refusals of today',
    query: Type.Object({
      outcome: Type.Optional(Type.Enum([...OUTCOMES])),
      find: Type.Optional(Type.String()),
      from: OptionalTime,
      to: OptionalTime,
      page: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answer: told<PortalRequests>(),
    run({ host, parts, query: { outcome, page = 1, find, from, to } }) {
      const asked = readQuestion({ find, from, to });
      return requestsOf(host, parts.publisher, { ...asked, outcome, page });
    },
  }),
  op('GET /api/publishers/{publisher}/requests/{request}', {
    ...LOOK,
    summary: 'One of its requests, without prices and names of those who lost',
    answer: told<PortalAuction>(),
    run: (call) =>
      own(call, async (publisher) => {
        const { request } = call.parts;
        const auction = await auctionOf(call.host, publisher, request);
        return (
          auction ?? refuse.notFound(`no request "${request}" of this publisher is remembered`)
        );
      }),
  }),
  op('GET /api/publishers/{publisher}/ads', {
    ...LOOK,
    summary: 'The ads of its last requests that were sold',
    answer: told<readonly PortalAd[]>(),
    run: (call) => own(call, (publisher) => adsOf(call.host, publisher)),
  }),
  op('GET /api/publishers/{publisher}/settings', {
    ...LOOK,
    summary: 'What it may change by itself, and within which bounds',
    answer: told<PortalSettings>(),
    run: (call) => own(call, settingsOf),
  }),
  op('PUT /api/publishers/{publisher}/settings', {
    ...CHANGE,
    summary: 'Replaces these settings',
    body: SettingsSchema,
    answer: told<PortalSettings>(),
    async run({ host, parts, by, body }) {
      const made = await host.store.change(PUBLISHER, parts.publisher, {
        action: 'change',
        by,
        next({ definition: before }) {
          const definition = withSettings(before, body);
          return definition instanceof Refusal ? definition : { definition };
        },
      });
      return made instanceof Refusal ? made : settingsOf(made);
    },
  }),
  op('GET /api/publishers/{publisher}/integration', {
    ...LOOK,
    summary: 'How far the integration is, by its last request in test mode; and code for pasting',
    answer: told<
      Awaited<ReturnType<typeof integrationOf>> & { readonly snippets: readonly Snippet[] }
    >(),
    run: (call) =>
      own(call, async (publisher) => ({
        ...(await integrationOf(call.host, publisher.id)),
        snippets: snippetsOf({
          publisher: publisher.id,
          publicUrl: call.host.publicUrl(),
          needsKey: needsKey(call.host, publisher),
        }),
      })),
  }),
] as const;

/** What a publisher's pages are answered: `PortalAnswer<'own'>`. */
export type PortalAnswer<Path extends string> = AnswerOf<
  OpOf<typeof PORTAL_OPS, `GET /api/publishers/{publisher}/${Path}`>
>;
