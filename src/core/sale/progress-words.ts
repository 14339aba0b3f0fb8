/** Of one limit of a campaign, in USD or in impressions. Null: there is no such limit. */
type DayProgress = {
  readonly spentToday: number;
  readonly daily: number | null;
  /** What pacing allows in the whole day, and from its start until now. */
  readonly allowedToday: number | null;
  readonly allowedByNow: number | null;
};

/** The spend of today beside all that bounds it, so that no two amounts seem to contradict each other. */
export function todayWords(
  { spentToday, daily, allowedToday, allowedByNow }: DayProgress,
  amount: (value: number) => string,
): string {
  const spent = amount(spentToday);
  if (allowedToday === null) return `${spent} today, without a limit a day`;
  const whole =
    daily !== null && allowedToday >= daily
      ? `${spent} of ${amount(daily)} today`
      : `${spent} today of ${amount(allowedToday)}, this day’s part of what is left of the total`;
  const most =
    daily !== null && allowedToday < daily ? ` (it has at most ${amount(daily)} a day)` : '';
  const isPaced = allowedByNow !== null && allowedByNow < allowedToday;
  return `${whole}${most}${isPaced ? `; its even pace allows ${amount(allowedByNow)} by now` : ''}`;
}
