import { html } from 'hono/html';
import type { Result } from '../../results/records/result.ts';
import { missesOf, whatWasSaid } from '../../results/records/why-not-passed.ts';
import type { ClauseTrack } from '../../results/story/clause-track.ts';
import type { Difference } from '../../results/story/closest-pass.ts';
import type { Story } from '../../results/story/story.ts';
import { callWords } from '../board/call-words.ts';
import { visible } from '../board/format.ts';

const reports = { true: 'success', false: 'no success', null: 'nothing' };
const outcomes = { passed: 'held', failed: 'did not hold', inconclusive: 'could not be decided' };

/** Markup: how an episode ended, why it did not pass, and what it said of itself. */
export function episodeEnding(result: Result, story: Story) {
  const { error, stopReason, finalUrl, selfReport, verdict, answer } = result;
  const stops = story.stops.map(
    (stop) => `${stop.reason.replaceAll('_', ' ')}${stop.error ? `: ${stop.error}` : ''}`,
  );
  const judged = verdict === null ? 'was not judged' : outcomes[verdict.outcome];
  return html`<dl class="ending">${missesOf(result).map(
    ({ kind, name, wanted, observed }) =>
      html`${entry(kind === 'clause' ? 'Clause' : 'Drift', html`<code>${name}</code>`)}${entry('Wanted', visible(wanted))}${entry('Observed', visible(observed))}`,
  )}${error && entry('Error', visible(error))}${whatWasSaid(result).map((said) => entry('Also', visible(said)))}${stops.map(
    (stop) => entry('Stopped', visible(stop)),
  )}${stopReason !== null && entry('Its own word', visible(stopReason))}${finalUrl !== null && entry('Ended at', visible(finalUrl))}${entry(
    'It reported',
    `${reports[`${selfReport}`]}; the contract ${judged}`,
  )}${answer !== null && entry('Its answer', visible(answer))}</dl>`;
}

/** Markup: what was seen last of each clause that does not hold. */
export function lastSeen({ rows }: ClauseTrack) {
  return html`<dl class="ending">${rows.map(({ name, outcomes: looks, observed }) =>
    looks.at(-1) !== 'passed' && observed !== null
      ? entry('Seen last', html`<code>${name}</code> ${visible(observed)}`)
      : '',
  )}</dl>`;
}

/** Markup: the first call that differs from an episode that passed; `there`: where that has a page. */
export function firstDiffering({ seq, own, passing }: Difference, there: string | null) {
  const step = own ? html`<a href="#step-${seq}">step ${seq}</a>` : `step ${seq}`;
  const link = passing && there ? html` (<a href="${there}#step-${seq}">its step ${seq}</a>)` : '';
  return html`<dl class="ending">${entry('First differs', step)}${entry('Here', own ? html`<code>${callWords(own)}</code>` : 'no further call')}${entry(
    'There',
    html`${passing ? html`<code>${callWords(passing)}</code>` : 'no further call: it was done'}${link}`,
  )}</dl>`;
}

function entry(term: string, value: unknown) {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}
