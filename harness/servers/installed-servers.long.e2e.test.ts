import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Run } from '../results/records/result.ts';
import { folderOf } from '../testing/folder-of.ts';
import { running } from '../testing/processes.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../testing/scratch-project.ts';
import { servers } from './index.ts';
import { findProgram } from './installs/install-package.ts';

type Calls = [tool: string, args: Record<string, string | number>][];

const form = 'local-form-submit';
const links = 'task-04-rfc-9110-section-9-title';
const [name, place, seats, door] = ['[name=name]', '[name=place]', '[name=seats]', '[name=way][value=door]'];
const hrefs = ['https://www.rfc-editor.org/info/rfc9110', '/rfc/rfc9110.html', '#section-9'];
const clicks = (tool: string): Calls => hrefs.map((href) => [tool, { selector: `a[href='${href}']` }]);

/** A form to submit, whose page must be new to its profile, and links to follow. */
const scripts: Record<string, Record<string, Calls>> = {
  puppeteer: {
    [form]: [
      ['puppeteer_fill', { selector: name, value: 'Ada Lovelace' }],
      ['puppeteer_select', { selector: place, value: 'balcony' }],
      // It appends to the content of a field.
      ['puppeteer_evaluate', { script: `document.querySelector('${seats}').value = ''` }],
      ['puppeteer_fill', { selector: seats, value: '2' }],
      ['puppeteer_click', { selector: door }],
      ['puppeteer_click', { selector: 'button' }],
      ['puppeteer_evaluate', { script: 'location.href' }],
    ],
    [links]: [...clicks('puppeteer_click'), ['puppeteer_evaluate', { script: 'location.href' }]],
  },
  executeautomation: {
    [form]: [
      ['playwright_fill', { selector: name, value: 'Ada Lovelace' }],
      ['playwright_select', { selector: place, value: 'balcony' }],
      ['playwright_fill', { selector: seats, value: '2' }],
      ['playwright_click', { selector: door }],
      ['playwright_click', { selector: 'button' }],
      ['playwright_get_visible_text', {}],
      // It launched the browser and assumes that it closes it.
      ['playwright_close', {}],
    ],
    [links]: [...clicks('playwright_click'), ['playwright_evaluate', { script: 'location.href' }]],
  },
};

scripts['agent-infra'] = {
  [form]: [
    ['browser_form_input_fill', { selector: name, value: 'Ada Lovelace' }],
    ['browser_select', { selector: place, value: 'balcony' }],
    // It inserts in front of the content of a field.
    ['browser_evaluate', { script: `() => { document.querySelector('${seats}').value = ''; }` }],
    ['browser_form_input_fill', { selector: seats, value: '2' }],
    ['browser_click', { index: 9 }],
    ['browser_click', { index: 10 }],
    ['browser_get_text', {}],
  ],
  [links]: hrefs.map((href) => [
    'browser_evaluate',
    { script: `() => document.querySelector("a[href='${href}']").click()` },
  ]),
};

const installed = servers.flatMap(({ id, origin, cli }) =>
  'install' in origin ? [{ id, isCli: cli !== undefined, ...origin }] : [],
);

let project: ScratchProject;
/** The parent of the episodes' folders and of the executables that their servers launch. */
let temporary: string;
beforeAll(async () => {
  project = await scratchProject({ git: false });
  temporary = await folderOf();
});

describe.each(installed)('$id', ({ id, isCli, install, variable }) => {
  let program = '';

  beforeAll(async () => {
    const cache = { CONTRACT_BENCH_CACHE: await folderOf() };
    const { exitCode, stdout, stderr } = await project.harness(['servers', 'install', id, '--json'], {
      // npm's own variables have the address of its registry.
      env: { ...process.env, ...cache },
    });
    if (exitCode === 0) program = (await findProgram(install, 'NONE', cache))?.program ?? '';
    else if (process.env.CI) throw new Error(`${stdout}${stderr}`);
    else process.stderr.write(`npm gave no ${install.name} ${install.version}: not tried\n`);
  });

  /** Plays the calls of a task, with the server in flags; the oracle plays a server without its own calls. */
  async function play(task: string, flags: string[]): Promise<Run | null> {
    if (program === '') return null;
    const calls = scripts[id]?.[task]?.map(([tool, args]) => JSON.stringify({ tool, args }));
    const [script, out] = [`${id}-${task}.jsonl`, path.join(project.folder, `${id}-${task}-${flags.length}`)];
    if (calls) await writeFile(path.join(project.folder, script), calls.join('\n'));
    const by = calls
      ? ['--adapter', 'script', '--script', script]
      : ['--adapter', 'oracle', '--max-duration', '120'];
    const { stdout, stderr } = await project.harness(
      ['run', '--task', task, ...by, '--no-save', '--out', out, ...flags],
      { env: { ...cleanEnv(), TMPDIR: temporary, [variable]: program } },
    );
    const [file] = globSync('[0-9]*Z-*.json', { cwd: out, exclude: ['*.manifest.json'] });
    if (!file) throw new Error(`${stdout}${stderr}`);
    expect(running(program)).toEqual([]);
    expect(running(`${temporary}/`)).toEqual([]);
    return Run.parse(JSON.parse(await readFile(path.join(out, file), 'utf8')));
  }

  test.each([form, links])('does %s in the judged browser', async (task) => {
    const run = await play(task, ['--server', id]);
    if (run === null) return;
    expect(run.episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
    const { version, package: of } = run.config.server;
    expect([version, of]).toEqual([install.version, install.name]);
  });

  // A user's own command line has no data about attaching, and no tool mapping for the oracle.
  if (!isCli && scripts[id])
    test('does the same with only its command line', async () => {
      const { env = {}, args = [] } = servers.find((server) => server.id === id) ?? {};
      const named = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
      const command = [...named, process.execPath, program, ...args].join(' ');
      const run = await play(links, ['--server-command', command, '--server-id', 'mine']);
      if (run === null) return;
      expect(run.episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
      expect(run.config.server.id).toBe('custom:mine');
    });
});
