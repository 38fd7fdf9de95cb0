import { readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import { formatCount, formatDuration } from '../../platform/words/format.ts';
import { contenderOf } from '../../results/records/run-facts.ts';
import { statuses } from '../../results/records/statuses.ts';
import { compared } from '../board/compared.ts';
import { formatInstant, visible } from '../board/format.ts';
import { clauseTrackTable } from '../episode-html/clause-track-table.ts';
import { episodeEnding, firstDiffering, lastSeen } from '../episode-html/episode-ending.ts';
import { statusLabel } from '../episode-html/status-label.ts';
import { stepListItem, turnMarkup } from '../episode-html/step-list-item.ts';
import type { Told } from './story-lines.ts';

/** Pictures of an episode as data URLs: of a page after a step by its digest, and of the page at the end. */
export type Pictures = { of(sha256: string): string | null; end: string | null };

const styles = ['tokens', 'base', 'page', 'table', 'parts', 'episode', 'print'];

/** An episode as one page that needs no other file and runs no script: the parts are those of the site's page of it. */
export function episodePage(told: Told, pictures: Pictures): string {
  const { run, result, story, track, comparison, words } = told;
  const { taskId, trial, status } = result;
  const by = compared(contenderOf(run.config));
  const differsAt = comparison?.difference?.seq ?? null;
  const pictureHref = ({ sha256 }: { sha256: string }) => pictures.of(sha256);
  const steps = story.steps.map((step) => stepListItem(step, { track, words, differsAt, pictureHref }));
  const css = styles.map((name) => readFileSync(path.join(stylesFolder, `${name}.css`), 'utf8')).join('\n');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${taskId}, trial ${trial}: ${status}</title><style>${raw(css)}</style></head><body><main id="content">
<h1>${taskId}</h1><p class="byline">${statusLabel(status)} <span>trial ${trial}</span> <span class="whole">${by}, run <code>${run.runId}</code></span></p>
<section><h2>How it ended</h2><p><code>${taskId}</code>: ${statuses[status].words}.</p>${episodeEnding(result, story)}<dl class="circumstances">${[
    ['Run started', formatInstant(run.startedAt)],
    ['Took', formatDuration(result.durationMs)],
    ['Tool calls', formatCount(result.toolCalls)],
  ].map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>${
    pictures.end && html`<img class="shot" src="${pictures.end}" alt="The page at the end">`
  }</section>
${story.goal !== null && html`<section><h2>What was asked</h2><blockquote>${visible(story.goal)}</blockquote></section>`}
<section><h2>The contract, step by step</h2>${
    track.columns.length === 0
      ? html`<p>Nobody could look at the page: there is nothing to judge.</p>`
      : html`<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, words)}</div>`
  }${status !== 'passed' && lastSeen(track)}</section>
${status !== 'passed' && comparison && leaving(comparison)}
<section><h2>The steps</h2>${
    story.steps.length === 0
      ? html`<p>It ended before anything was called.</p>`
      : html`<ol class="episode">${steps}</ol>`
  }${story.lastTurns.map(turnMarkup)}${story.misses.map((miss) => html`<p class="page">${visible(miss)}</p>`)}${
    story.cut !== null && html`<p>The events end here: ${story.cut}.</p>`
  }${story.unreadable > 0 && html`<p>${formatCount(story.unreadable)} of its events could not be read, and are not here.</p>`}</section>
</main></body></html>
`.toString();
}

const stylesFolder = path.join(import.meta.dirname, '../../../site/styles');

function leaving({ pass, difference }: NonNullable<Told['comparison']>) {
  const other =
    pass === 'recording'
      ? 'the recording of the task'
      : `${pass.kind} on ${pass.serverId}, run ${pass.runId}, trial ${pass.trial}`;
  return html`<section><h2>Where it left a run that passed</h2><p>Compared with ${other}.</p>${
    difference
      ? firstDiffering(difference, null)
      : html`<p>Every call is the same: what differs is what the calls met.</p>`
  }</section>`;
}
