/**
 * A minimal script without a harness: for each task it spawns Chromium at the start page, runs browser-use there with
 * the model at an address, and closes. It does not judge, isolate or clean up beyond that.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentStart } from '../../agents/clis/agent.ts';
import { browserUse } from '../../agents/clis/browser-use.ts';
import { projectAt } from '../../platform/project.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { openHermeticWeb } from '../../web/hermetic-web.ts';
import { startBareBrowser } from './bare-browser.ts';

const [root = '', python = '', model = '', tasks = '[]'] = process.argv.slice(2);
const fixtureSites = await readFixtureSites(projectAt(root).webRoots);

for (const { goal, startUrl, seed, maxSteps } of JSON.parse(tasks) as BareTask[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cb-'));
  const home = path.join(folder, 'home');
  await mkdir(home);
  const web = await openHermeticWeb(fixtureSites, seed);
  const [browser, ws] = await startBareBrowser(folder, web.flags, startUrl);
  const start: AgentStart = {
    ...{ door: 'cdp', prompt: goal, goal, startUrl, model: 'stand-in', home, folder, maxSteps },
    cdp: { url: '', ws, chromium: '', counts: '' },
    gateway: { url: '', command: [''] },
    proxy: { url: model, placeholder: 'none' },
    answerFile: path.join(folder, 'answer.txt'),
  };
  for (const [name, text] of Object.entries(browserUse.files(start)))
    await writeFile(path.join(home, name), text);
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: folder, ...browserUse.env(start) };
  const agent = spawn(python, browserUse.args(start, ''), { env, cwd: folder, stdio: 'ignore' });
  await once(agent, 'exit');
  const { success } = JSON.parse(await readFile(start.answerFile, 'utf8'));
  if (success !== true) throw new Error(`the agent did not report success at ${startUrl}`);
  browser.kill('SIGKILL');
  await once(browser, 'exit');
  await web.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A task as the bare script gets it; `seed` is the world's. */
export type BareTask = { goal: string; startUrl: string; seed: number | undefined; maxSteps: number };
