import { opsOf } from '../lib/op.ts';
import type { Host } from './host.ts';

/** Declares an operation of a machine. */
export const op = opsOf<Host>();
