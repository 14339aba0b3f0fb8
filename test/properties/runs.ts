/** How often a property is tried: `few` times in `npm test`, and PARLEY_TEST_RUNS times as often in `npm run test:long`. */
export const runs = (few: number): number => few * Number(process.env.PARLEY_TEST_RUNS ?? 1);
