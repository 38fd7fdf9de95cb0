import { html } from 'hono/html';
import { addCopyButtons } from '../../harness/publish/board/copy-buttons.ts';
import {
  clauseTrackTable,
  lastSeen,
  stepList,
  turnMarkup,
} from '../../harness/publish/board/episode-html.ts';
import { visible } from '../../harness/publish/board/format.ts';
import { playSteps } from '../../harness/publish/board/player.ts';
import { clauseTrack } from '../../harness/results/story/clause-track.ts';
import { LinesByEpisode } from '../../harness/results/story/lines-by-episode.ts';
import { storyOf } from '../../harness/results/story/story.ts';
import { unpacked } from '../scripts/fetch-results.ts';

/** Shows the episode that the address names (`?run=&task=&trial=`) from the events of its run. */
const place = document.querySelector<HTMLElement>('#episode');
if (place) void show(place, new URLSearchParams(location.search));

async function show(place: HTMLElement, asked: URLSearchParams): Promise<void> {
  const [run, task, trial] = [asked.get('run'), asked.get('task'), Number(asked.get('trial') ?? 1)];
  if (!run || !task) return;
  document.querySelector('#runs')?.removeAttribute('open');
  place.addEventListener('error', leaveOut, true);
  place.innerHTML = await markupOf(place, run, task, trial);
  const title = place.querySelector('h2')?.textContent;
  if (title) document.title = title;
  playSteps(place);
  addCopyButtons(place);
}

/** Only of the episodes that have pages the site has the pictures. */
function leaveOut({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return;
  const picture = target.closest('.framed') ?? target;
  const note = document.createElement('p');
  note.className = 'page quiet';
  note.textContent = 'No picture is kept on this site.';
  if (target.matches('.shot')) picture.replaceWith(note);
  else target.remove();
}

/** What it says where something is missing names what that is. */
async function markupOf(place: HTMLElement, run: string, task: string, trial: number): Promise<string> {
  const root = place.dataset.root ?? '/';
  const say = (what: string) => String(html`<div class="empty"><p>${what}</p></div>`);
  if (!/^[\w.-]+$/.test(run)) return say(`The run "${run}" is no name of a run.`);
  const answer = await fetch(`${root}api/v1/episodes/${run}.jsonl.gz`).catch(() => null);
  if (!answer?.ok)
    return say(`The events of the run ${run} could not be read${answer ? ` (${answer.status})` : ''}.`);
  const lines = new LinesByEpisode(await unpacked(answer)).of(task, trial);
  if (lines.length === 0) return say(`The run ${run} has no events of ${task}, trial ${trial}.`);
  const story = storyOf(lines);
  const track = clauseTrack(story);
  const told = {
    track,
    words: null,
    differsAt: null,
    pictureHref: ({ sha256 }: { sha256: string }) => `${root}media/${sha256}.webp`,
  };
  const again = await commandOf(root, run, task, trial);
  return String(html`<h2>${task}, trial ${trial}: ${endOf(lines)}</h2>
<p class="byline"><span>Run ${run}</span> <a href="${root}tasks/${task}/">The task</a></p>
<h3>How it ended</h3>
${story.stops.map(({ reason, error }) => html`<p>Stopped: ${visible(`${reason.replaceAll('_', ' ')}${error ? `: ${error}` : ''}`)}.</p>`)}
${lastSeen(track)}
${story.goal === null ? '' : html`<h3>What was asked</h3><blockquote>${visible(story.goal)}</blockquote>`}
<h3>The steps</h3>
${stepList(story, told)}
${story.lastTurns.map((turn) => turnMarkup(turn))}
<h3>The contract, step by step</h3>
<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, null)}</div>
<h3>Look for yourself</h3>
${again && html`<p>To play it again:</p><pre tabindex="0"><code>${again}</code></pre>`}
<p>To read it in a terminal:</p><pre tabindex="0"><code>${place.dataset.words ?? ''} show ${run} ${task}${trial > 1 && ` --trial ${trial}`}</code></pre>`);
}

/** How the last event of an episode says that it ended. */
function endOf(lines: readonly string[]): string {
  const status = /"status":"([a-z_]+)"/.exec(lines.at(-1) ?? '')?.[1];
  return status?.replaceAll('_', ' ') ?? 'its end is not kept';
}

type EpisodesIndex = { runs: readonly { runId: string; again: string | null }[] };

/** The command that plays the episode again; null where its server or agent is its user's own, or the index cannot be read. */
async function commandOf(root: string, run: string, task: string, trial: number): Promise<string | null> {
  if (!/^[\w.-]+$/.test(task)) return null;
  const answer = await fetch(`${root}api/v1/episodes/index.json`).catch(() => null);
  if (!answer?.ok) return null;
  // Our own file, checked when the site was built.
  const { runs } = (await answer.json()) as EpisodesIndex;
  const again = runs.find(({ runId }) => runId === run)?.again ?? null;
  const seed = /-s(\d+)$/.exec(task)?.[1] ?? '1';
  return again?.replace('{task}', task).replace('{seed}', seed).replace('{trial}', String(trial)) ?? null;
}
