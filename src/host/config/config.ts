import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Type, { type TSchema } from 'typebox';
import type { PartnerConfig } from '../../demand/kinds.ts';
import type { PublisherConfig } from '../../demand/publisher-schema.ts';
import { boundedFaults } from '../../lib/faults.ts';
import { FileFault } from '../../lib/file-fault.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findFault, findFaults, isBranch, isObject, memberPath } from '../../lib/schema-fault.ts';
import { lineOfPath, parseYaml } from '../../lib/yaml.ts';
import { readReferenceRates, usdRatesOf } from '../currency/reference-rates.ts';
import { type ConfigFile, ConfigFileSchema, type FormatConfig, Port } from './config-schema.ts';
import { ADMIN_HOST_DEFAULT, contradictions } from './contradictions.ts';
import { DEFAULT_PARTNERS } from './default-partners.ts';

/** A section of the file with its defaults. Of its keys, only those that are `Open` may have no value. */
type Section<
  Name extends keyof ConfigFile,
  Open extends keyof Keys = never,
  Keys = NonNullable<ConfigFile[Name]>,
> = DeepReadonly<{ [Key in keyof Keys]-?: Keys[Key] | (Key extends Open ? undefined : never) }>;

export type Config = {
  /** Without the files of a certificate, the port speaks http. */
  readonly listen: Section<'listen', 'publicUrl' | 'exchangeDomain' | 'tls'>;
  /** `token` is one with every right, without a name. */
  readonly admin: Section<'admin', 'token'>;
  /** Of the pages of publishers. Without a port they are on that of `admin` alone. */
  readonly portal: Section<'portal', 'port' | 'publicUrl'>;
  /** `rates` are USD per unit of other currencies. `referenceDate` is the day of those that a central bank has published; absent: none are. */
  readonly auction: Omit<Section<'auction'>, 'referenceRates'> & {
    readonly referenceDate?: string;
  };
  readonly limits: Section<'limits'>;
  readonly access: NonNullable<ConfigFile['access']>;
  /** The first key signs, all verify. None: one is made and kept under `dataDir`. */
  readonly notices: Section<'notices'>;
  /** Whom troubles of the exchange are told. */
  readonly alerts: Section<'alerts'>;
  /** The database of countries: `embedded`, `none`, or the path of a file. */
  readonly geo: Section<'geo'>;
  /** undefined: this machine shares nothing with others. */
  readonly redisUrl: string | undefined;
  /** undefined: SQLite under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly adcp: Section<'adcp', 'publicUrl' | 'partner'>;
  /** What campaigns have where they do not say otherwise. `riskMax` is in USD. */
  readonly campaigns: Section<'campaigns'>;
  /** Facts of sales older than `keepDays` are dropped. undefined: none are. Samples of requests: 0 keeps none. */
  readonly ledger: Section<'ledger', 'keepDays'>;
  readonly dataDir: string;
  readonly partners: readonly DeepReadonly<PartnerConfig>[];
  /** A file that names none has those that come with Parley. */
  readonly partnersFrom: 'file' | 'defaults';
  readonly publishers: readonly DeepReadonly<PublisherConfig>[];
  readonly formats: readonly DeepReadonly<FormatConfig>[];
};

/** Why there is no config. */
export class ConfigFault extends FileFault {}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_FILE = 'parley.yaml';

/** The config of `PARLEY_CONFIG`, or of `parley.yaml` if the folder has one, or the defaults. */
export function loadConfig(env: Environment, folder: string): Config | ConfigFault {
  const file = configFile(env, folder);
  if (file !== undefined) return readConfig(file, env);
  const refuse = (faults: readonly KeyFault[]) =>
    new ConfigFault(boundedFaults(faults.map(({ path, reason }) => `${path}: ${reason}`)));
  return complete({}, { folder, env, conversion: ownRates({}), refuse });
}

/** The file that `loadConfig` reads, if any. */
export function configFile(env: Environment, folder: string): string | undefined {
  const named = env.PARLEY_CONFIG;
  if (named !== undefined && named !== '') return resolve(folder, named);
  const file = resolve(folder, DEFAULT_FILE);
  return existsSync(file) ? file : undefined;
}

/** All faults of the keys, or, where each key is right, all that keys contradict each other in. */
export function readConfig(file: string, env: Environment): Config | ConfigFault {
  const document = readDocument(file);
  if (document instanceof ConfigFault) return document;
  const where = (path: string) => {
    const line = lineOfPath(document, path);
    return line === undefined ? file : `${file}, line ${line}`;
  };
  const refuse = (faults: readonly KeyFault[], unlisted = 0) => {
    const sentences = faults.map(
      ({ path, reason }) => `${where(path)}: ${path === '' ? '' : `${path}: `}${reason}`,
    );
    return new ConfigFault(boundedFaults(sentences, unlisted));
  };
  const { value, faults, unlisted } = readKeys(document.value, env);
  if (faults.length > 0) return refuse(faults, unlisted);
  // No fault was found in it.
  const settings = withoutEmpty(value) as ConfigFile;
  const folder = dirname(file);
  const conversion = ratesFor(settings, dataDirOf(settings, folder, env));
  if ('fault' in conversion)
    return refuse([{ path: 'auction.referenceRates', reason: conversion.fault }]);
  const contradicting = [...contradictions(settings, conversion.rates)];
  if (contradicting.length > 0) return refuse(contradicting);
  return complete(settings, { folder, env, conversion, refuse });
}

function readDocument(file: string) {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return new ConfigFault(`${file} cannot be read: ${(error as Error).message}`);
  }
  const document = parseYaml(text);
  if ('value' in document) return document;
  const lines = text.split('\n');
  const sentences = document.faults.map(({ line, reason }) => {
    // `{ token: ${NAME} }` is what everybody writes first, and YAML sees a second mapping there.
    const isLikelyVariable = lines[line - 1]?.includes('${') === true;
    const hint = isLikelyVariable ? `; inside { } and [ ] write "\${NAME}", in quotes` : '';
    return `${file}, line ${line}: ${reason}${hint}`;
  });
  return new ConfigFault(boundedFaults(sentences));
}

/** Where the rates of the file are not all that there are: also the day of those that it refers to. */
type ConversionRates = Pick<Config['auction'], 'rates' | 'referenceDate'>;

function ownRates({ auction }: ConfigFile): ConversionRates {
  return { rates: auction?.rates ?? {} };
}

/** The rates of the file stand above those that it refers to. */
function ratesFor(file: ConfigFile, dataDir: string): ConversionRates | { readonly fault: string } {
  if (file.auction?.referenceRates === undefined) return ownRates(file);
  const reference = readReferenceRates(dataDir);
  if ('fault' in reference) return reference;
  const rates = { ...usdRatesOf(reference), ...file.auction.rates };
  return { rates, referenceDate: reference.date };
}

/** The environment over the file. */
function dataDirOf({ dataDir = 'data' }: ConfigFile, folder: string, env: Environment): string {
  return resolve(folder, env.PARLEY_DATA_DIR || dataDir);
}

type ConfigSource = {
  readonly conversion: ConversionRates;
  readonly folder: string;
  readonly env: Environment;
  readonly refuse: (faults: readonly KeyFault[]) => ConfigFault;
};

/** They stand for no path. */
const GEO_WORDS: ReadonlySet<string> = new Set(['embedded', 'none']);

const LIMITS_DEFAULT = { globalPerSecond: 10_000, publisherPerSecond: 1_000, ipPerSecond: 100 };

/** The file over the defaults, the environment over the file. */
function complete(
  file: ConfigFile,
  { folder, env, conversion, refuse }: ConfigSource,
): Config | ConfigFault {
  const given = readOverrides(env);
  if (given instanceof ConfigFault) return given;
  const { listen, admin, portal, auction, geo: { database = 'embedded' } = {} } = file;
  const inFolder = (path: string) => resolve(folder, path);
  const config: Config = {
    listen: {
      workers: 'auto',
      exchangeDomain: undefined,
      ...listen,
      host: given.host ?? listen?.host ?? '0.0.0.0',
      port: given.port ?? listen?.port ?? 8080,
      publicUrl: listen?.publicUrl?.replace(/\/+$/, ''),
      tls: listen?.tls && { cert: inFolder(listen.tls.cert), key: inFolder(listen.tls.key) },
    },
    admin: {
      host: ADMIN_HOST_DEFAULT,
      token: undefined,
      tokens: [],
      ...admin,
      port: given.adminPort ?? admin?.port ?? 8081,
    },
    portal: {
      host: ADMIN_HOST_DEFAULT,
      port: undefined,
      ...portal,
      publicUrl: portal?.publicUrl?.replace(/\/+$/, ''),
    },
    auction: {
      timeoutMs: auction?.timeoutMs ?? 500,
      defaultType: auction?.defaultType ?? 1,
      ...conversion,
    },
    limits: { ...LIMITS_DEFAULT, networks: [], trustedProxies: [], ...file.limits },
    access: file.access ?? 'open',
    notices: { keys: [], ...file.notices },
    alerts: { webhooks: [], ...file.alerts },
    geo: { database: GEO_WORDS.has(database) ? database : inFolder(database) },
    redisUrl: given.redisUrl ?? file.redisUrl,
    databaseUrl: given.databaseUrl ?? file.databaseUrl,
    adcp: completeAdcp(file),
    campaigns: { riskMax: 20, ...file.campaigns },
    ledger: { keepDays: undefined, sampleDays: 7, ...file.ledger },
    dataDir: dataDirOf(file, folder, env),
    partners: (file.partners ?? DEFAULT_PARTNERS).map((entry) =>
      'path' in entry && entry.path !== undefined
        ? { ...entry, path: inFolder(entry.path) }
        : entry,
    ),
    partnersFrom: file.partners === undefined ? 'defaults' : 'file',
    publishers: file.publishers ?? [],
    formats: file.formats ?? [],
  };
  const shared = sharedPort(config);
  return shared === undefined ? config : refuse([shared]);
}

/** Without a name, its campaigns are those of the only partner that has its campaigns in the store. */
function completeAdcp({ adcp = {}, partners }: ConfigFile): Config['adcp'] {
  const [only, ...others] = (partners ?? DEFAULT_PARTNERS).filter(
    ({ kind, ...entry }) => 'store' in entry && entry.store,
  );
  return {
    enabled: false,
    publicUrl: undefined,
    partner: others.length === 0 ? only?.name : undefined,
    buyers: [],
    products: [],
    ...adcp,
  };
}

/** The variables that stand above the file, held to the same rules. An empty one counts as unset. */
function readOverrides(env: Environment) {
  const { redisUrl, databaseUrl } = ConfigFileSchema.properties;
  const faults: string[] = [];
  function read<T>(name: string, schema: TSchema, parse: (text: string) => unknown = String) {
    const text = env[name] || undefined;
    const value = text && parse(text);
    const fault = value === undefined ? undefined : findFault(schema, value);
    if (fault !== undefined) faults.push(`the environment variable ${name}: ${fault.reason}`);
    return value as T | undefined;
  }
  const numberIn = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : text);
  const given = {
    host: read<string>('HOST', Type.String()),
    port: read<number>('PORT', Port, numberIn),
    adminPort: read<number>('ADMIN_PORT', Port, numberIn),
    redisUrl: read<string>('REDIS_URL', redisUrl),
    databaseUrl: read<string>('DATABASE_URL', databaseUrl),
  };
  return faults.length > 0 ? new ConfigFault(boundedFaults(faults)) : given;
}

type KeyFault = { readonly path: string; readonly reason: string };

/** The keys of a file with their variables, and what is wrong with each by itself. */
function readKeys(document: unknown, env: Readonly<Record<string, string | undefined>>) {
  const { value, unset } = fillVariables(document, env);
  const { shown, more: unlisted } = findFaults(ConfigFileSchema, value);
  const isUnset = new Set(unset.map(({ path }) => path));
  const faults: readonly KeyFault[] = [
    ...unset.map(({ path, name }) => ({
      path,
      reason: `the environment variable ${name} is not set`,
    })),
    ...shown
      .filter(({ path }) => !isUnset.has(path))
      .map(({ path, kind, reason }) => ({
        path,
        reason: kind === 'unknown' ? `unknown key; ${reason}` : reason,
      })),
  ];
  return { value, faults, unlisted };
}

/** A key with nothing behind it, as when all its lines are commented out, counts as absent. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([key, item]) => [key, withoutEmpty(item)]));
}

/** Two of a server's own ports that are one: the second could not be opened. */
function sharedPort({ listen, admin, portal }: Config): KeyFault | undefined {
  const ports = Object.entries({ listen, admin, portal });
  for (const [index, [name, { host, port }]] of ports.entries()) {
    const other = ports
      .slice(0, index)
      .find(([, before]) => before.port === port && hostsMeet(before.host, host));
    // 0 is any free port.
    if (!port || other === undefined) continue;
    const reason = `expected another port than that of ${other[0]}, but both are ${port}`;
    return { path: `${name}.port`, reason };
  }
  return undefined;
}

const ANY_HOST: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const hostsMeet = (one: string, other: string) =>
  one === other || ANY_HOST.has(one) || ANY_HOST.has(other);

/** Replaces `${NAME}` in every string by the environment variable, so that secrets stay out of the file. */
function fillVariables(file: unknown, env: Readonly<Record<string, string | undefined>>) {
  const unset: { readonly path: string; readonly name: string }[] = [];

  function fill(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
        const variable = env[name];
        if (variable === undefined) unset.push({ path, name });
        return variable ?? '';
      });
    }
    if (!isBranch(value)) return value;
    const filled = Object.entries(value).map(([key, item]): [string, unknown] => [
      key,
      fill(item, memberPath(path, key, value)),
    ]);
    return Array.isArray(value) ? filled.map(([, item]) => item) : Object.fromEntries(filled);
  }

  return { value: fill(file, ''), unset };
}
