import type { AdminPages } from '../../http/admin/pages.ts';
import { auctionPages } from './auctions.ts';
import { campaignsPage } from './campaigns.ts';
import { limitsPage } from './limits.ts';
import { livePage } from './live.ts';
import { partnersPages } from './partners.ts';
import { reportPage } from './report.ts';
import type { PageSources } from './sources.ts';

/** The admin port's pages, gathered from all workers and from what the supervisor knows. */
export function machinePages(sources: PageSources): AdminPages {
  return {
    ...auctionPages(sources),
    metrics: sources.observatory.metrics,
    live: livePage(sources),
    ...partnersPages(sources),
    campaigns: campaignsPage(sources),
    report: reportPage(sources),
    limits: limitsPage(sources),
  };
}
