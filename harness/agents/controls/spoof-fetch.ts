import type { Task } from '../../task/task.ts';
import { forgedEndWithRequests, wantedOf } from './forging/forge.ts';
import { defineNegativeControl, type NegativeControlMove } from './negative-control.ts';
import { lacksScript, scriptOf, spoofMoves } from './spoof.ts';

/** The script's answer. In its source the words are separate, because some tools quote the source. */
const asked = 'asked for what is wanted';

export const spoofFetch = defineNegativeControl({
  id: 'spoof-fetch',
  summary:
    'sends the wanted requests and stores the wanted texts with the script tool, then forges the page like the control spoof',
  lacks: lacksScript,
  mustEnd: forgedEndWithRequests,
  moves: async (task, server, options) => {
    const moves = await spoofMoves(task, server, options);
    const fetching: NegativeControlMove = {
      call: scriptOf(server),
      values: { script: fetchingScript(task) },
      proof: asked,
    };
    // Inserted before the last move, which is the forging.
    return [...moves.slice(0, -1), fetching, ...moves.slice(-1)];
  },
});

function fetchingScript({ success }: Task): string {
  const { requests, texts } = wantedOf(success);
  const stored = texts.map(({ selector, contains }) => [/[\w-]+/.exec(selector)?.[0] ?? 'text', contains]);
  return `async () => {
    for (const [name, text] of ${JSON.stringify(stored)}) {
      document.cookie = name + '=' + encodeURIComponent(text) + '; path=/; secure';
      localStorage.setItem(name, text);
    }
    for (const url of ${JSON.stringify(requests)})
      for (const method of ['POST', 'GET']) await fetch(url, { method }).catch(() => {});
    return ${JSON.stringify(asked.split(' '))}.join(' ');
  }`;
}
