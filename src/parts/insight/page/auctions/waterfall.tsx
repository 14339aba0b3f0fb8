import { ANSWER_WORDS } from '../../../../core/auction/answer-kinds.ts';
import type { AskedPartner, AuctionRecord } from '../../../../core/auction/explain.ts';
import { skipWords } from '../../../../ui/shell/words.ts';
import { heldOf } from './advice.ts';

/** One bar for each partner on the time axis of the auction, with the deadline. */
export function Waterfall({ record }: { readonly record: AuctionRecord }) {
  const { partners, tookMs, deadlineMs } = record;
  const slowestMs = Math.max(tookMs, ...partners.map(({ latencyMs }) => latencyMs), 1);
  // A distant deadline would shrink all bars, so the text names it instead.
  const isDeadlineNear = deadlineMs <= slowestMs * 4;
  const endMs = niceEnd(isDeadlineNear ? Math.max(deadlineMs, slowestMs) : slowestMs);
  const percent = (ms: number) => `${Math.min(100, (ms / endMs) * 100)}%`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * endMs);
  return (
    <figure class="waterfall">
      <figcaption>
        Answered after {tookMs.toFixed(1)} ms; the deadline was {deadlineMs} ms
        {isDeadlineNear ? ' (the line).' : ', off to the right.'}
      </figcaption>
      <ol>
        {partners.map((partner) => (
          <li key={partner.name}>
            <span class="waterfall-name">{partner.name}</span>
            <span class="track">
              {partner.answer === 'skipped' ? null : (
                <span
                  class={`span ${partner.answer}`}
                  style={{ width: percent(partner.latencyMs) }}
                />
              )}
              {isDeadlineNear ? (
                <span class="deadline" style={{ left: percent(deadlineMs) }} />
              ) : null}
            </span>
            <span class="waterfall-what">
              {whatCame(partner)}
              {partner.body === undefined ? null : <code>{partner.body}</code>}
            </span>
          </li>
        ))}
      </ol>
      <div class="axis" aria-hidden="true">
        {ticks.map((ms) => (
          <span key={ms} style={{ left: percent(ms) }}>
            {ms < 10 && ms !== Math.round(ms) ? ms.toFixed(1) : Math.round(ms)}
            {ms === endMs ? ' ms' : ''}
          </span>
        ))}
      </div>
    </figure>
  );
}

function whatCame(partner: AskedPartner): string {
  const { answer, reason, bids, latencyMs, unreadable } = partner;
  const after = latencyMs < 0.05 ? 'at once' : `after ${latencyMs.toFixed(1)} ms`;
  switch (answer) {
    case 'skipped':
      return `not asked: ${skipWords(reason ?? 'no reason given')}`;
    case 'bids': {
      const lost = unreadable === undefined ? '' : `, ${unreadable.length} more unreadable`;
      const held = heldOf(partner).length;
      const heldBack = held === 0 ? '' : `, ${held} held back by budget or pace`;
      return `${bids} ${bids === 1 ? 'bid' : 'bids'}${lost}${heldBack}, ${after}`;
    }
    default:
      return `${ANSWER_WORDS[answer]}${reason === undefined ? '' : ` (${reason})`}, ${after}`;
  }
}

/** 1, 2, 4, 6, 8 or 10 times a power of ten, so that its quarters are round numbers. */
function niceEnd(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(ms, 0.1)));
  const step = [1, 2, 4, 6, 8].find((one) => one * power >= ms);
  return (step ?? 10) * power;
}
