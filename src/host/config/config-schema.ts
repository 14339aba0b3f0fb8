import Type, { type Static, type TProperties } from 'typebox';
import { AGENT_URL_EXPECTS, isHttpsUrl } from '../../core/openrtb/formats.ts';
import { FORMAT_PARTS } from '../../core/openrtb/known-formats.ts';
import { AdcpSchema } from '../../demand/buyer-schema.ts';
import { RiskMax } from '../../demand/campaigns/campaign-schema.ts';
import { CLOSED, Name } from '../../demand/entry-schema.ts';
import { EntrySchema, PARTNERS_MAX } from '../../demand/kinds.ts';
import { PUBLISHERS_MAX, Publisher } from '../../demand/publisher-schema.ts';
import {
  BaseUrl,
  DatabaseUrl,
  Domain,
  HttpUrl,
  keyList,
  PerSecond,
  RedisUrl,
  Token,
} from '../../lib/value-schemas.ts';
import { TROUBLE_IDS } from '../observe/troubles.ts';

/** The keys of the config file. docs/config.md documents each; a test holds the two together. */

export const Port = Type.Integer({ minimum: 0, maximum: 65535 });

const ADMIN_ROLES = ['admin', 'ads', 'read'] as const;

const TOKENS_MAX = 100;

/** The token of one person or program. The audit log has its name. */
const NamedToken = Type.Object(
  { name: Name, token: Token, role: Type.Enum([...ADMIN_ROLES]) },
  CLOSED,
);

const WEBHOOK_FORMATS = ['json', 'slack'] as const;

const WEBHOOKS_MAX = 20;

/** Where troubles of the exchange are told, and reports are sent. Without `only`, all troubles are. */
const Webhook = Type.Object(
  {
    name: Name,
    url: HttpUrl,
    secret: Token,
    format: Type.Enum([...WEBHOOK_FORMATS]),
    only: Type.Optional(Type.Array(Type.Enum([...TROUBLE_IDS]), { maxItems: TROUBLE_IDS.length })),
  },
  CLOSED,
);

const NOTICE_KEY_LENGTH_MIN = 32;

/** Each request compares its address with them one by one. */
const NETWORKS_MAX = 100;

const NetworkLimit = Type.Object({ network: Type.String(), perSecond: PerSecond }, CLOSED);

/** An object that may be missing, with no other keys. */
const section = <Keys extends TProperties>(keys: Keys) => Type.Optional(Type.Object(keys, CLOSED));

const FORMATS_MAX = 100;

/** A format of an agent, and what an ad needs to meet it. */
const Format = Type.Object(
  {
    agentUrl: Type.Refine(
      Type.String(),
      isHttpsUrl,
      (text) => `expected ${AGENT_URL_EXPECTS}, but got ${JSON.stringify(text)}`,
    ),
    id: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,100}$',
      expects: 'an id of 1 to 100 letters, digits, "-" or "_"',
    }),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    requires: Type.Array(Type.Enum([...FORMAT_PARTS]), { minItems: 1, maxItems: 6 }),
    titleLengthMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  CLOSED,
);

/** Clicks are accepted for 30 days. A fact that is dropped earlier could be recorded again. */
const KEEP_DAYS_MIN = 31;
const KEEP_DAYS_MAX = 36_500;

/** What was asked longer ago says little of tomorrow. */
const SAMPLE_DAYS_MAX = 90;

const KeepDays = Type.Integer({ minimum: KEEP_DAYS_MIN, maximum: KEEP_DAYS_MAX });

export const ConfigFileSchema = Type.Object(
  {
    listen: section({
      host: Type.Optional(Type.String({ minLength: 1 })),
      port: Type.Optional(Port),
      workers: Type.Optional(
        Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 256 })], {
          expects: '"auto" or an integer from 1 to 256',
        }),
      ),
      publicUrl: Type.Optional(BaseUrl),
      exchangeDomain: Type.Optional(Domain),
      tls: section({ cert: Type.String({ minLength: 1 }), key: Type.String({ minLength: 1 }) }),
    }),
    admin: section({
      host: Type.Optional(Type.String({ minLength: 1 })),
      port: Type.Optional(Port),
      token: Type.Optional(Token),
      tokens: Type.Optional(Type.Array(NamedToken, { maxItems: TOKENS_MAX })),
    }),
    portal: section({
      host: Type.Optional(Type.String({ minLength: 1 })),
      port: Type.Optional(Port),
      publicUrl: Type.Optional(BaseUrl),
    }),
    auction: section({
      timeoutMs: Type.Optional(Type.Integer({ minimum: 50, maximum: 5000 })),
      defaultType: Type.Optional(Type.Enum([1, 2])),
      referenceRates: Type.Optional(Type.Enum(['ecb'])),
      rates: Type.Optional(
        Type.Record(
          Type.String({ pattern: '^[A-Z]{3}$' }),
          Type.Number({ minimum: 0.000001, maximum: 1_000_000 }),
          { ...CLOSED, expects: 'an object with currency codes as keys, like EUR' },
        ),
      ),
    }),
    limits: section({
      globalPerSecond: Type.Optional(PerSecond),
      publisherPerSecond: Type.Optional(PerSecond),
      ipPerSecond: Type.Optional(PerSecond),
      networks: Type.Optional(Type.Array(NetworkLimit, { maxItems: NETWORKS_MAX })),
      trustedProxies: Type.Optional(Type.Array(Type.String())),
    }),
    access: Type.Optional(Type.Enum(['open', 'listed', 'keyed', 'verified'])),
    notices: section({ keys: Type.Optional(keyList(NOTICE_KEY_LENGTH_MIN)) }),
    alerts: section({
      webhooks: Type.Optional(Type.Array(Webhook, { maxItems: WEBHOOKS_MAX })),
    }),
    geo: section({
      database: Type.Optional(
        Type.String({ minLength: 1, expects: '"embedded", "none" or the path of an .mmdb file' }),
      ),
    }),
    redisUrl: Type.Optional(RedisUrl),
    databaseUrl: Type.Optional(DatabaseUrl),
    adcp: Type.Optional(AdcpSchema),
    campaigns: section({ riskMax: Type.Optional(RiskMax) }),
    ledger: section({
      keepDays: Type.Optional(KeepDays),
      sampleDays: Type.Optional(Type.Integer({ minimum: 0, maximum: SAMPLE_DAYS_MAX })),
    }),
    dataDir: Type.Optional(Type.String({ minLength: 1 })),
    formats: Type.Optional(Type.Array(Format, { maxItems: FORMATS_MAX })),
    partners: Type.Optional(Type.Array(EntrySchema, { maxItems: PARTNERS_MAX })),
    publishers: Type.Optional(Type.Array(Publisher, { maxItems: PUBLISHERS_MAX })),
  },
  CLOSED,
);

export type ConfigFile = Static<typeof ConfigFileSchema>;
export type WebhookConfig = Static<typeof Webhook>;
export type FormatConfig = Static<typeof Format>;
