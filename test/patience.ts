/** Far longer than anything takes that should happen, even beside busy neighbours. */
export const PATIENT_MS = 60_000;
