import type { Trouble } from '../../host/admin/answers.ts';
import type { Log } from '../../lib/log.ts';

/** Rounds without it after which a trouble is over: one that comes and goes faster is one. */
const ROUNDS_WITHOUT_MAX = 3;

type Logged = { readonly trouble: Trouble; roundsWithout: number };

/** Logs each trouble when it begins, again when something else is to be done, and when it is over. */
export function createTroubleLog(log: Pick<Log, 'info' | 'warn' | 'error'>) {
  const open = new Map<string, Logged>();

  function logBegin({ id, partner, kind, what, effect, advice, docs }: Trouble): void {
    const facts = { trouble: id, partner, effect, advice, docs };
    if (kind === 'bad') log.error(facts, what);
    else log.warn(facts, what);
  }

  /** To be called with all that is wrong, at regular times. */
  return (troubles: readonly Trouble[]): void => {
    const lasting = troubles.filter(({ kind }) => kind !== 'over');
    const present = new Map(lasting.map((trouble) => [keyOf(trouble), trouble]));
    for (const [key, trouble] of present) {
      if (open.get(key)?.trouble.advice !== trouble.advice) logBegin(trouble);
      open.set(key, { trouble, roundsWithout: 0 });
    }
    for (const [key, one] of open) {
      if (present.has(key) || ++one.roundsWithout < ROUNDS_WITHOUT_MAX) continue;
      open.delete(key);
      const { id, partner, what } = one.trouble;
      log.info({ trouble: id, partner }, `over: ${what}`);
    }
  };
}

const keyOf = ({ id, partner }: Trouble) => `${id} ${partner}`;
