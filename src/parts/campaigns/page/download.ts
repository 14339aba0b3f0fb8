import { type Outcome, send } from '../../../ui/shell/client.ts';
import { type CampaignKey, IMPORT_ROWS_MAX } from './bulk-api.ts';

/** One file for each partner, as an import takes it, or several where there are too many for one. */
export async function downloadCampaigns(
  campaigns: readonly CampaignKey[],
  format: 'yaml' | 'csv',
): Promise<Outcome<unknown>> {
  for (const [partner, all] of Map.groupBy(campaigns, ({ partner }) => partner)) {
    for (let start = 0; start < all.length; start += IMPORT_ROWS_MAX) {
      const body = JSON.stringify({ campaigns: all.slice(start, start + IMPORT_ROWS_MAX) });
      const outcome = await send<string>(`/api/campaigns/export?format=${format}`, body);
      if (outcome.kind === 'failed') return outcome;
      const part = start === 0 ? '' : `-${start / IMPORT_ROWS_MAX + 1}`;
      saveFile(`campaigns-${partner}${part}.${format}`, outcome.value);
    }
  }
  return { kind: 'ready', value: undefined };
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
