/** For a time limit that a test sets and does not mean to reach: as good as none. */
export const PATIENT_MS = 300_000;

/** What should happen by itself happens within this time, also beside busy neighbours. */
export const AWAITED_MS_MAX = 20_000;

/** The longest time that the config allows for an auction: a busy machine is not too late with an ad. */
export const PATIENT_AUCTION_MS = 5000;

/** For `parley.yaml`. */
export const PATIENT_AUCTION = `auction: { timeoutMs: ${PATIENT_AUCTION_MS} }\n`;
