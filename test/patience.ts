/** Far longer than anything takes that should happen, even beside busy neighbours. */
export const PATIENT_MS = 300_000;

/** The longest time that the config allows for an auction: a busy machine is not too late with an ad. */
export const PATIENT_AUCTION_MS = 5000;

/** For `parley.yaml`. */
export const PATIENT_AUCTION = `auction: { timeoutMs: ${PATIENT_AUCTION_MS} }\n`;
