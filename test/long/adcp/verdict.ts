import type { Exemption } from './exemptions.ts';
import type { StepResult } from './storyboards.ts';

/** A step beside what the gate says of it. */
export type Judged = StepResult & {
  /** `not taken`: an alternative, where another one passed. */
  readonly verdict: 'passed' | 'exempt' | 'not taken' | 'FAILED' | 'SKIPPED';
};

const VERDICTS = { passed: 'passed', failed: 'FAILED', skipped: 'SKIPPED' } as const;

export function judge(
  steps: readonly StepResult[],
  exemptions: readonly Exemption[],
): readonly Judged[] {
  const decided = new Set(
    steps
      .filter(({ task, outcome }) => task === 'assert_contribution' && outcome === 'passed')
      .map(({ storyboard }) => storyboard),
  );
  return steps.map((step) => {
    if (step.outcome !== 'passed' && step.isOptional && decided.has(step.storyboard)) {
      return { ...step, verdict: 'not taken' };
    }
    const exemption = step.outcome !== 'passed' && exemptions.find((one) => isFor(one, step));
    if (!exemption) return { ...step, verdict: VERDICTS[step.outcome] };
    return { ...step, verdict: 'exempt', reason: exemption.reason };
  });
}

function isFor({ storyboard, step }: Exemption, result: StepResult): boolean {
  return storyboard === result.storyboard && (step === '*' || step === result.step);
}

/** One sentence for each step that did not pass and for each exemption that is not needed. */
export function faultsOf(
  judged: readonly Judged[],
  exemptions: readonly Exemption[],
): readonly string[] {
  const wrong = judged
    .filter(({ verdict }) => verdict === 'FAILED' || verdict === 'SKIPPED')
    .map(({ storyboard, step, verdict, reason }) => `${storyboard} ${step} ${verdict}: ${reason}`);
  const needless = exemptions
    .filter((one) => !judged.some((step) => step.verdict === 'exempt' && isFor(one, step)))
    .map(({ storyboard, step }) => `${storyboard} ${step} is exempt and need not be: remove it`);
  if (judged.length === 0) return ['no step was run'];
  return [...wrong, ...needless];
}

/** Of a reason in the table; the list of faults has it whole. */
const REASON_LENGTH_MAX = 160;

export function tableOf(judged: readonly Judged[]): string {
  const rows = judged.map(({ storyboard, step, verdict, reason }) => [
    storyboard,
    step,
    verdict,
    reason.slice(0, REASON_LENGTH_MAX),
  ]);
  const all = [['storyboard', 'step', 'result', 'reason'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
