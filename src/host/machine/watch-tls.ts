import type { Log } from '../../lib/log.ts';
import { isWorse, termOf, termWords } from '../config/certificate-term.ts';
import { ConfigFault } from '../config/config.ts';
import { readTlsFiles, type TlsFiles } from '../config/tls-files.ts';
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
export function watchTls(watch: TlsWatch): () => void {
  const check = createTlsCheck(watch);
  const timer = setInterval(check, CHECK_MS);
  return () => clearInterval(timer);
}

function createTlsCheck({ current, renew, onFault, log, nowMs }: TlsWatch) {
  let lastFault: string | undefined;
  let faultLogged: string | undefined;

  function refuse(fault: TlsFault): void {
    const { reason } = fault;
    // Whoever renews writes one file after the other: only what lasts is a fault.
    if (reason === lastFault && reason !== faultLogged) {
      faultLogged = reason;
      onFault(fault);
      log.error({ reason }, 'certificate not renewed');
    }
    lastFault = reason;
  }

  return async (): Promise<void> => {
    const now = current();
    if (now === undefined) return;
    const read = readTlsFiles(now.files);
    if (read instanceof ConfigFault) return refuse({ reason: read.message });
    const worse = termFault(read, now, nowMs());
    if (worse !== undefined) return refuse(worse);
    if (lastFault !== undefined) onFault(undefined);
    lastFault = undefined;
    faultLogged = undefined;
    if (read.cert !== now.inUse.cert || read.key !== now.inUse.key) await renew(read);
  };
}

const RESTART_TAKES_IT =
  'All works with the certificate of before until that expires. A restart would take the other one, which callers refuse.';

/** Whoever puts back old files by mistake keeps the callers, as long as the certificate in use lasts. */
function termFault(
  read: TlsFiles,
  { files, inUse }: { readonly files: TlsFiles; readonly inUse: TlsFiles },
  nowMs: number,
): TlsFault | undefined {
  if (!isWorse(read.cert, inUse.cert, nowMs)) return undefined;
  const reason = `listen.tls.cert: the certificate in ${files.cert} ${termWords(termOf(read.cert), nowMs)}, and the one in use is valid`;
  return { reason, effect: RESTART_TAKES_IT };
}
