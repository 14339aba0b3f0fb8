import { readBought } from '../../test/notices/exchange.ts';
import { sum } from '../measure/figures.ts';

/** What callers have sent to all machines, and been told. */
export type Traffic = {
  readonly requests: number;
  readonly sold: number;
  readonly notices: number;
  /** Neither sold nor a 204. */
  readonly refused: number;
};

export type TrafficOptions = {
  readonly ports: readonly number[];
  readonly bodies: readonly string[];
  readonly perSecond: number;
  readonly ms: number;
  /** The notices of one sale in so many are sent. */
  readonly toldOneIn: number;
};

const STEP_MS = 5;

/** Requests at a fixed rate, to each machine in turn, and notices of some sales to the machine after it. */
export async function runTraffic(options: TrafficOptions): Promise<Traffic> {
  const { ports, bodies, perSecond, ms, toldOneIn } = options;
  let [sold, notices, refused] = [0, 0, 0];
  const portOf = (index: number) => ports[index % ports.length];

  async function ask(index: number): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${portOf(index)}/openrtb2`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: bodies[index % bodies.length] ?? '',
    });
    const text = await response.text();
    if (response.status === 200) {
      if (sold++ % toldOneIn === 0) await tell(text, index + 1);
    } else if (response.status !== 204) refused++;
  }

  async function tell(text: string, index: number): Promise<void> {
    const { nurl, burl = '', impression } = readBought(text, '');
    for (const url of [nurl, burl, impression]) {
      if (url === '') continue;
      const at = new URL(url);
      const response = await fetch(`http://127.0.0.1:${portOf(index)}${at.pathname}${at.search}`);
      await response.arrayBuffer();
      if (response.ok) notices++;
    }
  }

  const asked: Promise<number>[] = [];
  const startMs = performance.now();
  for (let due = 0; performance.now() < startMs + ms; await Bun.sleep(STEP_MS)) {
    due = ((performance.now() - startMs) * perSecond) / 1000;
    while (asked.length < due) {
      asked.push(
        ask(asked.length).then(
          () => 0,
          () => 1,
        ),
      );
    }
  }
  const failed = sum(await Promise.all(asked));
  return { requests: asked.length, sold, notices, refused: refused + failed };
}
