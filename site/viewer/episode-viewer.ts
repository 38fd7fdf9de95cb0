import { html } from 'hono/html';
import {
  clauseTrackTable,
  lastSeen,
  stepListItem,
  turnMarkup,
} from '../../harness/publish/board/episode-html.ts';
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
  const root = place.dataset.root ?? '/';
  document.querySelector('#runs')?.removeAttribute('open');
  place.innerHTML = await markupOf(root, run, task, trial);
  const title = place.querySelector('h2')?.textContent;
  if (title) document.title = title;
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** What it says where something is missing names what that is. */
async function markupOf(root: string, run: string, task: string, trial: number): Promise<string> {
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
  return String(html`<h2>${task}, trial ${trial}: ${endOf(lines)}</h2>
<p class="byline"><span>Run ${run}</span> <a href="${root}tasks/${task}/">The task</a></p>
${story.goal === null ? '' : html`<h3>What was asked</h3><blockquote>${story.goal}</blockquote>`}
<h3>The contract, step by step</h3>
<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, null)}</div>
${lastSeen(track)}
<h3>The steps</h3>
<ol class="episode" role="list">${story.steps.map((step) => stepListItem(step, told))}</ol>
${story.lastTurns.map((turn) => turnMarkup(turn))}`);
}

/** How the last event of an episode says that it ended. */
function endOf(lines: readonly string[]): string {
  const status = /"status":"([a-z_]+)"/.exec(lines.at(-1) ?? '')?.[1];
  return status?.replaceAll('_', ' ') ?? 'its end is not kept';
}
