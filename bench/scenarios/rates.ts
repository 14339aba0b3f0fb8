import { createChance } from '../../test/chance.ts';
import { type HiddenRatesResult, sellHiddenRates } from '../demand/hidden-rates.ts';
import { sum } from '../measure/figures.ts';
import { middleOf, type Row } from '../rows.ts';
import type { Scenario } from './scenario.ts';

const MEAN = 'learned, mean of the seeds';
const CAMPAIGNS = 50;
/** The first are to learn from, the rest are reported by themselves as well. */
const IMPRESSIONS = 20_000;
const LAST_IMPRESSIONS = 5000;
/** None of these was used to choose the constants of the rates. */
const SEEDS = [101, 102, 103, 104, 105, 106, 107, 108];

/** What learned click rates earn, beside one rate for all campaigns, as a part of what one earns who knows the rates. */
export const rates: Scenario = {
  summary: 'income of 50 campaigns with hidden click rates, beside one who knows them',
  aims: [
    {
      what: 'income by learned rates ÷ by one who knows them, after 20,000 impressions',
      row: MEAN,
      figure: 'lastIncomeToKnowing',
      bound: ['≥', 0.9],
    },
  ],
  async run({ rounds }) {
    const rows: Row[] = [];
    for (const seed of SEEDS.slice(0, 2 * rounds)) {
      const chance = createChance(seed);
      const impressions = IMPRESSIONS + LAST_IMPRESSIONS;
      const options = {
        campaigns: CAMPAIGNS,
        impressions,
        lastImpressions: LAST_IMPRESSIONS,
        chance,
      };
      rows.push(...rowsOf(seed, await sellHiddenRates(options)));
    }
    const last = rows.filter(({ name }) => name.startsWith('learned')).map(lastOf);
    const lastIncomeToKnowing = sum(last) / last.length;
    return [
      ...rows,
      { scenario: 'rates', name: MEAN, figures: { lastIncomeToKnowing }, notes: [] },
    ];
  },
};

const lastOf = ({ figures }: Row): number => middleOf(figures.lastIncomeToKnowing ?? 0);

function rowsOf(
  seed: number,
  { learned, fixed, knowing, owed }: HiddenRatesResult,
): readonly Row[] {
  const row = (name: string, { all, last }: HiddenRatesResult['learned']): Row => ({
    scenario: 'rates',
    name: `${name}, seed ${seed}`,
    figures: { incomeToKnowing: all / knowing.all, lastIncomeToKnowing: last / knowing.last },
    notes: [],
  });
  const { figures, ...named } = row('learned', learned);
  const owedToIncome = owed.all / learned.all;
  return [{ ...named, figures: { ...figures, owedToIncome } }, row('fixed', fixed)];
}
