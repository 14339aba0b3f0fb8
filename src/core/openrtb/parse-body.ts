import { parseJson } from '../../lib/json.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { VALUES_MAX } from './size-limits.ts';

/** The body of a bid request as JSON; one with too many values is refused before it is parsed (ruling 72). */
export function parseBody(text: string): { readonly value: unknown } | Refusal {
  const parsed = parseJson(text, VALUES_MAX.body);
  if (parsed.kind === 'json') return parsed;
  const { kind, reason } = parsed;
  return kind === 'fault' ? refuse.invalidJson(reason) : refuse.tooLarge(reason);
}
