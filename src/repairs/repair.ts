import type { JsonObject } from './json-object.ts';

/** What was changed in a request before it was validated. */
export type Repair = {
  /** The stable name of the row, for metrics and warnings. */
  readonly name: string;
  readonly field: string;
  readonly reason: string;
};

export type Report = (field: string, reason: string) => void;

/** A repair of the parsed body. It returns the same reference where there is nothing to repair. */
export type RequestRepair = {
  readonly name: string;
  /** One sentence, as the documentation has it. */
  readonly description: string;
  readonly apply: (request: JsonObject, report: Report) => JsonObject;
};

/** A repair that the reader of the body makes, before there is anything to parse. */
export type BodyRepair = Pick<RequestRepair, 'name' | 'description'>;
