import { createHash, createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { isPublicIp, parseIp } from '../../lib/ip.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import { webTarget } from '../../lib/web-target.ts';
import { WEBHOOK_SIGNING } from './brand.ts';
import { refuse } from './errors.ts';
import type { AdcpVersion } from './versions.ts';

/** The webhooks that buyers name: addresses of strangers, which are called with what is ours to tell. */

const WEBHOOK_KEYS = {
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  token: Type.Optional(Type.String({ minLength: 16, maxLength: 4096 })),
  operation_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
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

/** The argument `push_notification_config` of tools. */
export const PushNotificationConfig = Type.Object(WEBHOOK_KEYS);

/** The argument `reporting_webhook` of tools. */
export const ReportingWebhook = Type.Object({
  ...WEBHOOK_KEYS,
  reporting_frequency: Type.Enum(['hourly', 'daily', 'monthly']),
});

type GivenWebhook = DeepReadonly<Static<typeof PushNotificationConfig>>;
type GivenReporting = DeepReadonly<Static<typeof ReportingWebhook>>;

/** Where a buyer is told of changes, or gets its reports. */
export type BuyerWebhook = {
  readonly url: string;
  /** With which the buyer has named it. */
  readonly task: string;
  /** In which messages are written. */
  readonly version: AdcpVersion;
  /** Come back in every message. */
  readonly operationId?: string;
  readonly token?: string;
  /** `RFC 9421`: messages are signed with the key of the exchange, and there are no credentials. */
  readonly scheme: 'Bearer' | 'HMAC-SHA256' | 'RFC 9421';
  /** The bearer token, or the secret that signs. */
  readonly credentials: string;
};

export type ReportFrequency = 'daily' | 'monthly';

/** What an account or a media buy names to be told at. */
export type Webhooks = {
  readonly notify?: BuyerWebhook;
  readonly reporting?: BuyerWebhook & { readonly frequency: ReportFrequency };
};

/** Reports come so long after the end of their day or month: notices of its last sales do too. */
export const REPORT_DELAY_MINUTES = 15;

/** In the transaction that keeps a record: it is looked at from now on, if it names a webhook. */
export async function follow(
  query: Query,
  key: string,
  { revision, definition }: { readonly revision: number; readonly definition: Webhooks },
): Promise<void> {
  if (definition.notify === undefined && definition.reporting === undefined) return;
  await query(
    `insert into buyer_told (key, revision, told, messages, reported_ms, reports)
    values ($1, cast($2 as bigint), '', 0, 0, 0)
    on conflict (key) do update set revision = excluded.revision`,
    [key, revision],
  );
}

/** For people and the audit: paths and queries of such addresses often have a secret too. */
export function shownWebhook(webhook: BuyerWebhook | undefined): string | undefined {
  return webhook && `${URL.parse(webhook.url)?.origin ?? '?'} (${webhook.scheme})`;
}

/** Takes `push_notification_config`. undefined: the call names none. */
export function acceptWebhook(
  given: GivenWebhook | null | undefined,
  { task, version }: Pick<BuyerWebhook, 'task' | 'version'>,
  argument = 'push_notification_config',
): BuyerWebhook | undefined {
  if (given == null) return undefined;
  const { url, token, operation_id: operationId, authentication } = given;
  const reason = faultOfUrl(url);
  if (reason !== undefined) {
    const field = `${argument}.url`;
    const suggestion = 'Name an https address that is reachable from the internet.';
    return refuse.invalid(field, reason, { suggestion });
  }
  return {
    url,
    task,
    version,
    ...(operationId != null && { operationId }),
    ...(token != null && { token }),
    scheme: authentication?.schemes[0] ?? 'RFC 9421',
    credentials: authentication?.credentials ?? '',
  };
}

/** Takes `reporting_webhook`. */
export function acceptReporting(
  given: GivenReporting | null | undefined,
  { version }: Pick<BuyerWebhook, 'version'>,
): (BuyerWebhook & { readonly frequency: ReportFrequency }) | undefined {
  const frequency = given?.reporting_frequency ?? 'daily';
  if (frequency === 'hourly') {
    return refuse.unsupported(
      'reporting_webhook.reporting_frequency',
      'expected daily or monthly, but got hourly',
      {
        suggestion:
          'Send daily or monthly: get_media_buy_delivery has the last minutes at any time.',
      },
    );
  }
  const task = 'media_buy_delivery';
  const webhook = acceptWebhook(given, { task, version }, 'reporting_webhook');
  return webhook && { ...webhook, frequency };
}

/** Names are looked up when they are called, and then only public addresses are. */
function faultOfUrl(url: string): string | undefined {
  const target = webTarget(url);
  // Of another host than it looks like: RFC 9421 signs the name as it is sent.
  if (target?.protocol !== 'https:' || !/^[\x21-\x7e]*$/.test(url)) {
    return 'expected an https address of at most 2048 ASCII characters';
  }
  if (target.username !== '' || target.password !== '' || target.hash !== '') {
    return 'expected an address without a password and without a fragment';
  }
  const ip = parseIp(target.hostname);
  return ip === undefined || isPublicIp(ip)
    ? undefined
    : 'expected a public address, but got one of an internal network';
}

type SignTerms = {
  readonly nowMs: number;
  /** Of one attempt: receivers refuse what comes twice with it. */
  readonly nonce: string;
  /** The key of the exchange, whose public half is in its JWKS. */
  readonly key: { readonly kid: string; readonly sign: (text: string) => Buffer };
};

/** How long a signature counts, in seconds. The protocol allows no more. */
const SIGNATURE_SECONDS = 300;

/** The headers with which a buyer knows a message as ours: one scheme, the one that the buyer has chosen. */
export function webhookHeaders(
  { url, scheme, credentials }: BuyerWebhook,
  body: string,
  { nowMs, nonce, key }: SignTerms,
): Readonly<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json' };
  const seconds = Math.floor(nowMs / 1000);
  if (scheme === 'Bearer') return { ...headers, Authorization: `Bearer ${credentials}` };
  if (scheme === 'HMAC-SHA256') {
    const hmac = createHmac('sha256', credentials).update(`${seconds}.${body}`);
    const signature = `sha256=${hmac.digest('hex')}`;
    return { ...headers, 'X-ADCP-Timestamp': String(seconds), 'X-ADCP-Signature': signature };
  }
  const target = new URL(url);
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = {
    '@method': 'POST',
    '@target-uri': canonicalUri(target),
    '@authority': target.host,
    'content-type': 'application/json',
    'content-digest': digest,
  };
  const names = Object.keys(covered).map((name) => `"${name}"`);
  const input = `(${names.join(' ')});created=${seconds};expires=${seconds + SIGNATURE_SECONDS};nonce="${nonce}";keyid="${key.kid}";alg="ed25519";tag="${WEBHOOK_SIGNING.profile}"`;
  const lines = Object.entries(covered).map(([name, value]) => `"${name}": ${value}`);
  const signature = key.sign([...lines, `"@signature-params": ${input}`].join('\n'));
  return {
    ...headers,
    'Content-Digest': digest,
    'Signature-Input': `sig1=${input}`,
    Signature: `sig1=:${signature.toString('base64url')}:`,
  };
}

/** RFC 3986, 6.2.2: what needs no escape has none, and the others are in upper case. */
export function canonicalUri({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search}`.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : escaped.toUpperCase();
  });
}
