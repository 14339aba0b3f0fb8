import { describe, expect, test } from 'bun:test';
import { findFault } from '../../../lib/schema-fault.ts';
import { acceptReporting, acceptWebhook, PushNotificationConfig } from './accept-webhook.ts';

const TERMS = { task: 'create_media_buy', version: '3.1' } as const;
const URL = 'https://buyer.example:9443/told?op=1';
const CREDENTIALS = 'credentials-of-at-least-thirty-two-characters';

describe('a webhook that a buyer names', () => {
  test.each([
    'http://buyer.example/told',
    'http://127.0.0.1/told',
    'https://127.0.0.1/told',
    'https://[::1]/told',
    'https://10.0.0.8/told',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.8]/told',
    'https://2130706433/told',
    'https://0x7f.1/told',
    'https://user:password@buyer.example/told',
    'https://buyer.example/told#part',
    'https://büyer.example/told',
    'ftp://buyer.example/told',
    'buyer.example',
    'https://buyer.example/\r\nX-Header: 1',
  ])('is refused with its field: %s', (url) => {
    expect(acceptWebhook({ url }, TERMS)).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'push_notification_config.url',
    });
  });

  test('has credentials that cannot become another header', () => {
    const given = (credentials: string) => ({
      url: URL,
      authentication: { schemes: ['Bearer'], credentials },
    });
    expect(findFault(PushNotificationConfig, given(CREDENTIALS))).toBeUndefined();
    for (const bad of [`${CREDENTIALS}\r\nX: 1`, 'short', `${CREDENTIALS} `]) {
      expect(findFault(PushNotificationConfig, given(bad))?.path).toBe(
        'authentication.credentials',
      );
    }
  });
});

test('reports are sent daily or monthly, and hourly ones are refused with what to do', () => {
  const terms = { version: '3.1' } as const;
  expect(acceptReporting({ url: URL, reporting_frequency: 'daily' }, terms)).toMatchObject({
    frequency: 'daily',
    task: 'media_buy_delivery',
  });
  expect(acceptReporting({ url: URL, reporting_frequency: 'hourly' }, terms)).toMatchObject({
    code: 'UNSUPPORTED_FEATURE',
    field: 'reporting_webhook.reporting_frequency',
    suggestion: expect.stringContaining('daily'),
  });
  expect(
    acceptReporting({ url: 'https://10.0.0.1', reporting_frequency: 'daily' }, terms),
  ).toMatchObject({ field: 'reporting_webhook.url' });
});
