import { faultWords } from './fault-words.ts';
import { fieldLabel } from './field-control.ts';
import type { FieldFault } from './shell/client.ts';

/** The faults of an answer as one sentence, each with the label of its field. */
export function faultList(faults: readonly FieldFault[]): string {
  const words = faults.map(({ field, reason }) => `${fieldLabel(field)}: ${faultWords(reason)}`);
  return `${words.join('; ')}.`;
}
