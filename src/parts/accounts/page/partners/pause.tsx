import { count } from '../../../../ui/format.ts';
import { useResource } from '../../../../ui/loaded.tsx';
import type { PartnerList, PartnerRow } from '../api.ts';

/** What a pause of a partner does, with what it bought lately. */
export function PartnerPause({ name }: { readonly name: string }) {
  const { outcome } = useResource<PartnerList>('/api/partners');
  const rows = outcome?.kind === 'ready' ? outcome.value.rows : [];
  const row = rows.find((one) => one.id === name);
  return (
    <>
      It is not asked any more, on all machines, until somebody starts it again.{' '}
      {row === undefined ? '' : pauseFigures(row)}
    </>
  );
}

function pauseFigures({ asked, wins }: Pick<PartnerRow, 'asked' | 'wins'>): string {
  if (asked === 0) return 'In the last 15 minutes it was not asked.';
  const sold = wins === 1 ? '1 impression was' : `${count(wins)} impressions were`;
  return `In the last 15 minutes it was asked ${count(asked)} times, and ${sold} sold to it: others may buy them for less, or nobody.`;
}
