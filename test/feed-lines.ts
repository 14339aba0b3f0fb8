import { createFeedReader } from '../src/worker/feed.ts';

/** Reads the lines of campaigns that were added to a feed since the last call. */
export function readerOfCampaigns(feedFile: string) {
  const read = createFeedReader(feedFile);
  return () => read().filter((line) => line.kind === 'campaign');
}
