import { readPath } from './paths.ts';

type Json = Readonly<Record<string, unknown>>;
type Imp = {
  readonly id: string;
  readonly bidfloor?: number | null;
  readonly native: { readonly request: string };
};
type Asset = Json & { readonly id: number; readonly required?: number | null };

const ASSET_KINDS = ['title', 'img', 'video', 'data'];

/**
 * What must hold of every bid response in test mode, whatever the case is about: the answer is complete,
 * each impression has one bid at its floor or above, and the markup answers the native request.
 */
export function checkAnswer(requestText: string, answer: unknown): readonly string[] {
  const request = JSON.parse(requestText.replace(/^\ufeff/, '')) as Json & { imp: readonly Imp[] };
  const faults: string[] = [];
  const must = (isTrue: boolean, what: string) => {
    if (!isTrue) faults.push(`answer: expected ${what}`);
  };
  must(readPath(answer, 'id') === request.id, 'the id of the request');
  must(isText(readPath(answer, 'bidid')), 'a bidid');
  must(readPath(answer, 'cur') === 'USD', 'cur "USD"');
  must(readPath(answer, 'ext.service.test.valid') === true, 'ext.service.test.valid');
  must(Array.isArray(readPath(answer, 'ext.service.test.warnings')), 'ext.service.test.warnings');
  must(Array.isArray(readPath(answer, 'ext.service.test.nonbid')), 'ext.service.test.nonbid');

  const seatbids = (readPath(answer, 'seatbid') ?? []) as readonly Json[];
  const seats = seatbids.map(({ seat }) => seat);
  must(seats.every(isText), 'a seat in each seatbid');
  must(new Set(seats).size === seats.length, 'one seatbid for each seat');
  const bids = seatbids.flatMap(({ bid }) => bid as readonly Json[]);
  const impids = bids.map(({ impid }) => impid);
  must(
    Bun.deepEquals(impids.toSorted(), request.imp.map(({ id }) => id).toSorted()),
    'one bid for each impression',
  );
  for (const bid of bids) {
    const imp = request.imp.find(({ id }) => id === bid.impid);
    if (imp !== undefined) faults.push(...checkBid(imp, bid));
  }
  return faults;
}

function checkBid(imp: Imp, { id, price, adm, mtype, nurl }: Json): readonly string[] {
  const faults: string[] = [];
  const must = (isTrue: boolean, what: string) => {
    if (!isTrue) faults.push(`bid for ${imp.id}: expected ${what}`);
  };
  must(isText(id), 'an id');
  must(typeof price === 'number' && price >= (imp.bidfloor ?? 0), 'a price at or above the floor');
  must(mtype === 4, 'mtype 4');
  must(nurl === undefined || isText(nurl), 'a nurl that is a string, if any');

  const asked = JSON.parse(imp.native.request) as Json;
  const answered = JSON.parse(String(adm)) as Json;
  const isWrapped = 'native' in asked;
  must('native' in answered === isWrapped, `markup ${isWrapped ? 'with' : 'without'} a native key`);
  const askedAssets = (readPath(asked, 'native.assets') ?? asked.assets) as readonly Asset[];
  const assets = (readPath(answered, 'native.assets') ?? answered.assets) as readonly Asset[];
  for (const asset of askedAssets.filter(({ required }) => required === 1)) {
    const kind = ASSET_KINDS.find((name) => (asset[name] ?? null) !== null) ?? '';
    const match = assets.find((candidate) => candidate.id === asset.id);
    must(match !== undefined && kind in match, `the required asset ${asset.id} as ${kind}`);
  }
  return faults;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
