import { createChance } from '../../chance.ts';
import type { Blow, BlowReport, Span } from './blow.ts';
import { blowsOf } from './blows.ts';
import type { Fleet } from './fleet.ts';

/** When something was failing, and what came of it. */
export type Trouble = Span & BlowReport & Pick<Blow, 'name' | 'stalls'>;

export type Plan = {
  readonly seed: number;
  /** Goes on by chance for so long at least, or ends after one blow of each kind. */
  readonly seconds: number | 'short';
  /** Only blows whose name has this text. */
  readonly only: string;
};

const HOLD_MS_MIN = 500;
const HOLD_MS_MAX = { short: 1000, long: 4000 } as const;
const CALM_MS = { short: 200, long: 500 } as const;

/** Kills and stops each part once and then by chance, in an order that the seed decides. */
export async function runChaos(
  fleet: Fleet,
  { seed, seconds, only }: Plan,
  say: (text: string) => void,
): Promise<readonly Trouble[]> {
  const random = createChance(seed);
  const length = seconds === 'short' ? 'short' : 'long';
  const shuffled = blowsOf(fleet)
    .filter(({ name }) => name.includes(only))
    .map((blow) => ({ blow, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ blow }) => blow);
  const planned = length === 'short' ? oneOfEachKind(shuffled) : shuffled;
  const untilMs = seconds === 'short' ? 0 : Date.now() + seconds * 1000;
  const troubles: Trouble[] = [];
  for (let count = 0; count < planned.length || Date.now() < untilMs; count++) {
    const blow = planned[count] ?? planned[Math.floor(random() * planned.length)];
    if (blow === undefined) break;
    const { name, stalls } = blow;
    const fromMs = Date.now();
    say(`${name}\n`);
    await blow.begin();
    await Bun.sleep(HOLD_MS_MIN + random() * (HOLD_MS_MAX[length] - HOLD_MS_MIN));
    await blow.end();
    troubles.push({ name, stalls, ...blow.report?.(), fromMs, toMs: Date.now() });
    await Bun.sleep(CALM_MS[length]);
  }
  return troubles;
}

function oneOfEachKind(blows: readonly Blow[]): readonly Blow[] {
  return [...new Map(blows.map((blow) => [blow.kind, blow])).values()];
}
