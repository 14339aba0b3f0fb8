import { notify, type RealMachine } from './machine.ts';

/** Requests of every kind, a few at once, until it is stopped: something to look at. */
export function startTraffic(machine: RealMachine): { readonly stop: () => Promise<void> } {
  let isStopping = false;
  const pick = <T>(...values: readonly [T, ...T[]]): T =>
    values[Math.floor(Math.random() * values.length)] ?? values[0];
  const happens = (share: number) => Math.random() < share;

  async function one(): Promise<void> {
    if (happens(0.04)) {
      const body = pick(
        '{"id": 7}',
        'no JSON',
        '{"id": "x", "imp": [{"id": "1", "bidfloor": -1}]}',
      );
      const headers = { 'Content-Type': 'application/json' };
      await (await fetch(`${machine.url}/openrtb2`, { method: 'POST', headers, body })).text();
      return;
    }
    const { bids } = await machine.send({
      publisher: pick('pub-1', 'pub-1', 'pub-2', 'assistant.example', 'quiet'),
      keywords: pick('trail shoes', 'espresso machine', 'dear', 'night trains'),
      floor: pick(0.5, 0.5, 2, 25),
      intent: pick('purchase_inquiry', 'comparison', 'information_seeking'),
      country: pick('USA', 'DEU', 'GBR'),
      turn: pick(1, 2, 3, 4, 5),
    });
    for (const { nurl, burl } of bids) {
      if (happens(0.9)) await notify(nurl);
      if (happens(0.75)) await notify(burl);
    }
  }

  async function keepAsking(): Promise<void> {
    while (!isStopping) {
      await one().catch(() => {});
      await Bun.sleep(20 + 60 * Math.random());
    }
  }
  const asking = Array.from({ length: 4 }, keepAsking);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(asking);
    },
  };
}
