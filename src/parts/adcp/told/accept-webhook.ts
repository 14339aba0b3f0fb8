import Type, { type Static } from 'typebox';
import { isPublicIp, parseIp } from '../../../lib/ip.ts';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { webTarget } from '../../../lib/web-target.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { ReportFrequency } from '../records/buy-record.ts';
import type { BuyerWebhook, WebhookTask } from '../records/buyer-webhook.ts';
import type { AdcpVersion } from '../versions.ts';

/** Takes the webhooks that buyers name. They are addresses of strangers, and are called with what is ours to tell. */

const TEXT_LENGTH_MAX = 4096;
const URL_LENGTH_MAX = 2048;
/** As the protocol has it. */
const CREDENTIALS_LENGTH_MIN = 32;
const TOKEN_LENGTH_MIN = 16;
const OPERATION_ID_LENGTH_MAX = 255;

const WEBHOOK_KEYS = {
  url: Type.String({ minLength: 1, maxLength: URL_LENGTH_MAX }),
  token: Type.Optional(Type.String({ minLength: TOKEN_LENGTH_MIN, maxLength: TEXT_LENGTH_MAX })),
  operation_id: Type.Optional(Type.String({ minLength: 1, maxLength: OPERATION_ID_LENGTH_MAX })),
  authentication: Type.Optional(
    Type.Object({
      schemes: Type.Array(Type.Enum(['Bearer', 'HMAC-SHA256']), { minItems: 1, maxItems: 1 }),
      // It stands in a header.
      credentials: Type.String({
        minLength: CREDENTIALS_LENGTH_MIN,
        maxLength: TEXT_LENGTH_MAX,
        pattern: '^[\\x21-\\x7e]+$',
        expects: `${CREDENTIALS_LENGTH_MIN} to ${TEXT_LENGTH_MAX} visible ASCII characters`,
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

type WebhookTerms = {
  readonly task: WebhookTask;
  readonly version: AdcpVersion;
};

/** Takes `push_notification_config`. Without credentials, messages are signed with the key of the exchange (RFC 9421). */
export function acceptWebhook(
  given: GivenWebhook,
  { task, version }: WebhookTerms,
  argument = 'push_notification_config',
): BuyerWebhook | AdcpError {
  const { url, token, operation_id: operationId, authentication } = given;
  const reason = faultOfUrl(url);
  if (reason !== undefined) {
    const field = `${argument}.url`;
    return fail.invalid(`${field}: ${reason}`, { field, suggestion: SUGGESTION });
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
  given: GivenReporting,
  terms: Omit<WebhookTerms, 'task'>,
): (BuyerWebhook & { readonly frequency: ReportFrequency }) | AdcpError {
  const { reporting_frequency: frequency } = given;
  if (frequency === 'hourly') return HOURLY;
  const ofReports = { ...terms, task: 'media_buy_delivery' } as const;
  const webhook = acceptWebhook(given, ofReports, 'reporting_webhook');
  return isAdcpError(webhook) ? webhook : { ...webhook, frequency };
}

/** Names are looked up when they are called, and then only public addresses are. */
function faultOfUrl(url: string): string | undefined {
  const target = webTarget(url);
  // Of another host than it looks like: RFC 9421 signs the name as it is sent.
  if (target === undefined || !/^[\x21-\x7e]*$/.test(url)) return NO_WEB_ADDRESS;
  if (target.username !== '' || target.password !== '' || target.hash !== '') return WITH_MORE;
  const ip = parseIp(target.hostname);
  if (target.protocol !== 'https:') return NO_WEB_ADDRESS;
  return ip !== undefined && !isPublicIp(ip) ? NOT_PUBLIC : undefined;
}

const NO_WEB_ADDRESS = `expected an https address of at most ${URL_LENGTH_MAX} ASCII characters`;
const WITH_MORE = 'expected an address without a password and without a fragment';
const NOT_PUBLIC = 'expected a public address, but got one of an internal network';
const SUGGESTION = 'Name an https address that is reachable from the internet.';

const HOURLY = fail.unsupported('expected daily or monthly, but got hourly', {
  field: 'reporting_webhook.reporting_frequency',
  suggestion: 'Send daily or monthly: get_media_buy_delivery has the last minutes at any time.',
});
