/** How long to measure, and how often. */
export type Pace = {
  /** Once for each server, so that its code is compiled before anything counts. */
  readonly firstMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Cases take turns in each round, so that other work on the machine disturbs all alike. */
  readonly rounds: number;
  readonly specMs: number;
  readonly specRounds: number;
};

export const FULL: Pace = {
  firstMs: 5000,
  warmUpMs: 300,
  measureMs: 1500,
  rounds: 5,
  specMs: 60_000,
  specRounds: 1,
};

/** Says that everything works, and nothing about speed. */
export const SHORT: Pace = {
  firstMs: 100,
  warmUpMs: 50,
  measureMs: 200,
  rounds: 1,
  specMs: 500,
  specRounds: 1,
};
