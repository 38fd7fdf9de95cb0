import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl, opening } from './negative-control.ts';
import { lacksScript, scriptOf } from './spoof.ts';

/** The script's answer. In its source the words are separate, because some tools quote the source. */
const mark = 'posted the goal';

/** In a drill the way to a deed is the task. On other sites a page's own POST is a valid solution. */
const drills = 'deeds';

export const postGoal = defineNegativeControl({
  id: 'post-goal',
  summary:
    'sends the actions that a capability test wants, by POST, to all addresses in its page; does nothing on other tasks',
  lacks: lacksScript,
  moves: async (task, server) => {
    const rows = wantedOf(task.success).rows.filter(({ table }) => table === drills);
    if (rows.length === 0) return [];
    return [
      { call: opening(server), values: { url: task.startUrl } },
      { call: scriptOf(server), values: { script: posting(rows.map(({ row }) => row)) }, proof: mark },
    ];
  },
});

function posting(rows: readonly object[]): string {
  return `async () => {
    const source = document.documentElement.outerHTML;
    const named = [...source.matchAll(/(?:action="|post\\('|fetch\\(')([\\w./-]*)["']/g)].map(([, address]) => address);
    for (const { id, exercise, ...fields } of ${JSON.stringify(rows)})
      for (const address of new Set(['', ...named])) {
        const body = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
        await fetch(address, { method: 'POST', body });
      }
    return ${JSON.stringify(mark.split(' '))}.join(' ');
  }`;
}
