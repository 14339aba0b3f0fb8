import type { Log } from '../../lib/log.ts';
import { isWorse, readTlsFiles, type TlsFiles, termOf, termWords } from '../config/certificate.ts';
import { ConfigFault } from '../config/config.ts';
import type { TlsFault } from './machine-state.ts';

/** How often the files of `listen.tls` are read: a renewed certificate is in use this much later at most. */
const CHECK_MS = 5000;

type TlsWatch = {
  /** The files of the config of now, and what workers have of them; undefined without `listen.tls`. */
  readonly current: () => { readonly files: TlsFiles; readonly inUse: TlsFiles } | undefined;
  readonly renew: (tls: TlsFiles) => Promise<void>;
  /** Told why the files cannot be used, once that lasts, and undefined when they can. */
  readonly onFault: (fault: TlsFault | undefined) => void;
  readonly log: Log;
  readonly nowMs: () => number;
};

/**
 * Takes up renewed files. It reads them, since times of change tell nothing where a link moves to another file.
 * Returns the function that ends it.
 */
export function watchTls({ current, renew, onFault, log, nowMs }: TlsWatch): () => void {
  let last: string | undefined;
  let told: string | undefined;

  async function check(): Promise<void> {
    const now = current();
    if (now === undefined) return;
    const read = readTlsFiles(now.files);
    const fault =
      read instanceof ConfigFault ? { reason: read.message } : worse(read, now, nowMs());
    // Whoever renews writes one file after the other: only what lasts is a fault.
    if (fault?.reason === last && last !== told) {
      told = last;
      onFault(fault);
      if (fault !== undefined) log.error({ reason: fault.reason }, 'certificate not renewed');
    }
    last = fault?.reason;
    if (fault !== undefined || read instanceof ConfigFault) return;
    if (read.cert !== now.inUse.cert || read.key !== now.inUse.key) await renew(read);
  }

  const timer = setInterval(check, CHECK_MS);
  return () => clearInterval(timer);
}

const RESTART_TAKES_IT =
  'All works with the certificate of before until that expires. A restart would take the other one, which callers refuse.';

/** Whoever puts back old files by mistake keeps the callers, as long as the certificate in use lasts. */
function worse(
  { cert }: TlsFiles,
  { files, inUse }: { readonly files: TlsFiles; readonly inUse: TlsFiles },
  nowMs: number,
): TlsFault | undefined {
  if (!isWorse(cert, inUse.cert, nowMs)) return undefined;
  const reason = `listen.tls.cert: the certificate in ${files.cert} ${termWords(termOf(cert), nowMs)}, and the one in use is valid`;
  return { reason, effect: RESTART_TAKES_IT };
}
