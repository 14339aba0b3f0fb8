import { ConfigFault } from '../config/config.ts';
import { readTlsFiles, type TlsFiles } from '../config/tls-files.ts';
import type { Log } from '../lib/log.ts';

/** How often the files of `listen.tls` are read: a renewed certificate is in use this much later at most. */
const CHECK_MS = 5000;

type TlsWatch = {
  /** The files of the config of now, and what workers have of them; undefined without `listen.tls`. */
  readonly current: () => { readonly files: TlsFiles; readonly inUse: TlsFiles } | undefined;
  readonly renew: (tls: TlsFiles) => Promise<void>;
  /** Told why the files cannot be used, once that lasts, and undefined when they can. */
  readonly onFault: (reason: string | undefined) => void;
  readonly log: Log;
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

export function createTlsCheck({ current, renew, onFault, log }: TlsWatch): () => Promise<void> {
  let lastFault: string | undefined;
  let faultLogged: string | undefined;

  return async () => {
    const now = current();
    if (now === undefined) return;
    const read = readTlsFiles(now.files);
    if (read instanceof ConfigFault) {
      // Whoever renews writes one file after the other: only what lasts is a fault.
      if (read.message === lastFault && read.message !== faultLogged) {
        faultLogged = read.message;
        onFault(read.message);
        log.error({ reason: read.message }, 'certificate not renewed');
      }
      lastFault = read.message;
      return;
    }
    if (lastFault !== undefined) onFault(undefined);
    lastFault = undefined;
    faultLogged = undefined;
    if (read.cert !== now.inUse.cert || read.key !== now.inUse.key) await renew(read);
  };
}
