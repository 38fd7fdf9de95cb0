import { html } from 'hono/html';
import { formatBytes, formatCount, formatDuration, formatUsd } from '../../platform/words/format.ts';
import type { ClauseTrack } from '../../results/story/clause-track.ts';
import type { StoryStep } from '../../results/story/story.ts';
import { callWords } from '../board/call-words.ts';
import { plural, visible } from '../board/format.ts';

type Told = {
  track: ClauseTrack;
  words: ReadonlyMap<string, string> | null;
  /** The step at which a passing run did something else; null where none did. */
  differsAt: number | null;
  /** Where its picture lies; null where none does. */
  pictureHref(picture: NonNullable<StoryStep['picture']>): string | null;
};

/** Markup of one step. Text and not a component: an episode has a hundred, and there are thousands of episodes. */
export function stepListItem(step: StoryStep, told: Told) {
  const { seq, call, answer, url, turns, misses } = step;
  const marks = [
    ...(seq === 0 ? ['opens the start page'] : []),
    ...(seq === told.differsAt ? ['differs from the run that passed'] : []),
  ];
  return html`<li id="step-${seq}"><h3><a href="#step-${seq}">Step ${seq}</a> ${
    call ? html`<code>${callWords(call, 2000)}</code>` : 'nothing was called'
  }${marks.map((mark) => html` <span class="tag">${mark}</span>`)}</h3>${turns.map(turnMarkup)}${
    answer ? answerMarkup(answer, url) : html`<p class="page">${call && 'No answer came.'} ${at(url)}</p>`
  }${pictureMarkup(step, told)}${misses.map((miss) => html`<p class="page">${visible(miss)}</p>`)}${changes(seq, told)}</li>`;
}

function at(url: string | null) {
  return url !== null && html`<code class="quiet">${visible(url)}</code>`;
}

/** What a model said, and what that took. */
export function turnMarkup({ text, tokens, usd, stopReason }: StoryStep['turns'][number]) {
  const took = [
    tokens === null
      ? 'tokens not known'
      : `${formatCount(tokens.input + tokens.cacheRead + tokens.cacheWrite)} tokens in, ${formatCount(tokens.output)} out`,
    usd === null ? 'price not known' : formatUsd(usd),
    ...(stopReason === null ? [] : [visible(stopReason)]),
  ];
  return html`<blockquote class="said">${text === '' ? html`<p class="quiet">no words</p>` : html`<p>${visible(text)}</p>`}<p class="quiet">${took.join(', ')}</p></blockquote>`;
}

function pictureMarkup({ seq, picture }: StoryStep, { pictureHref }: Told) {
  if (!picture) return '';
  const source = pictureHref(picture);
  if (source === null) return html`<p class="page quiet">No picture was kept.</p>`;
  const { width, height } = picture;
  return html`<img class="shot" loading="lazy" src="${source}" width="${width}" height="${height}" alt="The page after step ${seq}">`;
}

type Answer = NonNullable<StoryStep['answer']>;

function answerMarkup({ kind, isError, bytes, durationMs, preview }: Answer, url: string | null) {
  const head = html`${isError ? 'An error' : 'Answer'}: ${kind}, <span class="span">${formatBytes(bytes)}</span>, <span class="span">${formatDuration(durationMs)}</span> ${at(url)}`;
  if (preview === '') return html`<p class="page">${head}</p>`;
  return html`<details><summary>${head}</summary><pre tabindex="0"><code>${visible(preview)}</code></pre>${
    bytes > preview.length &&
    html`<p class="quiet">The first ${plural(preview.length, 'character')} are kept.</p>`
  }</details>`;
}

function changes(seq: number, { track: { columns, rows }, words }: Told) {
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
