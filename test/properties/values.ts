import fc from 'fast-check';

/** The kinds of value that requests are made of, with their bounds as likely values. */

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 6, unit: 'binary' }),
);

export const texts: fc.Arbitrary<string[]> = fc.array(text, { maxLength: 3 });

export const flag: fc.Arbitrary<number> = fc.constantFrom(0, 1);

export function bounded(first: number, last: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: first, max: last }), fc.constantFrom(first, last));
}

/** A number of so many decimals, as it comes out of its decimal text. */
export function decimal(first: number, last: number, decimals: number): fc.Arbitrary<number> {
  const scale = 10 ** decimals;
  return bounded(first * scale, last * scale).map((scaled) => scaled / scale);
}

export function real(first: number, last: number): fc.Arbitrary<number> {
  return fc.oneof(fc.double({ min: first, max: last, noNaN: true }), fc.constantFrom(first, last));
}

export function count(first: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: first, max: 100_000 }),
    fc.constantFrom(first, Number.MAX_SAFE_INTEGER),
  );
}

/** A value of an enumeration of the standard, or a vendor's own from 500 up. */
export function listed(first: number, last: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: bounded(first, last) },
    { weight: 1, arbitrary: fc.constantFrom(500, 501, Number.MAX_SAFE_INTEGER) },
  );
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function characters(
  alphabet: string,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...alphabet);
  return fc.oneof(
    fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 10) }),
    fc.string({ unit, minLength: maxLength, maxLength }),
  );
}

export const id: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: idCharacter(), minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: idCharacter(), minLength: 64, maxLength: 64 }) },
);

function idCharacter(): fc.Arbitrary<string> {
  return fc.constantFrom(...`${LETTERS}0123456789-_`);
}

export const country: fc.Arbitrary<string> = characters(LETTERS, 2, 3);

export const bundle: fc.Arbitrary<string> = characters(`${LETTERS}0123456789._-`, 1, 253);

const domainLabel = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`${LETTERS}0123456789`), minLength: 1, maxLength: 8 }),
  fc.constantFrom('a-b', 'a--b', '0', 'xn--bcher-kva', 'x'.repeat(63)),
);

const LONGEST_DOMAIN = [63, 63, 63, 61].map((length) => 'd'.repeat(length)).join('.');

export const domain: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.array(domainLabel, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('com', 'c', 'X1', '1x', 'xn--p1ai'),
      )
      .map(([labels, last]) => [...labels, last].join('.')),
  },
  { weight: 1, arbitrary: fc.constant(LONGEST_DOMAIN) },
);

export const usPrivacy: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom('Y', 'N', 'y', 'n', '-'), minLength: 3, maxLength: 3 })
  .map((flags) => `1${flags}`);

export const agentUrl: fc.Arbitrary<string> = fc.oneof(
  fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    'https://creative.adcontextprotocol.org',
    'HTTPS://Creative.AdContextProtocol.org:443/#top',
    'https://user:secret@creative.adcontextprotocol.org/',
    'https://[2001:db8::1]:8443/%7Eagent?x=1',
  ),
);
