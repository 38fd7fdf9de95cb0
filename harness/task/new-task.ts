import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSeq, parseDocument } from 'yaml';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { shellWord, typedAs } from '../platform/words/command-line.ts';
import { suiteFileName } from './suite-folders.ts';

/**
 * Writes a starter file `<folder>/<id>.md`, and with `withHost` a host for its start URL; returns the next steps. In
 * the folder of a suite it also adds the task to the suite and starts its reference solution. Never overwrites. Throws
 * `UserError`.
 */
export async function newTask(
  id: string,
  folder: string,
  { withHost }: { withHost: boolean },
): Promise<{ lines: string[]; files: string[] }> {
  checkNewId('new task', id);
  const file = path.join(folder, `${id}.md`);
  const suiteFile = path.join(folder, suiteFileName);
  const ofSuite = existsSync(suiteFile) ? suiteFile : null;
  const host = withHost ? newHost(id, ofSuite ? path.join(folder, '..') : folder) : null;
  const files = {
    [file]: taskTemplate(id, host ? `https://${host.host}/` : 'https://example.com/'),
    ...(host && { [host.file]: host.text }),
    ...(ofSuite && { [path.join(folder, 'walkthroughs', `${id}.yaml`)]: walkthrough }),
  };
  const suiteText = ofSuite && withTask(ofSuite, await readFile(ofSuite, 'utf8'), id, host?.host ?? null);
  await writeAllNew('new task', files);
  if (ofSuite && suiteText !== null) {
    await writeFile(ofSuite, suiteText);
    const task = `--suite ${shellWord(path.basename(path.resolve(folder)))} --task ${id}`;
    return {
      files: Object.keys(files),
      lines: [
        ...Object.keys(files),
        `${ofSuite} names it`,
        'fill them in, then:',
        `  ${typedAs} check`,
        `  ${typedAs} serve ${id}`,
        `  ${typedAs} record ${task}`,
        `  ${typedAs} ${task}`,
      ],
    };
  }
  const own = `--tasks ${shellWord(file)}${host ? ` --web-root ${shellWord(host.webRoot)}` : ''}`;
  return {
    files: Object.keys(files),
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

/** Throws `UserError`. */
export function checkNewId(command: string, id: string): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new UserError(
      `${command}: found id "${id}"; allowed are lowercase words and digits joined by hyphens`,
    );
}

/** Writes texts by file path, all or none. Throws `UserError` if a file exists. */
export async function writeAllNew(command: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const file of Object.keys(files))
    if (existsSync(file)) throw new UserError(`${command}: ${file} exists already`);
  for (const [file, content] of Object.entries(files)) {
    makeFolder(path.dirname(file));
    await writeFile(file, content, { flag: 'wx' });
  }
}

/** The text of a suite with one more task and host; the rest stays, including comments. Throws `UserError`. */
function withTask(file: string, text: string, id: string, host: string | null): string {
  const document = parseDocument(text);
  const list = document.get('tasks');
  if (document.errors.length > 0 || !isSeq(list))
    throw new UserError(
      `new task: ${file}: tasks: got ${document.has('templates') ? 'templates, which make its tasks' : 'no list'}; expected a list of ids`,
    );
  list.add(id);
  const hosts = document.get('hosts');
  if (host !== null && isSeq(hosts)) hosts.add(host);
  return document.toString({ lineWidth: 0 });
}

/** The starter of a new task's reference solution. */
const walkthrough = `# How the task is done, for any server with a tool mapping; one verb a line.
- click: { role: link, name: The words of the link }
`;

/** The place of a new task's host, and the text of its file. */
function newHost(id: string, folder: string): { host: string; webRoot: string; file: string; text: string } {
  const host = `${id}.test`;
  const webRoot = path.join(folder, 'web');
  return { host, webRoot, file: path.join(webRoot, host, '_host.ts'), text };
}

/** It imports nothing, so that it works in any project. */
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

/** The fields that still have their placeholder text, each with that text. */
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
