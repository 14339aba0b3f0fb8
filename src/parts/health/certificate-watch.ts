import type { Trouble } from '../../host/admin/answers.ts';
import {
  type CertificateTerm,
  EXPIRES_SOON_MS,
  termOf,
  termWords,
} from '../../host/config/certificate-term.ts';
import type { MachineState } from '../../host/machine/machine-state.ts';
import { DAY_MS } from '../../lib/day.ts';
import { troubleOf } from './trouble-of.ts';

const URGENT_MS = 3 * DAY_MS;

type Certified = Pick<MachineState, 'tlsFault'> & {
  readonly work: { readonly setup: { readonly tls: { readonly cert: string } | undefined } };
};

/** Says when the certificate in use expires soon, and when new files of it cannot be used. */
export function createCertificateWatch() {
  let read: { readonly cert: string; readonly term: CertificateTerm } | undefined;

  function termOfUsed(cert: string): CertificateTerm {
    if (read?.cert !== cert) read = { cert, term: termOf(cert) };
    return read.term;
  }

  return ({ tlsFault, work }: Certified, nowMs: number): readonly Trouble[] => {
    const { tls } = work.setup;
    if (tls === undefined) return [];
    const found: Trouble[] = [];
    if (tlsFault !== undefined) {
      const { reason, effect } = tlsFault;
      const what = `the renewed certificate cannot be used: ${reason}`;
      found.push(troubleOf('certificate-not-renewed', { kind: 'bad', what, effect }));
    }
    const term = termOfUsed(tls.cert);
    const leftMs = term.endMs - nowMs;
    if (leftMs < EXPIRES_SOON_MS) {
      const what = `the certificate ${termWords(term, nowMs)}`;
      const kind = leftMs < URGENT_MS ? 'bad' : 'warn';
      const effect = leftMs < 0 ? EXPIRED : undefined;
      found.push(troubleOf('certificate-expiring', { kind, what, effect }));
    }
    return found;
  };
}

const EXPIRED =
  'Callers refuse the connection: neither requests nor notices arrive, except from those who do not check.';
