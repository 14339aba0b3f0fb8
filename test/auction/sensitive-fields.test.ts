import { afterAll, expect, test } from 'bun:test';
import { BidRequestSchema } from '../../src/core/openrtb/bid-request.ts';
import { TEXT_PLAN, type TextPlan } from '../../src/core/openrtb/request-texts.ts';
import type { ReadableSchema } from '../../src/lib/schema-fault.ts';
import { bidOn } from './partners.ts';
import { startMarket } from './setup.ts';

const market = await startMarket([(asked) => bidOn(asked)]);
afterAll(() => market.stop());

/** A request to which a text can be added anywhere. */
const BASE = {
  ext: {
    service: {
      messageSequenceNumber: 1,
      messageLength: 1,
      isQuickReply: false,
      sessionDurationMs: 1,
      intent: { value: 'purchase_inquiry', confidence: 1, topics: [], signals: [] },
    },
  },
};

function textFields(plan: TextPlan, path: readonly string[] = []): readonly (readonly string[])[] {
  const fields = Object.entries(plan.fields).filter(([, { hasText }]) => hasText);
  if (Object.keys(plan.fields).length === 0) return [path];
  return fields.flatMap(([name, field]) => textFields(field, [...path, name]));
}

/** The base with a text at the path, in the shape that the schema wants there. */
function withText(
  base: unknown,
  path: readonly string[],
  schema: ReadableSchema | undefined,
  text: string,
): unknown {
  if (schema?.items !== undefined) return [withText({}, path, schema.items, text)];
  const [name, ...rest] = path;
  if (name === undefined) return text;
  const object = (base ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withText(object[name], rest, schema?.properties?.[name], text) };
}

const SCHEMA: ReadableSchema = BidRequestSchema as object;
const CASES = textFields(TEXT_PLAN).map((path) => [path.join('.'), path] as const);

test('there are fields of every object that can tell of a person', () => {
  const objects = new Set(CASES.map(([field]) => field.split('.')[0]));
  expect([...objects].sort()).toEqual(['app', 'ext', 'site', 'user']);
  expect(CASES.length).toBeGreaterThan(25);
});

test.each(CASES)(
  'a crisis told by %s gets no ad, and an ordinary text there does',
  async (_, path) => {
    const asked = market.dsps[0]?.received.length;
    const request = withText(BASE, path, SCHEMA, 'I want to kill myself') as object;
    const response = await market.ask({ ...request });
    expect([response.status, response.headers.get('x-nobid-reason')]).toEqual([204, 'sensitive']);
    expect(market.dsps[0]?.received.length).toBe(asked);
    const ordinary = withText(BASE, path, SCHEMA, 'trail shoes') as object;
    expect((await market.ask({ ...ordinary })).status).toBe(200);
  },
);
