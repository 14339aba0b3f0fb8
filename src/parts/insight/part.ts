import type { Part } from '../../host/part.ts';
import { INSIGHT_OPS } from './operations.ts';

export const INSIGHT = {
  name: 'insight',
  commands: {
    replay: {
      summary: 'say what another floor, block or partner would have changed',
      run: async (args) => (await import('./command.ts')).replay(args),
    },
  },
  ops: INSIGHT_OPS,
} as const satisfies Part;
