/** Stands where the field of a condition would: all of them are met, and the campaign is about something else. */
export const FIT_FIELD = 'fit';
