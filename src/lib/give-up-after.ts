const NEVER_MS = 3_600_000;

/**
 * How long to wait before a request is refused or a question given up because this machine is too slow for it. The tests set
 * the variable where that is not their subject: on a busy machine they get no CPU for seconds.
 */
export const giveUpAfter = (limitMs: number): number =>
  process.env.PARLEY_TEST_PATIENT === undefined ? limitMs : NEVER_MS;
