import type { OpName } from './op.ts';

/** The address of an operation, with what is in its braces filled in. */
export function addressOf(name: OpName, input: object): string {
  const values = input as Readonly<Record<string, unknown>>;
  const path = name.slice(name.indexOf(' ') + 1);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(values[part])),
  );
  const query = searchOf((values.query ?? {}) as object);
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** A query as it is in an address, without what is undefined or ''. A parameter with several values is repeated. */
export function searchOf(query: object): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  );
  const given = pairs.filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}
