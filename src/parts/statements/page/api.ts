import { callsOf } from '../../../ui/calls.ts';
import type { STATEMENT_OPS } from '../operations.ts';

export const { call, useAsked } = callsOf<typeof STATEMENT_OPS>();
