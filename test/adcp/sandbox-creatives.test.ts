import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../process.ts';
import { creative, libraryInProcess } from './library-fixture.ts';
import { ACME, TRIAL } from './seller-in-process.ts';

afterAll(cleanUp);

const DISPLAY = {
  format_id: { agent_url: 'https://your-platform.example', id: 'display_300x250' },
  assets: {
    image: { asset_type: 'image', url: 'https://nova.example/a.png', width: 300, height: 250 },
  },
};

test('a sandbox takes formats of others, approves at once, and gets no campaign', async () => {
  const seller = await libraryInProcess();
  const line = await seller.buy('mb1', { buyer: 'trial' });
  const { body } = await seller.sync(TRIAL, {
    creatives: [creative('c1', DISPLAY), creative('c2')],
    assignments: ['c1', 'c2'].map((id) => ({ creative_id: id, package_id: line })),
  });
  expect(body).toMatchObject({
    sandbox: true,
    creatives: [
      { creative_id: 'c1', status: 'approved', assigned_to: [line] },
      { creative_id: 'c2', status: 'approved', assigned_to: [line] },
    ],
  });
  expect(seller.campaign(line)).toBeUndefined();
});

test('a real account takes no formats of others', async () => {
  const seller = await libraryInProcess();
  const { body } = await seller.sync(ACME, { creatives: [creative('c1', DISPLAY)] });
  expect(body.errors).toMatchObject([
    { code: 'UNSUPPORTED_FEATURE', field: 'creatives[0].format_id' },
  ]);
});

test('a sandbox checks formats of its own like any account, except for a test controller', async () => {
  const wrong = { creatives: [creative('c1', { assets: {} })] };
  const strict = await libraryInProcess();
  expect((await strict.sync(TRIAL, wrong)).isError).toBeTrue();
  const conformance = await libraryInProcess({ testController: true });
  const { body } = await conformance.sync(TRIAL, wrong);
  expect(body).toMatchObject({ creatives: [{ action: 'created', status: 'approved' }] });
});

test('formats are listed by their ids, with those that a test controller has made up', async () => {
  const seller = await libraryInProcess({ testController: true });
  await seller.call(TRIAL, 'comply_test_controller', {
    ...{ scenario: 'seed_creative_format', account: { sandbox: true } },
    params: { format_id: 'video_30s', fixture: { name: 'Video' } },
  });
  const own = { agent_url: 'https://exchange.example/adcp/mcp', id: 'video_30s' };
  const { body } = await seller.call(TRIAL, 'list_creative_formats', { format_ids: [own] });
  expect(body.formats).toMatchObject([{ format_id: own, name: 'Video' }]);
  const all = await seller.call(TRIAL, 'list_creative_formats', {
    pagination: { max_results: 3 },
  });
  expect(all.body.pagination).toMatchObject({ has_more: true });
});
