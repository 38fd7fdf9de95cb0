import { html } from 'hono/html';
import { formatBytes, formatDuration } from '../../harness/platform/words/format.ts';
import { statusLabel } from '../../harness/publish/board/episode-html.ts';
import { visible } from '../../harness/publish/board/format.ts';
import { repositoryUrl } from '../../harness/publish/board/settings.ts';
import { clauseText } from '../../harness/results/records/clause-text.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { isReplay } from '../../harness/results/records/run-facts.ts';
import { outcomeClassOf } from '../../harness/results/records/statuses.ts';
import { missesOf } from '../../harness/results/records/why-not-passed.ts';
import { episodePath } from '../history/episodes.ts';
import { taskPath } from '../history/this-build.ts';
import { href } from '../words/href.ts';

/** Titles of the current tasks, by id. */
export type Titles = ReadonlyMap<string, string>;

/**
 * The markup of an episode in the table of its run: its row, and a row over all columns below it if it did not pass.
 * A string and not a component: a history has tens of thousands of these rows, and as components they took half of the
 * rendering time.
 */
export function episodeRow(episode: Result, run: Run, sha: string, titles: Titles) {
  const { trial, status, durationMs, toolCalls, responseBytes } = episode;
  const severalTrials = run.config.trials > 1;
  const passed = status === 'passed';
  return html`<tr role="row" data-outcome="${outcomeClassOf(status)}"><th role="rowheader" scope="row">${taskCell(episode.taskId, run, sha, titles)}</th>${
    severalTrials &&
    html`<td role="cell" data-label="Trial" class="number" data-value="${trial}">${trial}</td>`
  }<td role="cell" data-label="Result" data-value="${status}">${statusLabel(status)}${look(episode, run)}${passed && whyPassed(episode)}</td><td role="cell" data-label="Duration" class="number" data-value="${durationMs}">${formatDuration(durationMs)}</td><td role="cell" data-label="Tool calls" class="number" data-value="${toolCalls}">${toolCalls}</td><td role="cell" data-label="Response" class="number" data-value="${responseBytes}">${formatBytes(responseBytes)}</td></tr>${
    !passed &&
    html`<tr role="row" class="why"><td role="cell" colspan="${severalTrials ? 6 : 5}">${whyNot(episode)}</td></tr>`
  }`;
}

/** Link to the page of the episode, if it has one. */
function look({ taskId, trial }: Result, { runId }: Run) {
  const path = episodePath(runId, taskId, trial);
  return path && html` <a href="${href(path)}" aria-label="view ${taskId}, trial ${trial}">view</a>`;
}

function taskCell(taskId: string, { suite, config }: Run, sha: string, titles: Titles) {
  const title = titles.get(taskId);
  const name = html`<span class="interval">${taskId}</span>`;
  if (title === undefined) return html`a removed task ${name}`;
  const linked = html`<a href="${href(taskPath(taskId) ?? '/tasks/')}">${title}</a> ${name}`;
  if (!repositoryUrl) return linked;
  const files = `${repositoryUrl}/blob/${sha}`;
  const transcript = html`, <a href="${files}/transcripts/${config.server.id}/${taskId}.jsonl">transcript</a>`;
  return html`${linked} <span class="interval">at this commit: <a href="${files}/tasks/${suite}/${taskId}.md">contract</a>${
    isReplay(config) && transcript
  }</span>`;
}

function whyPassed({ verdict }: Result) {
  const clauses = verdict?.clauses.length ?? 0;
  return html`<span class="interval">${clauses === 1 ? 'its one clause held' : `all ${clauses} clauses held`}</span>`;
}

function whyNot(episode: Result) {
  const { error, finalUrl, verdict, lastTool } = episode;
  const clauses = verdict?.clauses ?? [];
  return html`<dl>${missesOf(episode).map(({ kind, name, wanted, observed }) =>
    kind === 'clause'
      ? [
          term('Clause', html`<code>${name}</code>`),
          term('Wanted', visible(clauseText(wanted))),
          term('Observed', visible(clauseText(observed))),
        ]
      : term('Drift', `${name.replaceAll('_', ' ')}: recorded ${visible(wanted)}, seen ${visible(observed)}`),
  )}${error && term('Error', visible(error))}${finalUrl !== null && term('Ended at', visible(finalUrl))}${
    lastTool && term('Last tool', html`<code>${lastTool}</code>`)
  }</dl>${
    clauses.length > 1 &&
    html`<details><summary>All ${clauses.length} clauses</summary><ul>${clauses.map(({ name, outcome }) => html`<li>${outcome}: ${name}</li>`)}</ul></details>`
  }`;
}

function term(what: string, value: unknown) {
  return html`<div><dt>${what}</dt><dd>${value}</dd></div>`;
}
