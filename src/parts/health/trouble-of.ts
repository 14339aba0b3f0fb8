import type { Trouble } from '../../host/admin/answers.ts';
import { docsOf, TROUBLES, type TroubleId } from '../../host/observe/troubles.ts';

type FoundTrouble = Pick<Trouble, 'kind' | 'what' | 'partner' | 'lastMs' | 'page'> & {
  /** Where it differs from that of every other time. */
  readonly effect?: string | undefined;
  /** Where the cause is known. */
  readonly advice?: string | undefined;
};

/** A trouble with what the table says of it. */
export function troubleOf(id: TroubleId, found: FoundTrouble): Trouble {
  const { effect, advice } = TROUBLES[id];
  return {
    id,
    ...found,
    effect: found.effect ?? effect,
    advice: found.advice ?? advice,
    docs: docsOf(id),
  };
}
