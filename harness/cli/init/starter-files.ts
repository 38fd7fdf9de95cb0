import type { Starter } from './starter.ts';
import { workflowName, workflowText } from './workflow-text.ts';

/** Every file of a new project by its path from its folder; the workflow by that from the top of the checkout. */
export function starterFiles(starter: Starter): {
  inProject: Record<string, string>;
  atTop: Record<string, string>;
} {
  return {
    inProject: {
      'contract-bench.config.ts': configText(starter),
      ...suiteFiles('first', { host: 'notes.site.test' }),
      'results/baseline.json': baselineText(starter),
    },
    atTop: { [`.github/workflows/${workflowName(starter)}.yml`]: workflowText(starter) },
  };
}

/** A suite that is ready to record, by the paths of its files in the project: one task, its solution, its site. */
export function suiteFiles(id: string, { host: name = `${id}.site.test`, webRoot = 'tasks/web' } = {}) {
  return {
    [`tasks/${id}/suite.yaml`]: suite(id, name),
    [`tasks/${id}/${id}-note.md`]: task(`${id}-note`, name),
    [`tasks/${id}/walkthroughs/${id}-note.yaml`]: walkthrough,
    [`${webRoot}/${name}/_host.ts`]: hostText(name),
  };
}

const suite = (id: string, host: string) => `id: ${id}
title: "${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}"
edition: 1
vocabulary: town
hosts:
  - ${host}
tasks:
  - ${id}-note
limits:
  hermetic: { maxSteps: 20, maxDurationMs: 60000, maxUsd: 0.2 }
  live: { maxSteps: 20, maxDurationMs: 60000, maxUsd: 0.2 }
gate: transcripts
starts: true
`;

const task = (id: string, host: string) => `---
id: ${id}
title: Write a note
goal: 'Add the note "Water the plants" to the list of notes.'
startUrl: https://${host}/
judge: end
verify: state
maxSteps: 20
maxDurationMs: 60000
maxUsd: 0.2
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: [form]
success:
  kind: state
  host: ${host}
  changes:
    - { table: notes, added: { text: Water the plants } }
---
The site has the new note, and no other row has changed. A second note or another text fails.
`;

const walkthrough = `- fill: { label: New note, text: Water the plants }
- click: { role: button, name: Add }
- wait: Water the plants
`;

const hostText = (name: string) => `import type { CreateHost, Row } from 'contract-bench/host';

/** Your own site. The browser opens it at https://${name}/, and each episode gets a fresh copy. */
export const createHost: CreateHost = () => {
  let notes: readonly Row[] = [{ id: '1', text: 'Buy bread' }];
  return {
    // The contract is judged by these tables. A changed row must be a new object.
    tables: () => ({ notes }),
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/' && request.method === 'GET') return page(notes);
      if (pathname === '/notes' && request.method === 'POST') {
        const text = new URLSearchParams(await request.text()).get('text')?.trim();
        if (text) notes = [...notes, { id: String(notes.length + 1), text }];
        return new Response(null, { status: 303, headers: { location: '/' } });
      }
      // For any other request the harness serves a file of this folder.
      return undefined;
    },
  };
};

function page(notes: readonly Row[]): Response {
  const items = notes.map(({ text }) => \`<li>\${escaped(String(text))}</li>\`).join('');
  return new Response(
    \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title><h1>Notes</h1><ul>\${items}</ul>
<form method="post" action="/notes"><label>New note <input name="text" required></label> <button>Add</button></form></html>\`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
`;

/** `gate` requires every recorded task, and excuses none. */
function baselineText({ server }: Starter): string {
  const id = server === null ? 'playwright' : `custom:${server.id}`;
  const baseline = { schema: 'contract-bench.baseline.v2', servers: { [id]: { excused: {} } } };
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/** `contract-bench.config.ts` of a new project. */
function configText({ title, server }: Starter): string {
  const servers =
    server === null
      ? []
      : [`  servers: [{ id: ${quoted(server.id)}, command: ${quoted(server.command)} }, 'playwright'],`];
  return [
    "import { defineConfig } from 'contract-bench';",
    '',
    '// node_modules/contract-bench/lib/docs/configuration.md describes every field.',
    'export default defineConfig({',
    "  suites: ['./tasks/first'],",
    ...servers,
    `  site: { title: ${quoted(title)} },`,
    '});',
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
