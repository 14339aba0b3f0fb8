import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignQuestion } from '../page/api.ts';

/** Unknown words mean what no word means: addresses of the console outlive its words. */
export function campaignQuestion(parameters: URLSearchParams): CampaignQuestion {
  const page = Number(parameters.get('page'));
  return {
    find: parameters.get('find') ?? '',
    state: CAMPAIGN_ROW_STATES.find((one) => one === parameters.get('state')),
    partner: parameters.get('partner') || undefined,
    campaign: parameters.get('campaign') || undefined,
    sort: CAMPAIGN_SORTS.find((one) => one === parameters.get('sort')) ?? 'urgency',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
