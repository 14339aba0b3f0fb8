import { expect, test } from 'bun:test';
import type { Exemption } from './exemptions.ts';
import type { StepResult } from './storyboards.ts';
import { faultsOf, judge, tableOf } from './verdict.ts';

const step = (outcome: StepResult['outcome'], more: Partial<StepResult> = {}): StepResult => ({
  storyboard: 'buying',
  step: 'create',
  task: 'create_media_buy',
  outcome,
  reason: outcome === 'passed' ? '' : 'missing_tool',
  ...more,
});

const EXEMPT: Exemption = { storyboard: 'buying', step: 'create', reason: 'nobody sells it' };

const faults = (steps: readonly StepResult[], exemptions: readonly Exemption[] = []) =>
  faultsOf(judge(steps, exemptions), exemptions);

test('a step that was skipped fails the gate as one that failed does', () => {
  expect(faults([step('passed')])).toEqual([]);
  expect(faults([step('skipped')])).toEqual(['buying create SKIPPED: missing_tool']);
  expect(faults([step('failed')])).toEqual(['buying create FAILED: missing_tool']);
});

test('a run without steps fails', () => {
  expect(faults([])).toEqual(['no step was run']);
});

test('an exemption lets its own step alone through, and is shown with its reason', () => {
  expect(faults([step('skipped')], [EXEMPT])).toEqual([]);
  expect(tableOf(judge([step('skipped')], [EXEMPT]))).toContain('exempt  nobody sells it');
  expect(faults([step('skipped'), step('failed', { step: 'pause' })], [EXEMPT])).toEqual([
    'buying pause FAILED: missing_tool',
  ]);
});

test('an exemption that no step needs any more fails the gate', () => {
  expect(faults([step('passed')], [EXEMPT])).toEqual([
    'buying create is exempt and need not be: remove it',
  ]);
});

test('an alternative need not be taken where the storyboard finds that another one was', () => {
  const alternative = step('failed', { isOptional: true });
  const asserted = (outcome: StepResult['outcome']) =>
    step(outcome, { step: 'assert', task: 'assert_contribution' });
  expect(faults([alternative, asserted('passed')])).toEqual([]);
  expect(faults([alternative, asserted('failed')])).toHaveLength(2);
});
