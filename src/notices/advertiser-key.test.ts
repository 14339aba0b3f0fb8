import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { createKeyVersions } from './advertiser-key.ts';
import { createNoticeKeys } from './keys.ts';

const SECRETS = ['the-new-secret-of-some-length', 'the-old-secret-of-some-length'];

const versionsWith = (advertiserKeys: Readonly<Record<string, readonly number[]>>) =>
  createKeyVersions([
    { name: 'own', kind: 'campaigns', store: true, advertiserKeys },
    { name: 'other', kind: 'campaigns', path: 'campaigns.yaml' },
  ]);

const acceptedWith = (versions: readonly number[], seat = 'ridge-line', partner = 'own') =>
  createNoticeKeys(SECRETS, versionsWith({ 'Ridge Line': versions })).ofAdvertiser(partner, seat);

test('the key of one advertiser changes by its version, and no other key does', () => {
  const before = createNoticeKeys(SECRETS).ofAdvertiser('own', 'ridge-line');
  expect(acceptedWith([1])).toEqual(before);
  const both = acceptedWith([2, 1]);
  expect(both).toHaveLength(4);
  expect(both.slice(2)).toEqual(before);
  expect(acceptedWith([2])).toEqual(both.slice(0, 2));
  expect(acceptedWith([2]).some((key) => before.includes(key))).toBe(false);
  for (const [seat, partner] of [
    ['ridge', 'own'],
    ['ridge-line', 'other'],
  ] as const) {
    const unchanged = createNoticeKeys(SECRETS).ofAdvertiser(partner, seat);
    expect(acceptedWith([2], seat, partner)).toEqual(unchanged);
  }
});

test('the first version is the key of before there were versions', () => {
  const keys = SECRETS.map((secret) =>
    createHmac('sha256', secret).update('parley advertiser own/ridge-line').digest('base64url'),
  );
  expect(acceptedWith([1])).toEqual(keys);
});
