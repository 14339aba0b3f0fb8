import type { Fleet } from './fleet.ts';
import { createRandom } from './random.ts';

/** One part fails for some time and comes back. */
type Blow = {
  readonly name: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
};

/** When something was failing. */
export type Trouble = { readonly name: string; readonly fromMs: number; readonly toMs: number };

const HOLD_MS_MIN = 500;
const HOLD_MS_MAX = 3000;
const CALM_MS = 500;

/** Kills, stops and restarts each part once and then by chance, for so many seconds at least. */
export async function runChaos(
  fleet: Fleet,
  {
    seed,
    seconds,
    say,
  }: { readonly seed: number; readonly seconds: number; readonly say: (text: string) => void },
): Promise<readonly Trouble[]> {
  const random = createRandom(seed);
  const blows = blowsOf(fleet);
  const shuffled = blows
    .map((blow) => ({ blow, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ blow }) => blow);
  const troubles: Trouble[] = [];
  const untilMs = Date.now() + seconds * 1000;
  for (let count = 0; count < shuffled.length || Date.now() < untilMs; count++) {
    const blow = shuffled[count] ?? blows[Math.floor(random() * blows.length)];
    if (blow === undefined) break;
    const fromMs = Date.now();
    say(`${blow.name}\n`);
    await blow.begin();
    await Bun.sleep(HOLD_MS_MIN + random() * (HOLD_MS_MAX - HOLD_MS_MIN));
    await blow.end();
    troubles.push({ name: blow.name, fromMs, toMs: Date.now() });
    await Bun.sleep(CALM_MS);
  }
  return troubles;
}

function blowsOf({ machines, redis, postgres, balancer, dsp }: Fleet): readonly Blow[] {
  const [first, second, ...others] = machines;
  const broken = () => new Response('no', { status: 500 });
  const fine = () => new Response(null, { status: 204 });
  return [
    ...[first, ...others]
      .flatMap((machine) => machine ?? [])
      .map((machine) => ({
        ...{ name: `${machine.name} is killed`, begin: machine.kill, end: machine.start },
      })),
    ...(second === undefined
      ? []
      : [{ name: `${second.name} hangs`, begin: second.pause, end: second.resume }]),
    ...redis.nodes.map((node, index) =>
      index === 0
        ? { name: 'Redis node 1 is killed', begin: node.kill, end: node.start }
        : { name: `Redis node ${index + 1} hangs`, begin: node.pause, end: node.resume },
    ),
    { name: 'Postgres is killed', begin: postgres.kill, end: postgres.start },
    { name: 'the balancer is killed', begin: balancer.kill, end: balancer.start },
    {
      ...{
        name: 'the partner fails',
        begin: () => dsp.answer(broken),
        end: () => dsp.answer(fine),
      },
    },
  ];
}
