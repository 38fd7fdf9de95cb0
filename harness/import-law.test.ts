import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Who may import whom; the table of docs/architecture.md. A room may always import itself. */
const law: Record<string, readonly string[]> = {
  contract: [],
  process: [],
  task: ['contract'],
  transcript: ['contract', 'task'],
  result: ['contract', 'transcript'],
  browser: ['contract', 'task', 'process'],
  servers: ['contract', 'task', 'process'],
  adapters: ['servers', 'contract', 'task', 'transcript'],
  episode: ['browser', 'servers', 'adapters', 'task', 'transcript', 'contract', 'result'],
  run: ['episode', 'browser', 'servers', 'adapters', 'task', 'transcript', 'contract', 'result', 'process'],
  skills: ['run', 'adapters', 'servers', 'task', 'transcript', 'contract', 'result', 'process'],
  publish: ['run', 'skills', 'result'],
  queue: ['run', 'adapters', 'result'],
  manager: ['skills', 'run', 'result'],
  'bench-self': ['run', 'skills', 'browser', 'servers', 'task', 'transcript', 'result'],
  site: ['contract', 'task', 'result'],
  tasks: ['browser'],
};

/** One vendor, one door. */
const doors: Record<string, (file: string) => boolean> = {
  '@modelcontextprotocol/sdk': (file) =>
    // The bare script is what one would write without us.
    file === 'harness/servers/mcp-client.ts' || file === 'harness/bench-self/bare-replay.ts',
  '@anthropic-ai/sdk': (file) => file === 'harness/adapters/claude.ts',
  openai: (file) => file === 'harness/adapters/openai.ts',
  'gray-matter': (file) => file === 'harness/task/read-tasks.ts',
  'chart.js': (file) => file.startsWith('site/charts/'),
  execa: (file) => /^harness\/(publish|run|skills)\//.test(file),
  yaml: (file) => file === 'harness/skills/load-config.ts',
  'hono/html': (file) => file === 'site/episode-row.ts' || file === 'site/status-label.ts',
  hono: (file) => file.startsWith('harness/manager/'),
  '@hono/node-server': (file) => file === 'harness/manager/serve.ts',
  commander: (file) =>
    /^harness\/(cli-(gate|queue|looking|options|program|sharing)|skills-program)\.ts$/.test(file),
  ajv: (file) => file === 'harness/adapters/tool-drift.ts',
  recheck: (file) => file === 'harness/task/check-pattern.ts',
  satori: (file) => file === 'site/data/preview-png.ts',
  sharp: (file) => file === 'site/data/preview-png.ts',
  'fast-png': (file) => file === 'harness/browser/screenshot.ts',
  bullmq: (file) => file.startsWith('harness/queue/'),
  ioredis: (file) => file.startsWith('harness/queue/'),
  'tar-fs': (file) => file === 'harness/browser/unpack-chromium.ts',
};

type Import = { file: string; target: string; typeOnly: boolean };

test('no room imports another that the law does not give it', () => {
  const broken = imports().filter(({ file, target }) => {
    const from = roomOf(file);
    const to = target.startsWith('.') ? roomOf(path.join(path.dirname(file), target)) : null;
    return from !== null && to !== null && from !== to && !law[from]?.includes(to);
  });
  expect(broken.map(describeImport)).toEqual([]);
});

/** How a server's data is filled in is part of the data. */
const fillTemplate = '../servers/fill-template.ts';

test('adapters know servers by their data and types alone, results know transcripts by their drift alone', () => {
  const broken = imports().filter(
    ({ file, target, typeOnly }) =>
      (roomOf(file) === 'adapters' &&
        target.startsWith('../servers/') &&
        !typeOnly &&
        target !== fillTemplate) ||
      (roomOf(file) === 'result' &&
        target.startsWith('../transcript/') &&
        target !== '../transcript/drift.ts'),
  );
  expect(broken.map(describeImport)).toEqual([]);
});

test('the contract room does no I/O and has no clock and no chance', () => {
  const broken = sources()
    .filter((file) => roomOf(file) === 'contract')
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const forbidden = text.match(
        /from 'node:(?!crypto')[^']+'|\bDate\b|Math\.random|performance\.|process\.|setTimeout/g,
      );
      return (forbidden ?? []).map((found) => `${file}: ${found}`);
    });
  expect(broken).toEqual([]);
});

test('each vendor has its door', () => {
  const broken = imports().filter(({ file, target }) => {
    const vendor = Object.keys(doors).find((name) => target === name || target.startsWith(`${name}/`));
    return vendor !== undefined && !doors[vendor]?.(file);
  });
  expect(broken.map(describeImport)).toEqual([]);
});

test('the site writes no results', () => {
  const broken = sources()
    .filter((file) => roomOf(file) === 'site')
    .filter((file) => /\b(saveRun|writeResultsFile)\b/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(broken).toEqual([]);
});

test('the law is about rooms that there are', () => {
  const rooms = new Set(
    sources()
      .map(roomOf)
      .filter((room) => room !== null),
  );
  expect([...rooms].sort()).toEqual(Object.keys(law).sort());
});

function imports(): Import[] {
  return sources().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const found = text.matchAll(
      /^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|require\('([^']+)'\)/gm,
    );
    return [...found].map(([, type, from, dynamic, required]) => ({
      file,
      target: from ?? dynamic ?? required ?? '',
      typeOnly: type !== undefined,
    }));
  });
}

function sources(): string[] {
  return ['harness', 'site', 'tasks']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter(
      (file) =>
        /\.(ts|astro)$/.test(file) && !/\.test\.ts$/.test(file) && !file.startsWith('harness/testing/'),
    )
    .sort();
}

/** Null for the command line and what lies beside the rooms, which may import everything. */
function roomOf(file: string): string | null {
  const parts = file.split(path.sep);
  if (parts[0] === 'harness') return parts.length > 2 && parts[1] !== 'testing' ? (parts[1] ?? null) : null;
  return parts[0] === 'site' || parts[0] === 'tasks' ? parts[0] : null;
}

function describeImport({ file, target }: Import): string {
  return `${file} -> ${target}`;
}
