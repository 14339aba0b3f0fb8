/** Whether a content coding is gzip, by either of its names and in any case (RFC 9110, 8.4.1.3). */
export function isGzipCoding(coding: string): boolean {
  return /^\s*(x-)?gzip\s*$/i.test(coding);
}
