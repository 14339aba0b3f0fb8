import type { CampaignList, CampaignRow, CampaignState } from '../../console/campaigns/api.ts';
import type { Account } from '../../ledger/budgets/account.ts';
import type { CampaignReport } from '../../ledger/budgets/campaign-report.ts';
import { byCount } from './counted.ts';
import type { AdminApiSources } from './sources.ts';

/** There may be ten thousand campaigns, too many for one page. */
const ROWS_MAX = 200;

type Sources = Pick<AdminApiSources, 'budgets' | 'work'>;

export function campaignsAnswer({ budgets, work }: Sources) {
  return async (find: string): Promise<CampaignList> => {
    const reports = await budgets.report();
    const { accounts } = work().plan;
    const wanted = find.trim().toLowerCase();
    const rows = reports
      .map((report, place) => rowOf(report, accounts[place]))
      .filter((row) => namesOf(row).some((name) => name.toLowerCase().includes(wanted)))
      .sort((a, b) => URGENCY[a.state] - URGENCY[b.state]);
    const states = (Object.keys(URGENCY) as CampaignState[])
      .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
      .filter(({ count }) => count > 0)
      .sort(byCount);
    return { rows: rows.slice(0, ROWS_MAX), total: rows.length, states };
  };
}

const URGENCY: Readonly<Record<CampaignState, number>> = { stopped: 0, serving: 1, quiet: 2 };

const namesOf = ({ campaign, advertiser, partner }: CampaignRow) => [campaign, advertiser, partner];

function rowOf(report: CampaignReport, account: Account | undefined): CampaignRow {
  const { partner, campaign, advertiser, state, sentence, money, impressions } = report;
  return {
    ...{ partner, campaign, advertiser, sentence, money, impressions },
    state: state === 'serving' ? 'serving' : state === 'no-request-matched' ? 'quiet' : 'stopped',
    startsAt: isoOf(account?.startMs),
    endsAt: isoOf(account?.endMs),
  };
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined || !Number.isFinite(ms) ? null : new Date(ms).toISOString();
}
