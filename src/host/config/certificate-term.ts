import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../lib/day.ts';

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
