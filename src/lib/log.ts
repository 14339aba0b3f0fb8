/** Structured log lines. Each is one JSON object. */
export type Log = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>
>;
