/** Systems choose ports themselves from 32768 (Linux) or 49152 up. One below stays free until asked for by number. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_767;
const ATTEMPTS_MAX = 100;

let last = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT + 1 - FIRST_PORT));

/** A port on which nobody listens, for a process that will open it a moment later. No two calls get the same one. */
export function freePort(host: string): number {
  for (let attempt = 1; ; attempt += 1) {
    last = last < LAST_PORT ? last + 1 : FIRST_PORT;
    try {
      openForAMoment(host, last);
      return last;
    } catch (error) {
      const isTaken = (error as { code?: unknown }).code === 'EADDRINUSE';
      if (!isTaken || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Throws where another program listens, even if it shares its port. */
export function openForAMoment(host: string, port: number): void {
  Bun.listen({ hostname: host, port, exclusive: true, socket: { data() {} } }).stop(true);
}
