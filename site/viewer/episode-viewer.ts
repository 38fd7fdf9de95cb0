import { html } from 'hono/html';
import { addCopyButtons } from '../../harness/publish/board/copy-buttons.ts';
import {
  clauseTrackTable,
  firstDiffering,
  lastSeen,
  stepList,
  turnMarkup,
} from '../../harness/publish/board/episode-html.ts';
import { visible } from '../../harness/publish/board/format.ts';
import { playSteps } from '../../harness/publish/board/player.ts';
import { clauseTrack } from '../../harness/results/story/clause-track.ts';
import { firstDifference } from '../../harness/results/story/closest-pass.ts';
import { LinesByEpisode } from '../../harness/results/story/lines-by-episode.ts';
import { callsOf, type Story, storyOf } from '../../harness/results/story/story.ts';
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

/** The site has pictures only for episodes with a page of their own. */
function leaveOut({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return;
  const picture = target.closest('.framed') ?? target;
  const note = document.createElement('p');
  note.className = 'page quiet';
  note.textContent = 'This site has no picture of this step.';
  if (target.matches('.shot')) picture.replaceWith(note);
  else target.remove();
}

/** The page of an episode, or a message that names what is missing. */
async function markupOf(place: HTMLElement, run: string, task: string, trial: number): Promise<string> {
  const root = place.dataset.root ?? '/';
  const say = (what: string) => String(html`<div class="empty"><p>${what}</p></div>`);
  if (!/^[\w.-]+$/.test(run)) return say(`"${run}" is not a run id.`);
  const events = await eventsOf(root, run);
  if ('why' in events) return say(`The events of the run ${run} could not be read${events.why}.`);
  const lines = events.of(task, trial);
  if (lines.length === 0) return say(`The run ${run} has no events of ${task}, trial ${trial}.`);
  const story = storyOf(lines);
  const track = clauseTrack(story);
  const entry = await entryOf(root, run);
  const pass = endOf(lines) === 'passed' ? null : await passOf(root, events, { run, task, entry });
  const difference = pass && firstDifference(callsOf(story), callsOf(pass.story));
  const told = {
    track,
    words: null,
    differsAt: difference?.seq ?? null,
    pictureHref: ({ sha256 }: { sha256: string }) => `${root}media/${sha256}.webp`,
  };
  const again = commandOf(entry, task, trial);
  return String(html`<h2>${task}, trial ${trial}: ${endOf(lines)}</h2>
<p class="byline"><span>Run ${run}</span> <a href="${root}tasks/${task}/">The task</a></p>
<h3>How it ended</h3>
${story.stops.map(({ reason, error }) => html`<p>Stopped: ${visible(`${reason.replaceAll('_', ' ')}${error ? `: ${error}` : ''}`)}.</p>`)}
${lastSeen(track)}
${story.goal === null ? '' : html`<h3>Goal</h3><blockquote>${visible(story.goal)}</blockquote>`}
<h3>The steps</h3>
${stepList(story, told)}
${story.lastTurns.map((turn) => turnMarkup(turn))}
${endOf(lines) === 'passed' ? '' : html`<h3>First difference from a passed episode</h3>${pass === null ? html`<p>No passed episode of this task with stored events was found, so no comparison is shown.</p>` : html`<p>This episode is compared with <a href="${pass.path}">trial ${pass.trial} of run ${pass.run}</a>.</p>${difference === null ? html`<p>All calls are the same.</p>` : firstDiffering(difference, pass.path)}`}`}
<h3>The clauses of the contract after each step</h3>
<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, null)}</div>
<h3>Check it yourself</h3>
${again && html`<p>To run it again:</p><pre tabindex="0"><code>${again}</code></pre>`}
<p>To read it in a terminal:</p><pre tabindex="0"><code>${place.dataset.words ?? ''} show ${run} ${task}${trial > 1 && ` --trial ${trial}`}</code></pre>`);
}

/** The end of an episode according to its last event. */
function endOf(lines: readonly string[]): string {
  const status = /"status":"([a-z_]+)"/.exec(lines.at(-1) ?? '')?.[1];
  return status?.replaceAll('_', ' ') ?? 'end not recorded';
}

type Entry = { runId: string; again: string | null; passing: string | null };

/** The entry of a run in the index of the site; null if the index cannot be read or lacks the run. */
async function entryOf(root: string, run: string): Promise<Entry | null> {
  const answer = await fetch(`${root}api/v1/episodes/index.json`).catch(() => null);
  if (!answer?.ok) return null;
  // A file of this site, checked when the site was built.
  const { runs } = (await answer.json()) as { runs: readonly Entry[] };
  return runs.find(({ runId }) => runId === run) ?? null;
}

/** The command that runs the episode again; null if its server or agent is private to its user. */
function commandOf(entry: Entry | null, task: string, trial: number): string | null {
  if (!/^[\w.-]+$/.test(task)) return null;
  const seed = /-s(\d+)$/.exec(task)?.[1] ?? '1';
  return (
    entry?.again?.replace('{task}', task).replace('{seed}', seed).replace('{trial}', String(trial)) ?? null
  );
}

async function eventsOf(root: string, run: string): Promise<LinesByEpisode | { why: string }> {
  const answer = await fetch(`${root}api/v1/episodes/${run}.jsonl.gz`).catch(() => null);
  if (!answer?.ok) return { why: answer ? ` (${answer.status})` : '' };
  return new LinesByEpisode(await unpacked(answer));
}

type Passed = { run: string; trial: number; path: string; story: Story };

/** A passed episode of the same task: from the same run, else from the run that the index names. Null if there is none. */
async function passOf(
  root: string,
  events: LinesByEpisode,
  { run, task, entry }: { run: string; task: string; entry: Entry | null },
): Promise<Passed | null> {
  const passedIn = (of: string, kept: LinesByEpisode): Passed | null => {
    const trial = kept.trialsOf(task).find((each) => endOf(kept.of(task, each)) === 'passed');
    if (trial === undefined) return null;
    const path = `${root}episodes/?${new URLSearchParams({ run: of, task, trial: String(trial) })}`;
    return { run: of, trial, path, story: storyOf(kept.of(task, trial)) };
  };
  const own = passedIn(run, events);
  if (own || !entry?.passing) return own;
  const other = await eventsOf(root, entry.passing);
  return 'why' in other ? null : passedIn(entry.passing, other);
}
