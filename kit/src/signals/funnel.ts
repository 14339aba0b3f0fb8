import type { Funnel, IntentValue, Price } from './signals.ts';

/** How near to buying: the intent says it, and the behaviour makes it nearer. */
export function funnelOf(
  intent: IntentValue,
  behaviours: readonly string[],
  price: Price | null,
): Funnel {
  const has = (behaviour: string) => behaviours.includes(behaviour);
  if (intent === 'purchase_inquiry') {
    if (has('ready_to_buy')) return { stage: 'conversion', progress: 0.9 };
    const isConcrete =
      price !== null || has('urgency') || has('deal_seeking') || has('where_to_buy');
    return isConcrete
      ? { stage: 'intent', progress: 0.7 }
      : { stage: 'consideration', progress: 0.5 };
  }
  if (intent === 'comparison' || intent === 'objection_handling') {
    return { stage: 'consideration', progress: 0.4 };
  }
  return { stage: 'awareness', progress: 0.1 };
}
