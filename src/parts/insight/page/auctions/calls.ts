import { callsOf } from '../../../../ui/calls.ts';
import type { INSIGHT_OPS } from '../../operations.ts';

export const { useAsked } = callsOf<typeof INSIGHT_OPS>();
