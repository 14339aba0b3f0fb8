import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DAY_MS } from '../../lib/day.ts';
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

/** Those who renew do so earlier: most certificates are renewed a month before their end. */
export const EXPIRES_SOON_MS = 14 * DAY_MS;

export type CertificateTerm = { readonly startMs: number; readonly endMs: number };

/** From when to when callers trust a certificate in PEM. */
export function termOf(cert: string): CertificateTerm {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { startMs: Date.parse(validFrom), endMs: Date.parse(validTo) };
}

/** What follows "the certificate", unless it is far from both ends of its term. */
export function termWords({ startMs, endMs }: CertificateTerm, nowMs: number): string | undefined {
  const leftMs = endMs - nowMs;
  if (leftMs < 0) return `expired at ${minuteOf(endMs)} UTC`;
  if (nowMs < startMs) return `is not valid before ${minuteOf(startMs)} UTC`;
  if (leftMs >= EXPIRES_SOON_MS) return undefined;
  const days = Math.floor(leftMs / DAY_MS);
  return `expires in ${days} ${days === 1 ? 'day' : 'days'}, at ${minuteOf(endMs)} UTC`;
}

export const isInTerm = ({ startMs, endMs }: CertificateTerm, nowMs: number): boolean =>
  startMs <= nowMs && nowMs <= endMs;

/** Whether callers trust the certificate in use, and would refuse the one that is to follow it. */
export function isWorse(next: string, inUse: string, nowMs: number): boolean {
  return next !== inUse && !isInTerm(termOf(next), nowMs) && isInTerm(termOf(inUse), nowMs);
}

function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
