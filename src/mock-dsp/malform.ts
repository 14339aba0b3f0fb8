import type { Chance } from './behaviour.ts';

type Response = { readonly id: unknown; readonly seatbid: readonly object[] };

/** Malformed bodies that a bidder may send with status 200. */
export const DISTORTIONS: readonly ((response: Response) => string)[] = [
  (response) => JSON.stringify(response).slice(0, -20),
  () => '<html><body>502 Bad Gateway</body></html>',
  () => ' ',
  () => 'null',
  () => '[]',
  (response) => JSON.stringify({ ...response, seatbid: 'none' }),
  (response) => JSON.stringify({ ...response, seatbid: [{ bid: 'none' }] }),
  (response) => JSON.stringify({ ...response, seatbid: [{ bid: { price: '2.00' } }] }),
];

export function malform(response: Response, chance: Chance): string {
  const distort = DISTORTIONS[Math.floor(chance() * DISTORTIONS.length)];
  return distort === undefined ? '' : distort(response);
}
