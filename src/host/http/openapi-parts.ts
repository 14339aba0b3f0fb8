import { PUBLIC_CODES, type PublicCode } from '../../lib/refusal-codes.ts';
import { ASKS_TO_RETRY } from './reply.ts';

/** The parts that the paths of the OpenAPI document of the public port have in common. */

/** The refusals that a path can answer with, by their status. */
export function errorsOf(codes: readonly PublicCode[]) {
  const byStatus = Map.groupBy(codes, (code) => PUBLIC_CODES[code].status);
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, errorResponse(same)]));
}

const COMMON_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

export function errorResponse(codes: readonly PublicCode[]) {
  return {
    description: codes.map((code) => `${code}: ${PUBLIC_CODES[code].words}`).join('\n\n'),
    headers: codes.some((code) => ASKS_TO_RETRY.has(code)) ? headers('Retry-After') : headers(),
    content: { 'application/json': { schema: reference('Error') } },
  };
}

export function headers(...own: readonly string[]) {
  return Object.fromEntries(
    [...COMMON_HEADERS, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export function reference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

/** `imp.js` → `ImpJs` */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
