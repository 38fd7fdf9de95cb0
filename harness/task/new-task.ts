import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { shellWord, typedAs } from '../platform/words/command-line.ts';

/**
 * Writes `<folder>/<id>.md` to start from, with `withHost` a host for its start URL too, and returns what to do next.
 * Never overwrites. Throws `UserError`.
 */
export async function newTask(
  id: string,
  folder: string,
  { withHost }: { withHost: boolean },
): Promise<{ lines: string[]; files: string[] }> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    throw new UserError(
      `new task: found id "${id}"; allowed are lowercase words and digits joined by hyphens`,
    );
  }
  const file = path.join(folder, `${id}.md`);
  const host = withHost ? newHost(id, folder) : null;
  for (const each of [file, ...(host ? [host.file] : [])])
    if (existsSync(each)) throw new UserError(`new task: ${each} exists already`);
  await writeNew(file, taskTemplate(id, host ? `https://${host.host}/` : 'https://example.com/'));
  if (host) await writeNew(host.file, host.text);
  const own = `--tasks ${shellWord(file)}${host ? ` --web-root ${shellWord(host.webRoot)}` : ''}`;
  return {
    files: [file, ...(host ? [host.file] : [])],
    lines: [
      file,
      ...(host ? [host.file] : []),
      'fill it in, then:',
      `  ${typedAs} check ${own}`,
      ...(host ? [`  ${typedAs} serve ${id} ${own}`] : []),
      `  ${typedAs} ${own} --adapter script --script <calls> --record --transcripts <folder> --no-save`,
      `  ${typedAs} ${own} --transcripts <folder> --no-save`,
    ],
  };
}

async function writeNew(file: string, content: string): Promise<void> {
  makeFolder(path.dirname(file));
  await writeFile(file, content, { flag: 'wx' });
}

/** Where the host of a new task lies, and the text of its file. */
function newHost(id: string, folder: string): { host: string; webRoot: string; file: string; text: string } {
  const host = `${id}.test`;
  const webRoot = path.join(folder, 'web');
  return { host, webRoot, file: path.join(webRoot, host, '_host.ts'), text };
}

/** It imports nothing, so that it may lie in any project. */
const text = `type Row = { readonly id: string; readonly [field: string]: string | number | boolean | null };

/** What all hosts of an episode share; the same seed gives the same world. */
type World = { readonly seed: number; readonly now: string };

type Host = {
  /** Answers a request; undefined falls through to the files beside this one. */
  fetch(request: Request): Response | undefined | Promise<Response | undefined>;
  /** The whole state, for contracts of the kind state. A row that changes becomes a new object. */
  tables(): Record<string, readonly Row[]>;
};

/** Called once an episode: what is kept in here is fresh for each. */
export function createHost(_world: World): Host {
  let orders: readonly Row[] = [];
  return {
    tables: () => ({ orders }),
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return page('<form method="post" action="/order"><input name="what"><button>Order</button></form>');
      if (pathname !== '/order' || request.method !== 'POST') return undefined;
      const what = new URLSearchParams(await request.text()).get('what') ?? '';
      orders = [...orders, { id: String(orders.length + 1), what }];
      return page('<h1>Thank you</h1>');
    },
  };
}

function page(html: string): Response {
  return new Response(\`<!doctype html><title>Orders</title>\${html}\`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
`;

/** What `new task` writes for its author to replace. */
const placeholders = {
  title: 'What is found, in a few words',
  goal: 'Say where to go and what must be in view at the end. Do not say the answer.',
  contains: 'The words that only the right page has',
} as const;

/** A task file to start from. */
function taskTemplate(id: string, startUrl: string): string {
  return `---
id: ${id}
title: ${placeholders.title}
goal: ${placeholders.goal}
startUrl: ${startUrl}
judge: end
verify: reload
maxSteps: 30
maxDurationMs: 120000
maxUsd: 0.5
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: []
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://example\\.org/$' }
    - { kind: dom_text, selector: h1, contains: '${placeholders.contains}' }
---
Why this contract is right, what may drift, and what to do then.
`;
}

/** The fields that nobody has filled in yet, each with what stands there. */
export function unfilledFields({
  title,
  goal,
  success,
}: Record<string, unknown>): [field: string, text: string][] {
  const isIn = (value: unknown, text: string) => JSON.stringify(value ?? null).includes(text);
  const fields: [string, unknown, string][] = [
    ['title', title, placeholders.title],
    ['goal', goal, placeholders.goal],
    ['success', success, placeholders.contains],
  ];
  return fields.flatMap(([field, value, text]) => (isIn(value, text) ? [[field, text]] : []));
}
