import type { Trouble } from '../../host/admin/answers.ts';
import type { TroubleId } from '../../host/observe/troubles.ts';

/** They say that notices are refused, so that no other trouble may say that they are kept, or that money is exact. */
const DENYING: ReadonlySet<TroubleId> = new Set(['journal-blocked', 'notices-refused']);

/** How effects say it. The longer ones first. */
const CLAIMS: readonly (readonly [claim: string, without: string])[] = [
  [' and notices are kept in the journals, so no money is lost.', '.'],
  [', notices are kept and money is exact.', '.'],
  [' Notices are kept and money is exact.', ''],
  [' and money is exact.', '.'],
  [', and notices are kept.', '.'],
  [' Notices are kept.', ''],
  [' and notices are kept', ''],
  [' It still takes notices, and leaves budgets alone.', ' It leaves budgets alone.'],
];

const OTHER_SAYS = ' Another trouble says what becomes of notices.';

/** All troubles, without what one of them denies another. */
export function withoutDeniedClaims(troubles: readonly Trouble[]): readonly Trouble[] {
  if (!troubles.some(({ id }) => DENYING.has(id))) return troubles;
  return troubles.map((trouble) => {
    if (DENYING.has(trouble.id)) return trouble;
    const found = CLAIMS.find(([claim]) => trouble.effect.includes(claim));
    if (found === undefined) return trouble;
    return { ...trouble, effect: `${trouble.effect.replace(...found)}${OTHER_SAYS}` };
  });
}
