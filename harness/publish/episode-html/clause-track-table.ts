import { html } from 'hono/html';
import type { Outcome } from '../../judge/outcome.ts';
import type { ClauseTrack, TrackColumn, TrackRow } from '../../results/story/clause-track.ts';
import { visible } from '../board/format.ts';

/** The style sheet draws a full circle, an empty one and a question mark: not every font has the first two. */
export const outcomeWords: Record<Outcome, string> = {
  passed: 'held',
  failed: 'not held',
  inconclusive: 'not decided',
};

const ends = {
  step: { text: '', title: '' },
  first: { text: 'end', title: 'What counts: the observation after the last step' },
  second: { text: 'again', title: 'The same address, observed once more from outside' },
};

/** Markup: every clause by every look. Text and not a component, for it has hundreds of cells. */
export function clauseTrackTable({ columns, rows }: ClauseTrack, words: ReadonlyMap<string, string> | null) {
  return html`<table class="track"><caption>Each clause after each step</caption><thead><tr><th scope="col">Clause</th>${columns.map(head)}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row" class="depth-${Math.min(row.depth, 3)}">${visible(words?.get(row.name) ?? row.ownWords)} <code class="quiet">${row.name}</code></th>${row.outcomes.map((outcome, index) => cell(outcome, index === row.firstHeld))}</tr>`,
  )}<tr class="whole"><th scope="row">The whole contract</th>${columns.map(({ outcome }, index) =>
    cell(outcome, index === columns.findIndex((each) => each.outcome === 'passed')),
  )}</tr></tbody></table>`;
}

function head({ seq, at }: TrackColumn) {
  if (seq === null) return html`<th scope="col"><abbr title="${ends[at].title}">${ends[at].text}</abbr></th>`;
  return html`<th scope="col"><a href="#step-${seq}" aria-label="Step ${seq}">${seq}</a></th>`;
}

function cell(outcome: TrackRow['outcomes'][number], isFirst: boolean) {
  if (outcome === null) return html`<td></td>`;
  return html`<td class="${outcome}${isFirst && ' first'}"><i role="img" aria-label="${outcomeWords[outcome]}${isFirst && ', for the first time'}"></i></td>`;
}
