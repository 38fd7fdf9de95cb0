/** A repository of somebody who uses the package: a task of his own on a host with a state, a server, an agent. */
export const strangerFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\nreports\n',
  'contract-bench.config.ts': `import { defineConfig } from 'contract-bench';

export default defineConfig({
  suites: ['./bench/mine', 'fixtures'],
  webRoots: ['bench/web'],
  transcripts: 'bench/transcripts',
  servers: [
    'playwright',
    { id: 'own', command: 'node {project}/node_modules/@playwright/mcp/cli.js --cdp-endpoint {endpoint}' },
  ],
  agents: [{ id: 'own-agent', command: 'sh {project}/agent.sh' }],
});
`,
  'agent.sh': `call() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\\n' "$@"; }
{
  printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent.sh","version":"1"}}}'
  call 2 browser_navigate '{"url":"https://example.com/"}'
  call 3 done '{"success":true}'
} | $MCP_COMMAND
`,
  'bench/mine/suite.yaml': `id: mine
title: Mine
edition: 1
vocabulary: town
hosts: [desk.fixture.test]
tasks: [desk-note]
limits:
  hermetic: { maxSteps: 20, maxDurationMs: 60000, maxUsd: 0.2 }
  live: { maxSteps: 30, maxDurationMs: 360000, maxUsd: 0.2 }
gate: transcripts
starts: false
`,
  'bench/mine/desk-note.md': `---
id: desk-note
title: Leave a note
goal: 'Leave the note "Back at noon" at the desk.'
startUrl: https://desk.fixture.test/
judge: end
verify: state
maxSteps: 20
maxDurationMs: 60000
maxUsd: 0.2
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: [form]
success:
  kind: state
  host: desk.fixture.test
  changes:
    - { table: notes, added: { text: Back at noon } }
---

One note, and nothing besides.
`,
  'bench/mine/walkthroughs/desk-note.yaml': `- fill: { label: Note, text: Back at noon }
- click: { role: button, name: Leave it }
- wait: Thank you
`,
  'bench/web/desk.fixture.test/_host.ts': `import { redirectTo, type CreateHost, type Row } from 'contract-bench/host';

type Note = Row & { readonly text: string };

export const createHost: CreateHost = () => {
  let notes: readonly Note[] = [];
  return {
    tables: () => ({ notes }),
    fetch: async (request: Request): Promise<Response | undefined> => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/notes') {
        const form = await request.formData().catch(() => null);
        const text = form?.get('text');
        if (typeof text !== 'string') return new Response('no text', { status: 400 });
        notes = [...notes, { id: \`note-\${notes.length + 1}\`, text }];
        return redirectTo('/thanks', 302);
      }
      if (pathname === '/thanks') return page('<p>Thank you</p>');
      if (pathname !== '/') return undefined;
      return page(
        '<form method="post" action="/notes"><label>Note <input name="text"></label><button>Leave it</button></form>',
      );
    },
  };
};

const page = (body: string): Response =>
  new Response(\`<!doctype html><html lang="en"><title>Desk</title>\${body}</html>\`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
`,
};

/** Uses everything that the package exports, for a type checker. */
export const strangerTypes = `import { defineConfig, type ContractBenchConfig } from 'contract-bench';
import { openPasses, type CreateHost, type World } from 'contract-bench/host';
import { judge, judgeVersion, Contract, type Facts, type Verdict } from 'contract-bench/judge';
import { readHistory, readResultsFile, type ResultsFile } from 'contract-bench/results';
import { Task } from 'contract-bench/schemas';
import { defineTemplate, type Template } from 'contract-bench/template';

const config: ContractBenchConfig = { servers: ['playwright'] };
// @ts-expect-error: no such field
defineConfig({ ...config, colour: 'red' });
export const createHost: CreateHost = (world: World) => (request) => openPasses().serve(request, world.now);
export const verdict = (raw: unknown, facts: Facts): Verdict => judge(Contract.parse(raw), facts);
export const version: number = judgeVersion;
export const shas = (folder: string): string[] => [...readHistory(folder)].map(({ sha }) => sha);
export const file = (name: string): ResultsFile => readResultsFile(name);
export const goal = (raw: unknown): string => Task.parse(raw).goal;
export const made = (template: Template<number>) => defineTemplate(template).id;
`;
