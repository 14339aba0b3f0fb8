import type { SavedReportsApi } from '../../src/reports/saved-reports.ts';
import { ViewFault } from '../../src/reports/view-fault.ts';

const nothing = async () => new ViewFault('not-found', 'nothing is saved');

/** Of a machine on which nobody has saved a report. */
export const NO_SAVED_REPORTS: SavedReportsApi = {
  list: async () => ({ views: [], webhooks: [], clientColumns: [], linkDaysMax: 1 }),
  create: nothing,
  rename: nothing,
  remove: nothing,
  addSchedule: nothing,
  pauseSchedule: nothing,
  resumeSchedule: nothing,
  removeSchedule: nothing,
  sendSchedule: nothing,
  addLink: nothing,
  revokeLink: nothing,
  openLink: async () => undefined,
};
