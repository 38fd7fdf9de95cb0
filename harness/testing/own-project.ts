import path from 'node:path';
import type { Context } from '../cli/commands/command.ts';
import { commands } from '../cli/commands/index.ts';
import { configSchema, projectHere, withWords } from '../cli/project-here.ts';
import { valuesOf } from '../cli/values-of.ts';
import type { Project } from '../platform/project.ts';
import { folderOf } from './folder-of.ts';
import { guestServer } from './guests/guest-server.ts';
import { taskMarkdown } from './suite-files.ts';

/** Runs a command as it would be in this folder, in this process, on the project there or on another one; `notes` is what it logs, `printed` what it says as it goes. */
export async function runIn(
  folder: string,
  words: string,
  values: Record<string, unknown>,
  { env = {}, project = null }: { env?: Record<string, string>; project?: Project | null } = {},
) {
  const here = await projectHere(folder, commands);
  const found = withWords(commands, '').find((each) => each.words === words);
  if (!found) throw new Error(`no command ${words}`);
  const notes: string[] = [];
  const printed: string[] = [];
  const context: Context = {
    ...{
      ...here,
      project: project ?? here.project,
      folder,
      env: { PATH: process.env.PATH, ...env },
      json: true,
    },
    ...{
      signal: new AbortController().signal,
      commandLine: words,
      configSchema: () => configSchema(commands),
      commands,
    },
    print: (line) => void printed.push(line),
    log: (line) => void notes.push(line),
  };
  const given = valuesOf(found.command, { words, values }, context);
  return { ...(await found.command.run(given, context)), notes, printed };
}

/** A user's own project: its server (the guest), its task and its pages. */
export async function ownProject(task = taskMarkdown('reach')) {
  const { origin } = guestServer();
  if (!('command' in origin)) throw new Error('the guest is a command line');
  const servers = [
    { id: 'mine', command: origin.command },
    { id: 'gone', command: 'echo no screen >&2; exit 3 # {port}' },
  ];
  const folder = await folderOf({
    'contract-bench.config.json': JSON.stringify({ servers }),
    'mine/reach.md': task,
    'web/a.test/index.html': '<h1>Start</h1>',
    'web/a.test/goal.html': '<h1>Goal</h1>',
    'calls.jsonl': '{"tool": "open", "args": {"url": "https://a.test/goal"}}\n',
  });
  const at = (...names: string[]) => path.join(folder, ...names);
  return { folder, at, own: { tasks: at('mine'), webRoot: at('web') } };
}
