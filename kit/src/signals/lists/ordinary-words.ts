/** Words of every day that are one letter from the name of a thing and are no misspelling of it. */
export const ORDINARY_WORDS = ``;
