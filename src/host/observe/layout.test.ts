import { describe, expect, test } from 'bun:test';
import { layoutOf, slabsOf, TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { exposition } from './prometheus.ts';
import { createTotals } from './totals.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

const ACME = { name: 'acme', isRemote: true };
const ZENITH = { name: 'zenith', isRemote: true };

/** One worker and its supervisor, each with a layout of its own for the same memory. */
function machine(names: readonly string[]) {
  const [ofWorker, ofMachine] = [layoutOf(names), layoutOf(names)];
  const slabs = slabsOf(ofWorker);
  const metrics = createWorkerMetrics(ofWorker, slabs[0] ?? new Float64Array());
  const totals = createTotals({ layout: ofMachine, slabs, isLive: (slab) => slab === 0 });
  const lines = () => exposition(totals.read(), totals.layout).split('\n');
  return { ofWorker, ofMachine, metrics, totals, lines };
}

describe('a layout to which a partner is added', () => {
  test('leaves every cell where it was, and has the cells of one that had it from the start', () => {
    const grown = layoutOf(['house']);
    const before = grown.names.flatMap((name) =>
      grown.series[name].rows.map((row) => [name, row, grown.cellOf(name, ...row)] as const),
    );
    const { words } = grown;
    grown.add(ACME, 1);
    grown.add(ZENITH, 2);
    for (const [name, row, cell] of before) expect(grown.cellOf(name, ...row)).toBe(cell);
    const whole = layoutOf(['house', 'acme', 'zenith']);
    for (const name of whole.names) {
      expect(grown.series[name].rows).toEqual(whole.series[name].rows);
      for (const row of whole.series[name].rows) {
        expect(grown.cellOf(name, ...row)).toBe(whole.cellOf(name, ...row));
      }
    }
    expect([grown.cells(), grown.words]).toEqual([whole.cells(), words]);
    expect(grown.partners).toEqual(whole.partners);
    expect(grown.gauges).toEqual(whole.gauges);
  });
});

describe('totals of a layout that grows', () => {
  test('go on from what was counted, and count for the new partner what the worker does', () => {
    const { ofMachine, metrics, totals, lines } = machine(['house', 'acme']);
    metrics.auction(TYPICAL_AUCTION);
    totals.add('parley_billed_total', ['acme'], 3);
    metrics.addPartner(ZENITH, 2);
    metrics.auction(TYPICAL_AUCTION);
    // The supervisor adds it first, and shows it from then on.
    expect(lines().join('\n')).not.toContain('zenith');
    ofMachine.add(ZENITH, 2);
    totals.add('parley_billed_total', ['zenith'], 1);
    totals.set('parley_partner_paused', ['zenith'], 0);
    expect(lines()).toEqual(
      expect.arrayContaining([
        'parley_partner_asked_total{partner="acme"} 2',
        'parley_partner_asked_total{partner="zenith"} 1',
        'parley_billed_total{partner="acme"} 3',
        'parley_billed_total{partner="zenith"} 1',
        'parley_partner_paused{partner="zenith"} 0',
      ]),
    );
  });
});
