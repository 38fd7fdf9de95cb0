import { html, raw } from 'hono/html';
import type { Outcome } from '../../judge/outcome.ts';
import { formatBytes, formatCount, formatDuration, formatUsd } from '../../platform/words/format.ts';
import { clauseText } from '../../results/records/clause-text.ts';
import type { Result } from '../../results/records/result.ts';
import { outcomeClassOf, type Status } from '../../results/records/statuses.ts';
import { missesOf, whatWasSaid } from '../../results/records/why-not-passed.ts';
import { actionWords, frameIn } from '../../results/story/acted-on.ts';
import type { ClauseTrack, TrackColumn, TrackRow } from '../../results/story/clause-track.ts';
import type { Difference } from '../../results/story/closest-pass.ts';
import type { Story, StoryStep } from '../../results/story/story.ts';
import { callWords, plural, visible } from './format.ts';

type EpisodeContext = {
  track: ClauseTrack;
  words: ReadonlyMap<string, string> | null;
  /** The step at which a passing run made another call; null if there is none. */
  differsAt: number | null;
  /** The address of a picture; null if it is not kept. */
  pictureHref(picture: NonNullable<StoryStep['picture']>): string | null;
  /** Characters of markup for all steps together; unlimited if absent. `isCut` is set if the steps are shortened to fit. */
  room?: { most: number; isCut: boolean };
};

/** How much of a step is shown: its text; also its picture and circumstances; also its answer. */
const depths = ['words', 'picture', 'all'] as const;
type Depth = (typeof depths)[number];

/**
 * Markup: the steps of an episode as a list, which `playSteps` turns into a player. It is text and not a component because
 * an episode has a hundred steps, and there are thousands of episodes.
 */
export function stepList({ steps }: Pick<Story, 'steps'>, context: EpisodeContext) {
  if (steps.length === 0) return html`<p>The episode ended before the first call.</p>`;
  const hasPictures = steps.some(({ picture }) => picture && context.pictureHref(picture) !== null);
  const items = steps.map((step, index) => {
    const [before, after] = [steps[index - 1], steps[index + 1]];
    const found = before?.seq === step.seq - 1 ? before.picture : null;
    // The next step shows the page after this one.
    const isShownLater = after?.seq === step.seq + 1;
    return (depth: Depth) => stepListItem(step, context, { found, isShownLater, depth });
  });
  return html`<div class="player"><ol class="episode" role="list">${raw(withinRoom(items, context.room))}</ol></div>${!hasPictures && html`<p class="quiet">No picture is kept.</p>`}`;
}

/** Keeps the text of all steps, then as many pictures as fit, then as many answers as fit. */
function withinRoom(items: readonly ((depth: Depth) => unknown)[], room: EpisodeContext['room']): string {
  if (!room) return items.map((item) => String(item('all'))).join('');
  const chosen = items.map((item) => String(item('words')));
  let left = room.most - chosen.join('').length;
  for (const depth of depths.slice(1)) {
    room.isCut = false;
    for (const [index, item] of items.entries()) {
      const more = String(item(depth));
      const taken = more.length - (chosen[index]?.length ?? 0);
      if (taken > left) room.isCut = true;
      else {
        left -= taken;
        chosen[index] = more;
      }
    }
  }
  return chosen.join('');
}

type StepView = {
  /** The picture of the page before the call. */
  found: StoryStep['picture'];
  /** The next step shows the picture after this step. */
  isShownLater: boolean;
  depth: Depth;
};

/** Markup of one step. */
export function stepListItem(
  step: StoryStep,
  context: EpisodeContext,
  { found, isShownLater, depth }: StepView = { found: null, isShownLater: false, depth: 'all' },
) {
  const { seq, call, answer, url, turns, misses } = step;
  const action = actionWords(step);
  const marks = [
    ...(seq === 0 && call ? ['by the harness, opens the start page'] : []),
    ...(seq === context.differsAt ? ['differs from the run that passed'] : []),
  ];
  const longest = depth === 'words' ? 120 : 2000;
  const head = html`<h3><a href="#step-${seq}">Step ${seq}</a> <span class="act">${
    action !== null
      ? visible(action)
      : call
        ? html`<code>${callWords(call, longest)}</code>`
        : seq === 0
          ? 'the harness opens the start page'
          : 'no call'
  }</span>${marks.map((mark) => html` <span class="tag">${mark}</span>`)}</h3>`;
  const rest = () =>
    html`${
      call &&
      action !== null &&
      html`<p class="page"><code class="quiet">${callWords(call, longest)}</code></p>`
    }${turns.map(turnMarkup)}${
      answer
        ? answerMarkup(answer, url, depth === 'all')
        : html`<p class="page">${call && 'No answer came.'} ${at(url)}</p>`
    }${pictureMarkup(step, context, { found, isShownLater })}${misses.map((miss) => html`<p class="page">${visible(miss)}</p>`)}${changes(seq, context)}`;
  return html`<li id="step-${seq}"${seq === context.differsAt && raw(' class="differs"')}>${head}${depth === 'words' ? '' : rest()}</li>`;
}

function at(url: string | null) {
  return url !== null && html`<code class="quiet">${visible(url)}</code>`;
}

/** A model's message and its cost. */
export function turnMarkup({ text, tokens, usd, stopReason }: StoryStep['turns'][number]) {
  const took = [
    tokens === null
      ? 'tokens unknown'
      : `${formatCount(tokens.input + tokens.cacheRead + tokens.cacheWrite)} tokens in, ${formatCount(tokens.output)} out`,
    usd === null ? 'price unknown' : formatUsd(usd),
    ...(stopReason === null ? [] : [visible(stopReason)]),
  ];
  return html`<blockquote class="said">${text === '' ? html`<p class="quiet">no text</p>` : html`<p>${visible(text)}</p>`}<p class="quiet">${took.join(', ')}</p></blockquote>`;
}

/** The page before the call, with a frame around the element acted on if its place is recorded, and the page after it. */
function pictureMarkup(
  { seq, picture, on }: StoryStep,
  { pictureHref }: EpisodeContext,
  { found, isShownLater }: Pick<StepView, 'found' | 'isShownLater'>,
) {
  const before = found && pictureHref(found);
  const after = picture && !isShownLater ? pictureHref(picture) : null;
  const frame = before ? frameIn(found, on) : null;
  const isFramed = frame !== null && frame !== 'outside';
  const alt = `The page before step ${seq}${isFramed ? ', with the element acted on framed' : ''}`;
  const mark =
    found &&
    isFramed &&
    html`<svg viewBox="0 0 ${found.width} ${found.height}" aria-hidden="true"><rect x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}"/></svg>`;
  const shown = found && before && html`<span class="framed">${image(found, before, alt)}${mark}</span>`;
  const outside =
    frame === 'outside' &&
    html`<p class="page quiet">The element acted on is outside the pictured part of the page.</p>`;
  const next = picture && after && image(picture, after, `The page after step ${seq}`);
  const isMissing = picture && !isShownLater && after === null;
  return html`${shown}${outside}${next}${isMissing && html`<p class="page quiet">No picture is kept.</p>`}`;
}

function image({ width, height }: NonNullable<StoryStep['picture']>, source: string, alt: string) {
  return html`<img class="shot" loading="lazy" src="${source}" width="${width}" height="${height}" alt="${alt}">`;
}

type Answer = NonNullable<StoryStep['answer']>;

function answerMarkup(
  { kind, isError, bytes, durationMs, preview }: Answer,
  url: string | null,
  isWhole: boolean,
) {
  const head = html`${isError ? 'An error' : 'Answer'}: ${kind}, <span class="span">${formatBytes(bytes)}</span>, <span class="span">${formatDuration(durationMs)}</span> ${at(url)}`;
  if (preview === '' || !isWhole) return html`<p class="page">${head}</p>`;
  return html`<details><summary>${head}</summary><pre tabindex="0"><code>${visible(preview)}</code></pre>${
    bytes > new TextEncoder().encode(JSON.stringify([{ type: 'text', text: preview }])).length &&
    html`<p class="quiet">Only the first ${plural(preview.length, 'character')} are stored.</p>`
  }</details>`;
}

function changes(seq: number, { track: { columns, rows }, words }: EpisodeContext) {
  const column = columns.findIndex((each) => each.seq === seq);
  if (column < 1) return '';
  const changed = rows.flatMap(({ name, ownWords, outcomes }) => {
    const [before, after] = [outcomes[column - 1], outcomes[column]];
    if (before === after) return [];
    const verb =
      after === 'passed' ? 'Holds now' : after === 'failed' ? 'Does not hold now' : 'Not decided now';
    return [html`<li>${verb}: ${visible(words?.get(name) ?? ownWords)}</li>`];
  });
  return changed.length === 0 ? '' : html`<ul class="changes">${changed}</ul>`;
}

/** The style sheet draws a full circle, an empty circle and a question mark: not every font has the first two. */
export const outcomeWords: Record<Outcome, string> = {
  passed: 'held',
  failed: 'not held',
  inconclusive: 'not decided',
};

const ends = {
  step: { text: '', title: '' },
  first: { text: 'end', title: 'The observation after the last step' },
  second: { text: 'again', title: 'The second observation of the same address' },
};

/** A track with more cells omits the steps at which nothing changed. */
const mostCells = 200;

/** Markup: every clause at every observation. It is text and not a component because it has hundreds of cells. */
export function clauseTrackTable(track: ClauseTrack, words: ReadonlyMap<string, string> | null) {
  const { columns, rows } = track;
  const shown = shownColumns(track);
  const left = columns.length - shown.length;
  const whole = columns.findIndex(({ outcome }) => outcome === 'passed');
  return html`<table class="track"><caption>Each clause after each step${left > 0 && `; ${plural(left, 'step')} without a change ${left === 1 ? 'is' : 'are'} left out`}</caption><thead><tr><th scope="col">Clause</th>${shown.map(({ column }) => head(column))}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row" class="depth-${Math.min(row.depth, 3)}">${visible(clauseText(words?.get(row.name) ?? row.ownWords))} <code class="quiet">${row.name}</code></th>${shown.map(({ index }) => cell(row.outcomes[index] ?? null, index === row.firstHeld))}</tr>`,
  )}<tr class="whole"><th scope="row">The whole contract</th>${shown.map(({ column, index }) =>
    cell(column.outcome, index === whole),
  )}</tr></tbody></table>`;
}

/** Columns with their index in the track: the first step, the ends, and each step at which a clause changed. */
function shownColumns({ columns, rows }: ClauseTrack): { column: TrackColumn; index: number }[] {
  const all = columns.map((column, index) => ({ column, index }));
  if (columns.length * (rows.length + 1) <= mostCells) return all;
  return all.filter(
    ({ column, index }) =>
      index === 0 ||
      column.seq === null ||
      rows.some(({ outcomes }) => outcomes[index] !== outcomes[index - 1]),
  );
}

function head({ seq, at }: TrackColumn) {
  if (seq === null) return html`<th scope="col"><abbr title="${ends[at].title}">${ends[at].text}</abbr></th>`;
  return html`<th scope="col"><a href="#step-${seq}" aria-label="Step ${seq}">${seq}</a></th>`;
}

function cell(outcome: TrackRow['outcomes'][number], isFirst: boolean) {
  if (outcome === null) return html`<td></td>`;
  return html`<td class="${outcome}${isFirst && ' first'}"><i role="img" aria-label="${outcomeWords[outcome]}${isFirst && ', first time'}"></i></td>`;
}

const reports = { true: 'success', false: 'no success', null: 'nothing' };
const outcomes = { passed: 'held', failed: 'did not hold', inconclusive: 'could not be decided' };

/** Markup: how an episode ended, why it did not pass, and its own report. */
export function episodeEnding(result: Result, story: Story) {
  const { error, stopReason, finalUrl, selfReport, verdict, answer } = result;
  const stops = story.stops.map(
    (stop) => `${stop.reason.replaceAll('_', ' ')}${stop.error ? `: ${stop.error}` : ''}`,
  );
  const judged = verdict === null ? 'was not judged' : outcomes[verdict.outcome];
  return html`<dl class="ending">${missesOf(result).map(
    ({ kind, name, wanted, observed }) =>
      html`${entry(kind === 'clause' ? 'Clause' : 'Drift', html`<code>${name}</code>`)}${entry('Wanted', visible(clauseText(wanted)))}${entry('Observed', visible(clauseText(observed)))}`,
  )}${error && entry('Error', visible(error))}${whatWasSaid(result).map((said) => entry('Also', visible(said)))}${stops.map(
    (stop) => entry('Stopped', visible(stop)),
  )}${stopReason !== null && entry('Stop reason', visible(stopReason))}${finalUrl !== null && entry('Ended at', visible(finalUrl))}${entry(
    'Reported by the agent',
    reports[`${selfReport}`],
  )}${entry('Outcome', `the contract ${judged}`)}${answer !== null && entry('Answer of the agent', visible(answer))}</dl>`;
}

/** Markup: the last observation of each clause that is not satisfied. */
export function lastSeen({ rows }: ClauseTrack) {
  return html`<dl class="ending">${rows.map(({ name, outcomes: looks, observed }) =>
    looks.at(-1) !== 'passed' && observed !== null
      ? entry('Last observed', html`<code>${name}</code>: ${visible(clauseText(observed))}`)
      : '',
  )}</dl>`;
}

/** Markup: the first call that differs from a passed episode; `there`: the address of that episode's page, if any. */
export function firstDiffering({ seq, own, passing }: Difference, there: string | null) {
  const step = own ? html`<a href="#step-${seq}">step ${seq}</a>` : `step ${seq}`;
  const link = passing && there ? html` (<a href="${there}#step-${seq}">its step ${seq}</a>)` : '';
  return html`<dl class="ending">${entry('First differs', step)}${entry('Here', own ? html`<code>${callWords(own)}</code>` : 'no further call')}${entry(
    'There',
    html`${passing ? html`<code>${callWords(passing)}</code>` : 'no further call: it had finished'}${link}`,
  )}</dl>`;
}

function entry(term: string, value: unknown) {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}

// The marks differ in shape, not only in colour. They are drawn because not every font has them.
const marks = {
  passed: 'M3 8.5l3.2 3.2L13 4.5',
  failed: 'M4 4l8 8M12 4l-8 8',
  errored: 'M8 2.5v7M8 12v1.5',
};

/** The tone of an ending: an expected failure, or neutral. */
export type Tone = 'expected' | 'plain';

/**
 * Markup: the status as text with the mark of its outcome class. `words` replace the status's own text. With a tone, the
 * label has no alarming colour, and an expected failure has the mark of a pass.
 */
export function statusLabel(status: Status, words = status.replaceAll('_', ' '), tone: Tone | null = null) {
  const outcomeClass = outcomeClassOf(status);
  const mark = marks[tone === 'expected' ? 'passed' : outcomeClass];
  return html`<span class="status ${tone ?? outcomeClass}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${mark}"/></svg>${words}</span>`;
}
