import type { TSchema } from 'typebox';
import { ConfigFileSchema } from '../src/host/config/config-schema.ts';
import type { ReadableSchema } from '../src/lib/schema-fault.ts';

export type ConfigKey = {
  /** `listen.port`, `partners[].url` */
  readonly path: string;
  /** The kinds of partner that take the key; empty where there are no kinds. */
  readonly kinds: readonly string[];
};

/** What other pages describe: the conditions of campaigns, and the keys of RFC 7517. */
const DESCRIBED_ELSEWHERE: ReadonlySet<string> = new Set([
  'adcp.products[].targeting.include',
  'adcp.products[].targeting.exclude',
  'adcp.buyers[].signingKeys',
]);

/** Every key of the config file that holds a value of its own. */
export function configKeys(): readonly ConfigKey[] {
  const kindsByPath = new Map<string, string[]>();
  const schema: TSchema = ConfigFileSchema;
  collect(schema as ReadableSchema, '', undefined, (path, kind) => {
    const kinds = kindsByPath.get(path) ?? [];
    kindsByPath.set(path, kind === undefined ? kinds : [...kinds, kind]);
  });
  return [...kindsByPath].map(([path, kinds]) => ({ path, kinds }));
}

type Found = (path: string, kind: string | undefined) => void;

function collect(
  schema: ReadableSchema,
  path: string,
  kind: string | undefined,
  found: Found,
): void {
  const { properties, items, anyOf, discriminator } = schema;
  if (DESCRIBED_ELSEWHERE.has(path)) {
    found(path, kind);
  } else if (properties !== undefined) {
    for (const [name, property] of Object.entries(properties)) {
      collect(property, path === '' ? name : `${path}.${name}`, kind, found);
    }
  } else if (items !== undefined && hasKeys(items)) {
    collect(items, `${path}[]`, kind, found);
  } else if (anyOf !== undefined && discriminator !== undefined) {
    for (const option of anyOf) {
      collect(option, path, String(option.properties?.[discriminator]?.const), found);
    }
  } else {
    found(path, kind);
  }
}

function hasKeys(schema: ReadableSchema): boolean {
  return schema.properties !== undefined || schema.discriminator !== undefined;
}
