import { X509Certificate } from 'node:crypto';
import type { Trouble } from '../../console/api.ts';
import { DAY_MS } from '../../lib/day.ts';
import type { MachineState } from '../machine-state.ts';
import { troubleOf } from './trouble-of.ts';

/** Those who renew do so earlier: most certificates are renewed a month before their end. */
const SOON_MS = 14 * DAY_MS;
const URGENT_MS = 3 * DAY_MS;

type Certified = Pick<MachineState, 'tlsFault'> & {
  readonly work: { readonly setup: { readonly tls: { readonly cert: string } | undefined } };
};

/** Says when the certificate in use expires soon, and when new files of it cannot be used. */
export function createCertificateWatch() {
  let read: { readonly cert: string; readonly endMs: number } | undefined;

  function endOf(cert: string): number {
    if (read?.cert !== cert) {
      read = { cert, endMs: Date.parse(new X509Certificate(cert).validTo) };
    }
    return read.endMs;
  }

  return ({ tlsFault, work }: Certified, nowMs: number): readonly Trouble[] => {
    const { tls } = work.setup;
    if (tls === undefined) return [];
    const found: Trouble[] = [];
    if (tlsFault !== undefined) {
      const what = `the renewed certificate cannot be used: ${tlsFault}`;
      found.push(troubleOf('certificate-not-renewed', { kind: 'bad', what }));
    }
    const leftMs = endOf(tls.cert) - nowMs;
    if (leftMs < SOON_MS) {
      const what = expiryWords(endOf(tls.cert), leftMs);
      const kind = leftMs < URGENT_MS ? 'bad' : 'warn';
      const effect = leftMs < 0 ? EXPIRED : undefined;
      found.push(troubleOf('certificate-expiring', { kind, what, effect }));
    }
    return found;
  };
}

const EXPIRED =
  'Callers refuse the connection: neither requests nor notices arrive, except from those who do not check.';

function expiryWords(endMs: number, leftMs: number): string {
  const end = new Date(endMs).toISOString().slice(0, 16).replace('T', ' ');
  if (leftMs < 0) return `the certificate expired at ${end} UTC`;
  const days = Math.floor(leftMs / DAY_MS);
  return `the certificate expires in ${days} ${days === 1 ? 'day' : 'days'}, at ${end} UTC`;
}
