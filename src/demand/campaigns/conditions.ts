import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { UTC } from '../../lib/time-zone.ts';
import type { Condition } from '../condition-schema.ts';
import { fold } from '../words.ts';
import {
  ANY_INTENT,
  createFeatureReader,
  createVocabulary,
  type Features,
  type Vocabulary,
} from './features.ts';
import { TIME_UNITS, type TimeUnitName } from './local-times.ts';
import { type ConditionUse, DIMENSIONS } from './targeting-dimensions.ts';

/** The ids of one dimension's values, of which a request must have one. */
export type Alternatives = readonly number[];

/** One entry per dimension that the condition names. */
export type CompiledCondition = readonly Alternatives[];

const TURN_FIRST = 1;

const TIMES: readonly TimeUnitName[] = ['days', 'hours'];

/** The parts of a condition whose meaning depends on whose it is, and on what it is for. */
type ConditionContext = {
  /** The time zone of days and hours. */
  readonly zone?: string | undefined;
  readonly use?: ConditionUse;
};

export function compileCondition(
  condition: Condition | undefined,
  vocabulary: Vocabulary,
  { zone = UTC, use = 'match' }: ConditionContext = {},
): CompiledCondition {
  if (condition === undefined) return [];
  const compiled: Alternatives[] = [];
  for (const [position, { name, wanted }] of DIMENSIONS.entries()) {
    if (name === 'intents' && condition.minConfidence !== undefined) continue;
    const values = wanted(condition, use);
    if (values === undefined) continue;
    compiled.push(unique(values.map((value) => vocabulary.addListed(position, value))));
  }
  for (const unit of TIMES) {
    const values = TIME_UNITS[unit].wanted(condition);
    if (values === undefined) continue;
    compiled.push(unique(values.map((value) => vocabulary.addTime(zone, unit, value))));
  }
  const { intents, minConfidence, turns } = condition;
  if (minConfidence !== undefined) {
    // Intent and confidence are one dimension: to exclude confident complaints is not to exclude all
    // that is confident.
    const named = intents?.map(fold) ?? [ANY_INTENT];
    compiled.push(unique(named.map((intent) => vocabulary.addConfident(intent, minConfidence))));
  }
  if (turns !== undefined) {
    const { from = TURN_FIRST, to = Number.POSITIVE_INFINITY } = turns;
    compiled.push([vocabulary.addTurns(from, to)]);
  }
  return compiled;
}

function unique(ids: readonly number[]): Alternatives {
  return [...new Set(ids)];
}

/**
 * The condition as a run of numbers: how many they are, how many dimensions follow, and for each dimension
 * how many values, and these. Tens of thousands of small objects would lengthen every garbage collection.
 */
export function packCondition(condition: CompiledCondition): readonly number[] {
  const packed = condition.flatMap((alternatives) => [alternatives.length, ...alternatives]);
  return [packed.length + 2, condition.length, ...packed];
}

/** Tests of conditions that stand packed in an array, each named by where it begins. */
export function createPredicates(numbers: Int32Array) {
  // Every position read below was written by `packCondition`.
  const at = (position: number) => numbers[position] as number;

  /** Of the values from `first` up to `end`. */
  const hasOne = (first: number, end: number, features: Features): boolean => {
    let value = first;
    while (value < end && !features.has(at(value))) value++;
    return value < end;
  };

  return {
    /** Every dimension of the condition has one of its values; true where it names none. */
    meetsAll(start: number, features: Features): boolean {
      let first = start + 3;
      for (let dimensions = at(start + 1); dimensions > 0; dimensions--) {
        const end = first + at(first - 1);
        if (!hasOne(first, end, features)) return false;
        first = end + 1;
      }
      return true;
    },
    /** Some dimension of the condition has one of its values; false where it names none. */
    meetsAny(start: number, features: Features): boolean {
      let first = start + 3;
      for (let dimensions = at(start + 1); dimensions > 0; dimensions--) {
        const end = first + at(first - 1);
        if (hasOne(first, end, features)) return true;
        first = end + 1;
      }
      return false;
    },
    endOf: (start: number) => start + at(start),
  };
}

/** For partners that want some of the requests only. Conditions mean the same as in the `include` of a campaign. */
export function createRequestFilter(condition: Condition) {
  const vocabulary = createVocabulary();
  const packed = packCondition(compileCondition(condition, vocabulary));
  const { meetsAll } = createPredicates(Int32Array.from(packed));
  const readFeatures = createFeatureReader(vocabulary);
  return (request: ValidRequest, nowMs: number) => meetsAll(0, readFeatures(request, nowMs));
}
