import { told } from '../../lib/op.ts';
import { op } from '../op.ts';
import { adminApiDocument } from './openapi.ts';

/** What every machine answers, whatever its parts. */
export const MACHINE_OPS = [
  op('GET /openapi.json', {
    role: 'read',
    summary: 'This document',
    answer: told<object>(),
    run: ({ host }) => adminApiDocument(host.ops),
  }),
] as const;
