import { bid, saleRequest } from '../notices/exchange.ts';

const SHED = 'more requests than can be served';

/** Clients that ask the machines of these ports in turns, each request on a connection of its own. */
export function startNumberedLoad(ports: readonly number[], clients: number) {
  let isStopping = false;
  let answered = 0;
  const others: string[] = [];
  const body = saleRequest();

  async function client(number: number): Promise<void> {
    for (let n = number; !isStopping; n++) {
      const port = ports[n % ports.length] ?? 0;
      try {
        const response = await bid(port, body);
        const text = await response.text();
        if ([200, 204].includes(response.status)) answered++;
        // A machine that is busy with something else may shed, and should.
        else if (!text.includes(SHED)) others.push(`${response.status} ${text}`);
      } catch (error) {
        others.push(String(error));
      }
    }
  }
  const running = Array.from({ length: clients }, (_, number) => client(number));
  return {
    /** How many were answered with an ad or without one, and what else came. */
    async stop(): Promise<{ readonly answered: number; readonly others: readonly string[] }> {
      isStopping = true;
      await Promise.all(running);
      return { answered, others };
    },
  };
}
