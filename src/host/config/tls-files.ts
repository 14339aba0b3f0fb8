import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigFault } from './config.ts';

/** The certificate, with those that lead to its root, and its key: both as PEM. */
export type TlsFiles = { readonly cert: string; readonly key: string };

/** Reads the files of `listen.tls` and checks that a server could start with them. */
export function readTlsFiles(files: TlsFiles): TlsFiles | ConfigFault {
  const cert = readText('cert', files.cert);
  if (cert instanceof ConfigFault) return cert;
  const key = readText('key', files.key);
  if (key instanceof ConfigFault) return key;
  const certificate = parsed(() => new X509Certificate(cert));
  if (certificate === undefined) return fault('cert', files.cert, 'holds no PEM certificate');
  const privateKey = parsed(() => createPrivateKey(key));
  if (privateKey === undefined) {
    return fault('key', files.key, 'holds no PEM private key without a passphrase');
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    return fault('key', files.key, `does not fit the certificate in ${files.cert}`);
  }
  return { cert, key };
}

function readText(name: keyof TlsFiles, file: string): string | ConfigFault {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return fault(name, file, `cannot be read: ${(error as Error).message}`);
  }
}

/** What the parsers say quotes the file, and one of the two holds a secret. */
function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function fault(name: keyof TlsFiles, file: string, reason: string): ConfigFault {
  return new ConfigFault(`listen.tls.${name}: ${file} ${reason}`);
}
