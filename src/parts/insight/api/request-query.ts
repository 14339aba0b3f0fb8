import { type RequestQuestion, readQuestion } from '../../../core/exchange/request-rows.ts';
import { type Refusal, refuse } from '../../../lib/refusal.ts';

/** A time that is none is refused: as no time at all, it would find what nobody asked for. */
export function requestQuestion(parameters: URLSearchParams): RequestQuestion | Refusal {
  const question = readQuestion(parameters);
  for (const name of ['from', 'to'] as const) {
    const text = question[name];
    if (text === '' || !Number.isNaN(Date.parse(text))) continue;
    return refuse.wrongValue(name, `expected a time like 2026-11-01T09:30Z, but got "${text}"`);
  }
  return question;
}
