import { afterAll, describe, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { ask, errorOf, minimalWith } from '../http/request.ts';
import { startTestServer } from '../server.ts';

/** Consent signals that a tool has written in another form, at both endpoints (ruling 62). */

const dsp = startDsp(bidOn);
const server = await startTestServer({
  partners: [{ name: 'dsp', kind: 'openrtb', url: dsp.url }],
});
afterAll(() => Promise.all([server.stop(0), dsp.stop()]));

const STRICT = '/openrtb2';
const REPAIRING = '/openrtb2/auction';

/** The answer to a request with this value, what the explanation says of it, and the consent that the partner was told. */
async function send(path: string, field: string, value: unknown) {
  const id = crypto.randomUUID();
  const body = minimalWith({ id, test: 0, 'user.id': 'somebody', [field]: value });
  const answer = await ask(server.port, { path, body });
  const refused = answer.status === 400 ? errorOf(answer).details?.field : undefined;
  const explanation = (await (await fetch(`${server.adminUrl}/auctions/${id}`)).json()) as {
    readonly warnings?: readonly { readonly field: string; readonly repair: string | null }[];
    readonly partners?: readonly [{ readonly withheld: Readonly<Record<string, string>> }];
  };
  const { warnings = [], partners } = explanation;
  return {
    status: answer.status,
    refused,
    repairs: warnings.flatMap(({ repair, field: at }) =>
      repair === null ? [] : `${repair} ${at}`,
    ),
    rules: new Set(Object.values(partners?.[0].withheld ?? {})),
  };
}

const SALE = 'US Privacy: opted out of sale';

describe('a US Privacy string that is none', () => {
  for (const field of ['regs.us_privacy', 'regs.ext.us_privacy']) {
    for (const value of ['none', '1Y', '2YNN', 1, true, ['1YN'], {}]) {
      test(`${field} ${JSON.stringify(value)}: a 400 at one, a warning and an ad at the other (ruling 77)`, async () => {
        expect(await send(STRICT, field, value)).toMatchObject({ status: 400, refused: field });
        expect(await send(REPAIRING, field, value)).toEqual({
          status: 200,
          refused: undefined,
          repairs: [`us-privacy-opt-out ${field}`],
          rules: new Set(['US Privacy: unreadable']),
        });
      });
    }

    test(`${field} in lower case is one, at both`, async () => {
      for (const path of [STRICT, REPAIRING]) {
        expect(await send(path, field, '1ynn')).toMatchObject({ status: 200, repairs: [] });
        expect((await send(path, field, '1yyn')).rules).toEqual(new Set([SALE]));
      }
    });
  }
});

describe('a flag of another type', () => {
  for (const [field, rule] of [
    ['regs.gdpr', 'GDPR'],
    ['regs.ext.gdpr', 'GDPR'],
    ['regs.coppa', 'COPPA'],
  ] as const) {
    for (const value of ['1', true, 'true', ['1']]) {
      test(`${field} ${JSON.stringify(value)}: a 400 at one, and 1 at the other`, async () => {
        expect(await send(STRICT, field, value)).toMatchObject({ status: 400, refused: field });
        const { status, repairs, rules } = await send(REPAIRING, field, value);
        expect({ status, repairs }).toEqual({
          status: 200,
          repairs: [`consent-flag-read ${field}`],
        });
        expect([...rules].every((one) => one.startsWith(rule))).toBe(true);
        expect(rules.size).toBeGreaterThan(0);
      });
    }

    for (const value of ['0', false]) {
      test(`${field} ${JSON.stringify(value)}: a 400 at one, and 0 at the other`, async () => {
        expect(await send(STRICT, field, value)).toMatchObject({ status: 400, refused: field });
        const { status, rules } = await send(REPAIRING, field, value);
        expect({ status, rules }).toEqual({ status: 200, rules: new Set() });
      });
    }

    test(`${field} that is neither yes nor no: a 400 at both`, async () => {
      for (const path of [STRICT, REPAIRING]) {
        expect(await send(path, field, 'perhaps')).toMatchObject({ status: 400, refused: field });
      }
    });
  }
});

test('a consent string in a list: a 400 at one, and read at the other', async () => {
  for (const field of ['user.consent', 'user.ext.consent']) {
    expect(await send(STRICT, field, ['CPXx'])).toMatchObject({ status: 400, refused: field });
    expect(await send(REPAIRING, field, ['CPXx'])).toMatchObject({
      status: 200,
      repairs: [`consent-string-read ${field}`],
    });
  }
});

describe('GPP sections are never a 400, at either', () => {
  for (const path of [STRICT, REPAIRING]) {
    for (const field of ['regs.gpp_sid', 'regs.ext.gpp_sid']) {
      test(`${path} ${field}`, async () => {
        const rulesOf = async (value: unknown) => {
          const { status, repairs, rules } = await send(path, field, value);
          expect({ status, repairs }).toEqual({ status: 200, repairs: [] });
          return rules;
        };
        const ofSection7 = await rulesOf([7]);
        expect(ofSection7.size).toBeGreaterThan(0);
        for (const value of ['7', ['7'], 7]) expect(await rulesOf(value)).toEqual(ofSection7);
        for (const value of [[], [-1], [0], '-1']) expect(await rulesOf(value)).toEqual(new Set());
        expect((await rulesOf([9999])).size).toBeGreaterThan(0);
      });
    }
  }
});
