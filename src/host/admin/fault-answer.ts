import { refuse } from '../../lib/refusal.ts';
import { ChangeRefusal } from './change-refusal.ts';
import type { RouteAnswer } from './route.ts';

/** Why something that was asked for is not done. */
type StatedFault = {
  readonly kind: 'not-found' | 'invalid' | 'busy' | 'not-allowed' | 'other-call';
  readonly reason: string;
  readonly field?: string | undefined;
};

export function faultAnswer({ kind, reason, field }: StatedFault): RouteAnswer {
  switch (kind) {
    case 'not-found':
      return refuse.notFound(reason);
    case 'invalid':
      return refuse.wrongValue(field ?? '', reason);
    case 'busy':
      return new ChangeRefusal('too-many', reason);
    case 'not-allowed':
    case 'other-call':
      return new ChangeRefusal(kind, reason);
  }
}
