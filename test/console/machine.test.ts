import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { LimitRow, ReportAnswer } from '../../src/console/api.ts';
import type { CampaignList } from '../../src/console/campaigns/api.ts';
import { eventually } from '../eventually.ts';
import { findAuction } from '../find-auction.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { notify, type RealMachine, startRealMachine } from './machine.ts';

let machine: RealMachine;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  machine = await startRealMachine();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENT_MS);
  complaints = complaintsOf(page);
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
const ask = async <T>(path: string) =>
  (await (await fetch(`${machine.adminUrl}${path}`)).json()) as T;

describe('on a real machine', () => {
  test('live figures move while requests are sent', async () => {
    await page.goto(`${machine.adminUrl}/#/live`);
    const received = page.locator('.funnel-row .number').first();
    await received.waitFor();
    const before = Number(await received.textContent());
    for (let i = 0; i < 20; i++) await machine.send();
    await fetch(`${machine.url}/openrtb2`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id": 7}',
    });
    await page.waitForFunction(
      (wanted) => Number(document.querySelector('.funnel-row .number')?.textContent) >= wanted,
      before + 21,
    );
    await page.getByText('1 lost before this: why').first().click();
    await shows(/A field had the wrong type/);
    await shows('Most frequent invalid fields: id (1)');
  });

  test('a partner that is paused is skipped from the next auction on, and asked again when resumed', async () => {
    const answerOf = async (partner: string) => {
      const { requestId } = await machine.send();
      const { partners } = await findAuction(machine.adminUrl, requestId);
      return partners.find(({ name }) => name === partner);
    };
    await page.goto(`${machine.adminUrl}/#/partners`);
    await page.getByRole('button', { name: 'Pause acme' }).click();
    await page.getByRole('button', { name: 'Pause acme now' }).click();
    await shows('Paused by local');
    // Whichever worker takes it.
    for (let i = 0; i < 8; i++) {
      expect(await answerOf('acme')).toMatchObject({ answer: 'skipped', reason: 'paused' });
    }
    await page.getByRole('button', { name: 'Resume acme' }).click();
    await page.getByRole('button', { name: 'Pause acme' }).waitFor();
    expect((await answerOf('acme'))?.reason).not.toBe('paused');
    await eventually(async () => (await answerOf('acme'))?.answer !== 'skipped');
    expect(machine.stdout()).toContain(
      '"partner":"acme","who":"local","by":"local","msg":"a partner was paused"',
    );
  });

  test('a report shows a win after its nurl was called', async () => {
    const { bids } = await machine.send({ publisher: 'reported' });
    await notify(bids[0]?.nurl);
    const path = '/api/report?by=publisher&last=1h&where=publisher%3Dreported';
    await eventually(async () => (await ask<ReportAnswer>(path)).rows[0]?.wins === 1);
    await page.goto(`${machine.adminUrl}/#/reports?by=publisher&last=1h&measure=wins`);
    const row = page.getByRole('row').filter({ hasText: 'reported' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Win notices' }).click();
    expect(await row.locator('[data-label="Win notices"]').textContent()).toBe('1');
    await row.getByRole('button', { name: 'reported' }).click();
    await page.getByRole('button', { name: /Only publisher reported/ }).waitFor();
    await page.getByRole('button', { name: 'Minute', exact: true }).click();
    await page.locator('.uplot').waitFor();
    expect(page.url()).toContain('where=publisher%3Dreported');
    const csv = await (await fetch(`${machine.adminUrl}${path}&format=csv`)).text();
    expect(csv).toStartWith('publisher,requests,');
  });

  test('a campaign whose day is over says so', async () => {
    const path = '/api/campaigns?find=dear';
    await eventually(async () => {
      const { bids } = await machine.send({ keywords: 'dear' });
      await notify(bids.find(({ cid }) => cid === 'dear')?.burl);
      const { rows } = await ask<CampaignList>(path);
      return rows[0]?.sentence.startsWith('budget of the day used up') ?? false;
    });
    await page.goto(`${machine.adminUrl}/#/campaigns`);
    await shows(/Budget of the day used up at \d\d:\d\d: \$2\.00 of \$2\.00 today; resumes at /);
    await shows(/Starts on \d{4}-\d\d-\d\d \d\d:\d\d/);
    await page.getByLabel('Find').fill('zither');
    await shows('No campaign matches');
  });

  test('limits show who asks most, and no address', async () => {
    for (let i = 0; i < 5; i++) await machine.send({ publisher: 'eager' });
    await page.goto(`${machine.adminUrl}/#/limits`);
    await shows('No publisher or caller is near a limit.');
    await shows('eager');
    let rows: readonly LimitRow[] = [];
    // A worker that gets no CPU is left out.
    await eventually(async () => {
      rows = await ask<readonly LimitRow[]>('/api/limits');
      return rows.some(({ scope }) => scope === 'ip');
    });
    expect(rows[0]).toMatchObject({ scope: 'global', limitPerSec: 100_000 });
    const addresses = rows.filter(({ scope }) => scope === 'ip');
    expect(addresses.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^127\.0\.0\.0 ~[0-9a-f]{4}$/),
    ]);
  });
});
