import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { isObject } from '../../../src/lib/schema-fault.ts';

/** Where the schemas of the protocol say that they lie, whatever the version: they name each other by it, or by paths. */
const PUBLISHED = /^(?:https:\/\/adcontextprotocol\.org)?\/schemas\/[^/]+\//;

/** Each schema is known by its path in the folder, behind this. */
const BASE = 'https://schemas.invalid/';

/** The folder of the protocol that has the request and the answer of each tool. */
const AREAS = ['media-buy', 'account', 'creative', 'protocol', 'compliance'] as const;

/** Those that the schemas use. What Ajv does not know it would let through. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  hostname: (text) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
  'uri-template': (text) => !/\s/.test(text),
  YYYYMMDD: (text) => /^\d{8}$/.test(text),
};

export type SchemaFolder = ReturnType<typeof readSchemas>;

/** The schemas of one version of the protocol, as the package `adcp` of PyPI has them. */
export function readSchemas(folder: string) {
  const version = versionOf(folder);
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS, logger: false });
  const compiled = new Map<string, ValidateFunction>();
  const known = new Set<string>();
  const addWithAll = (path: string): void => {
    if (known.has(path)) return;
    known.add(path);
    const { $id: _, ...schema } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    const { rewritten, paths } = withOwnRefs(schema, path);
    ajv.addSchema(rewritten as object, `${BASE}${path}`);
    for (const next of paths) addWithAll(next);
  };
  const validatorOf = (path: string): ValidateFunction => {
    addWithAll(path);
    const found = compiled.get(path) ?? ajv.getSchema(`${BASE}${path}`);
    if (found === undefined) throw new Error(`${path} could not be read`);
    compiled.set(path, found);
    return found;
  };
  return {
    version,
    /** The file of a message of a tool. undefined: this version does not have the tool. */
    fileOf(tool: string, kind: 'request' | 'response'): string | undefined {
      const name = `${tool.replaceAll('_', '-')}-${kind}.json`;
      return AREAS.map((area) => `${area}/${name}`).find((path) => existsSync(join(folder, path)));
    },
    /** A sentence for each fault. */
    faultsOf(path: string, value: unknown): readonly string[] {
      const validate = validatorOf(path);
      if (validate(value)) return [];
      const faults = (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
      return [...new Set(faults)];
    },
  };
}

/** As requests name it: 3.2 of 3.2.4. */
function versionOf(folder: string): string {
  const file = join(folder, 'index.json');
  if (!existsSync(file)) {
    throw new Error(`expected schemas of AdCP in ${folder}: it has no index.json`);
  }
  const { adcp_version: full } = JSON.parse(readFileSync(file, 'utf8'));
  const version = /^\d+\.\d+/.exec(String(full))?.[0];
  if (version === undefined) throw new Error(`${file}: expected adcp_version, but got ${full}`);
  return version;
}

/** A schema whose references are to `BASE`, and the paths that they lead to. */
function withOwnRefs(schema: unknown, path: string): { rewritten: unknown; paths: string[] } {
  const paths: string[] = [];
  const resolve = (ref: string): string => {
    if (ref.startsWith('#')) return ref;
    const url = new URL(ref.replace(PUBLISHED, BASE), `${BASE}${path}`);
    paths.push(url.pathname.slice(1));
    return url.href;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inside]) => [
        key,
        key === '$ref' && typeof inside === 'string' ? resolve(inside) : walk(inside),
      ]),
    );
  };
  return { rewritten: walk(schema), paths };
}
