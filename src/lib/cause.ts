/** Why something that Parley depends on cannot be used, for whoever runs it. */
export type Cause = {
  /** What is wrong, as the beginning of a sentence. */
  readonly what: string;
  /** What to do, as whole sentences with a command or a key of the config. */
  readonly advice: string;
};
