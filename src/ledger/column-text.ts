import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimensions,
  LONG,
  SHORT,
  SUBJECTS,
} from '../sale/dimensions.ts';
import type { Fact } from '../sale/fact.ts';
import type { DeliveryCell } from './delivery/delivery.ts';
import type { Entry, PartnerCalls, TallyCell } from './entry.ts';

/**
 * Text that both databases accept. Postgres rejects NUL and incomplete characters, and its indexes take at most 2,700
 * bytes a row. An entry that the database rejects would block the journal behind it.
 */
export function columnText(text: string, bytesMax: number): string {
  const whole = text.includes('\0') || !text.isWellFormed() ? repaired(text) : text;
  // UTF-8 takes at most three bytes for one UTF-16 unit.
  if (whole.length * 3 <= bytesMax || Buffer.byteLength(whole) <= bytesMax) return whole;
  const bytes = Buffer.from(whole);
  let end = bytesMax;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function repaired(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

const IMP_ID = 512;

export function columnEntry(entry: Entry): Entry {
  switch (entry.kind) {
    case 'fact':
      return { ...entry, fact: columnFact(entry.fact) };
    case 'calls':
      return { kind: 'calls', calls: columnCalls(entry.calls) };
    case 'tally': {
      const { minuteMs, cells } = entry.tally;
      return { kind: 'tally', tally: { minuteMs, cells: cells.map(columnCell) } };
    }
    case 'delivery':
      return { kind: 'delivery', cells: entry.cells.map(columnDelivery) };
  }
}

function columnFact(fact: Fact): Fact {
  const { sale } = fact;
  return {
    ...fact,
    sale: {
      ...sale,
      auctionId: columnText(sale.auctionId, SHORT),
      impId: columnText(sale.impId, IMP_ID),
      partner: columnText(sale.partner, SHORT),
      seat: columnText(sale.seat, LONG),
      campaign: columnText(sale.campaign, LONG),
      creative: columnText(sale.creative, LONG),
      dimensions: columnDimensions(sale.dimensions),
    },
  };
}

function columnCalls(calls: PartnerCalls): PartnerCalls {
  return {
    ...calls,
    auctionId: columnText(calls.auctionId, SHORT),
    impId: columnText(calls.impId, IMP_ID),
    partner: columnText(calls.partner, SHORT),
  };
}

function columnCell(cell: TallyCell): TallyCell {
  return {
    ...cell,
    partner: columnText(cell.partner, SUBJECTS.partner.columnBytesMax),
    campaign: columnText(cell.campaign, SUBJECTS.campaign.columnBytesMax),
    reason: columnText(cell.reason, SUBJECTS.reason.columnBytesMax),
    dimensions: columnDimensions(cell.dimensions),
  };
}

function columnDelivery(cell: DeliveryCell): DeliveryCell {
  return {
    ...cell,
    partner: columnText(cell.partner, SHORT),
    campaign: columnText(cell.campaign, LONG),
    detail: columnText(cell.detail, LONG),
    publisher: columnText(cell.publisher, LONG),
  };
}

function columnDimensions(given: Dimensions): Dimensions {
  const dimensions = { ...given };
  for (const name of DIMENSION_NAMES) {
    dimensions[name] = columnText(given[name], DIMENSIONS[name].columnBytesMax);
  }
  return dimensions;
}
