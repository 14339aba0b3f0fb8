import type { ValidRequest } from '../../openrtb/validate.ts';
import type { Condition } from '../condition-schema.ts';
import { compileCondition, createPredicates, packCondition } from './conditions.ts';
import { createFeatureReader } from './features.ts';
import { createVocabulary } from './vocabulary.ts';

/** Whether a request meets a condition, for partners that want some of the requests only. */
export type RequestFilter = (request: ValidRequest, nowMs: number) => boolean;

/** Conditions mean the same as in the `include` of a campaign. */
export function createRequestFilter(condition: Condition): RequestFilter {
  const vocabulary = createVocabulary();
  const packed = packCondition(compileCondition(condition, vocabulary));
  const { meetsAll } = createPredicates(Int32Array.from(packed));
  const readFeatures = createFeatureReader(vocabulary);
  return (request, nowMs) => meetsAll(0, readFeatures(request, nowMs));
}
