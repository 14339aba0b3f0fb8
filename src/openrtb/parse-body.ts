import { parseJson } from '../lib/json.ts';
import { type Refusal, refuse } from './refusal.ts';
import { VALUES_MAX } from './size-limits.ts';

/** The body of a bid request as JSON; one with too many values is refused before it is parsed (ruling 72). */
export function parseBody(text: string): { readonly value: unknown } | Refusal {
  const parsed = parseJson(text, VALUES_MAX.body);
  switch (parsed.kind) {
    case 'json':
      return parsed;
    case 'fault':
      return refuse.invalidJson(parsed.reason);
    case 'too-many-values':
      return refuse.tooLarge(parsed.reason);
  }
}
