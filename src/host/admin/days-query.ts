import { type Refusal, refuse } from '../../lib/refusal.ts';

type DaysBounds = { readonly usual: number; readonly max: number };

/** The parameter `days`: so many days up to now, today included. */
export function readDays(parameters: URLSearchParams, { usual, max }: DaysBounds) {
  const days = Number(parameters.get('days') ?? usual);
  const isRight = Number.isInteger(days) && days >= 1 && days <= max;
  return isRight ? days : wrong(max);
}

const wrong = (max: number): Refusal => refuse.wrongValue('days', `expected 1 to ${max}`);
