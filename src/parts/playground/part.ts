import type { Part } from '../../host/part.ts';
import { PLAYGROUND_OPS } from './operations.ts';

export const PLAYGROUND = {
  name: 'playground',
  commands: {
    derive: {
      summary: 'say what the kit reads in conversations',
      run: async (args) => (await import('./command.ts')).derive(args),
    },
  },
  ops: PLAYGROUND_OPS,
} as const satisfies Part;
