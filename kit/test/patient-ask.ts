/** The longest time that a question of the kit may have: more than the longest auction takes. */
export const PATIENT_ASK_MS = 10_000;
