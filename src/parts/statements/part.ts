import type { Part } from '../../host/part.ts';
import { STATEMENT_OPS } from './operations.ts';

export const STATEMENTS = {
  name: 'statements',
  ops: STATEMENT_OPS,
} as const satisfies Part;
