import Type, { type Static } from 'typebox';
import { isPublicIp, parseIp } from '../../lib/ip.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import { webTarget } from '../../lib/web-target.ts';
import type { AdcpVersion } from './versions.ts';

/** The webhooks that buyers name: addresses of strangers, which are called with what is ours to tell. */

const WEBHOOK_KEYS = {
  url: Type.Refine(Type.String({ minLength: 1, maxLength: 2048 }), isCallable, () => CALLABLE),
  token: Type.Optional(Type.String({ minLength: 16, maxLength: 4096 })),
  operation_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  /** Absent: messages are signed with the key of the exchange. */
  authentication: Type.Optional(
    Type.Object({
      schemes: Type.Array(Type.Enum(['Bearer', 'HMAC-SHA256']), { minItems: 1, maxItems: 1 }),
      // It stands in a header.
      credentials: Type.String({
        minLength: 32,
        maxLength: 4096,
        pattern: '^[\\x21-\\x7e]+$',
        expects: '32 to 4096 visible ASCII characters',
      }),
    }),
  ),
};

const CALLABLE =
  'expected a public https address of at most 2048 ASCII characters, without a password and a fragment';

/** Names are looked up when they are called, and then only public addresses are. */
function isCallable(url: string): boolean {
  const target = webTarget(url);
  // Otherwise it may be of another host than it looks like: RFC 9421 signs the name as it is sent.
  if (target?.protocol !== 'https:' || !/^[\x21-\x7e]*$/.test(url)) return false;
  if (target.username !== '' || target.password !== '' || target.hash !== '') return false;
  const ip = parseIp(target.hostname);
  return ip === undefined || isPublicIp(ip);
}

/** The argument `push_notification_config` of tools. */
export const PushNotificationConfig = Type.Object(WEBHOOK_KEYS);

/** Where a buyer is told of changes: by which tool it was named, and in which version it is told. */
export type BuyerWebhook = DeepReadonly<Static<typeof PushNotificationConfig>> & {
  readonly task: string;
  readonly version: AdcpVersion;
};

/** An account, a creative or a media buy. */
type FollowedRecord = {
  readonly id: string;
  readonly definition: { readonly notify?: BuyerWebhook };
};

/** In the transaction that keeps a record: it is looked at from now on, if it names a webhook. */
export async function follow(
  query: Query,
  { name }: { readonly name: string },
  { id, definition }: FollowedRecord,
): Promise<void> {
  if (definition.notify === undefined) return;
  await query(`insert into buyer_told (key, told) values ($1, '') on conflict do nothing`, [
    `${name}:${id}`,
  ]);
}

/** For people and the audit: paths and queries of such addresses often have a secret too. */
export const shownWebhook = (webhook: BuyerWebhook | undefined): string | undefined =>
  webhook &&
  `${URL.parse(webhook.url)?.origin} (${webhook.authentication?.schemes[0] ?? 'RFC 9421'})`;

/** Takes `push_notification_config`. undefined: the call names none. */
export function acceptWebhook(
  given: DeepReadonly<Static<typeof PushNotificationConfig>> | null | undefined,
  named: Pick<BuyerWebhook, 'task' | 'version'>,
): BuyerWebhook | undefined {
  if (given == null) return undefined;
  const { url, token, operation_id, authentication } = given;
  // What is not given has no key in the record.
  return JSON.parse(JSON.stringify({ url, token, operation_id, authentication, ...named }));
}

/** What a seller declares of the messages that it sends: how they are signed. */
export const WEBHOOK_SIGNING = {
  supported: true,
  profile: 'adcp/webhook-signing/v1',
  algorithms: ['ed25519'],
  legacy_hmac_fallback: true,
} as const;
