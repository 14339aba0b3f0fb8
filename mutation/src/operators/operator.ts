import type { Edit } from '../mutant.ts';
import type { Site } from '../syntax.ts';

export type Change = Omit<Edit, 'operator'>;

/** Says which changes it can make at a place of a file; none for most places. */
export type Operator = (site: Site, text: string) => readonly Change[];

/** The position of an operator's own characters, which stand somewhere after its left side. */
export function swapToken(
  text: string,
  after: number,
  token: string,
  replacement: string,
): readonly Change[] {
  const start = text.indexOf(token, after);
  return start === -1 ? [] : [{ start, end: start + token.length, replacement }];
}
