import { html } from 'hono/html';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { outcomeClassOf } from '../../harness/results/records/statuses.ts';
import { episodePath } from '../history/episodes.ts';
import { taskGroups } from '../history/this-build.ts';
import { href } from '../words/href.ts';

/** What a link of a mark leads to: its episode, the first of neighbouring trials of a task that ended alike, or nothing. */
type Links = 'each' | 'shared' | 'none';

const glyphs = { passed: '✓', failed: '✕', errored: '!' };
const groupOf = new Map(
  taskGroups.flatMap((group) => group.tasks.map(({ task }) => [task.id, group] as const)),
);

/**
 * The rows of a run's map: a mark an episode, with as many links as there is room for. `room`: characters of markup,
 * which the marks alone may exceed. Text and not components: a run has up to a thousand marks.
 */
export function outcomeRows(run: Run, room: number): { markup: string; links: Links } {
  for (const links of ['each', 'shared'] as const) {
    const markup = markupOf(run, links);
    if (markup.length <= room) return { markup, links };
  }
  return { markup: markupOf(run, 'none'), links: 'none' };
}

function markupOf({ runId, episodes }: Run, links: Links): string {
  const rows = Map.groupBy(episodes, ({ taskId }) => groupOf.get(taskId)?.id ?? taskId);
  return [...rows]
    .map(([id, ofRow]) => {
      const group = groupOf.get(ofRow[0]?.taskId ?? '');
      const name = group ? html`<a href="${href(`/tasks/${id}/`)}">${group.title}</a>` : id;
      const marks = linked(ofRow, links).map(([{ taskId, trial, status }, ...others]) => {
        const path = links === 'none' ? null : episodePath(runId, taskId, trial);
        const of = outcomeClassOf(status);
        const mark = glyphs[of].repeat(1 + others.length);
        return path === null
          ? html`<span class="${of}">${mark}</span>`
          : html`<a class="${of}" href="${href(path)}">${mark}</a>`;
      });
      return html`<tr><th scope="row">${name}</th><td>${marks}</td></tr>`;
    })
    .join('');
}

/** Neighbours with one element, in their order. */
function linked(episodes: readonly Result[], links: Links): [Result, ...Result[]][] {
  const keyOf = ({ taskId, trial, status }: Result) =>
    links === 'each' ? `${taskId} ${trial}` : `${taskId} ${outcomeClassOf(status)}`;
  return episodes.reduce<[Result, ...Result[]][]>((groups, episode) => {
    const last = groups.at(-1);
    if (last && keyOf(last[0]) === keyOf(episode)) last.push(episode);
    else groups.push([episode]);
    return groups;
  }, []);
}
