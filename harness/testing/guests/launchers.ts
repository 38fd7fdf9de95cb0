import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'vitest';
import { launchShimIn, writeLaunchShim } from '../../browser/launch-shim/write-launch-shim.ts';
import { browserOf, type TestBrowser, until } from '../browser-of.ts';
import { folderOf, webOf } from '../folder-of.ts';
import { running } from '../processes.ts';

/** As much of the two libraries as is used here; both come with packages of this project. */
type Page = {
  goto(url: string): Promise<unknown>;
  title(): Promise<string>;
  evaluate(script: string): Promise<unknown>;
};
type Launched = { newPage(): Promise<Page>; pages(): Page[] | Promise<Page[]>; close(): Promise<void> };
type Options = { executablePath: string; pipe?: boolean; userDataDir?: string };
type Playwright = {
  chromium: {
    launch(options: Options): Promise<Launched>;
    launchPersistentContext(profile: string, options: Options): Promise<Launched>;
  };
};
type Puppeteer = { launch(options: Options): Promise<Launched> };

const require = createRequire(import.meta.url);
// What another package depends on is resolved from there, and its types are those above.
const from = (owner: string, name: string) =>
  createRequire(require.resolve(`${owner}/package.json`))(name) as unknown;
const { chromium } = from('@playwright/mcp', 'playwright-core') as Playwright;
const puppeteer = from('lighthouse', 'puppeteer-core') as Puppeteer;

export const pagesToLaunch = await webOf({ 'a.test/index.html': '<title>A page</title><h1>Home</h1>' });

/** An executable that leads to a browser, a new one where none is given. */
export async function shimOf(given?: TestBrowser) {
  const browser = given ?? (await browserOf(pagesToLaunch));
  const folder = await folderOf();
  await writeLaunchShim(folder, browser.endpoint?.url ?? '');
  const executable = launchShimIn(folder);
  const titles = async () => {
    const { targetInfos } = await browser.watch.cdp.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page').map(({ title }) => title);
  };
  return { browser, folder, executable, titles, left: () => running(`${folder}/launch/`) };
}

export const launchers: Readonly<
  Record<string, (executablePath: string, userDataDir: string) => Promise<Launched>>
> = {
  'launch of Playwright, over a pipe': (executablePath) => chromium.launch({ executablePath }),
  'launchPersistentContext of Playwright': (executablePath, profile) =>
    chromium.launchPersistentContext(profile, { executablePath }),
  'launch of Puppeteer, at a port': (executablePath, userDataDir) =>
    puppeteer.launch({ executablePath, userDataDir }),
  'launch of Puppeteer, over a pipe': (executablePath) => puppeteer.launch({ executablePath, pipe: true }),
};

/** Launches a browser, does in it what a guest does, and closes it. */
export async function expectStays(name: string): Promise<void> {
  const { browser, folder, executable, titles, left } = await shimOf();
  const launched = await launchers[name]?.(executable, path.join(folder, 'profile'));
  const page = await launched?.newPage();
  await page?.goto('https://a.test/');
  expect(await page?.title()).toBe('A page');
  const long = 4 * 2 ** 20;
  expect(await page?.evaluate(`'Browser.close'.repeat(3) + 'x'.repeat(${long})`)).toHaveLength(long + 39);
  expect(await page?.evaluate(`'${'x'.repeat(long)}'.length`)).toBe(long);
  expect(browser.judged().url).toBe('https://a.test/');
  await launched?.close();
  await until(() => left().length === 0);
  // A context that would go with its connection stays too.
  expect(await titles()).toContain('A page');
  expect(await browser.run('document.title')).toBe('A page');
}

export async function expectEndsWithBrowser(flag: string): Promise<void> {
  const { browser, executable } = await shimOf();
  const child = spawn(executable, [flag], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr?.on('data', (text) => said.push(String(text)));
  const [, , , commands, answers] = child.stdio;
  for (const pipe of [commands, answers]) pipe?.on('error', () => {});
  if (!answers || !commands || !('write' in commands)) throw new Error('no pipes');
  commands.write('{"id":1,"method":"Browser.getVersion"}\0');
  if (flag.endsWith('pipe')) await once(answers, 'data');
  else await until(() => said.join('').includes('DevTools listening on'));
  const ended = once(child, 'exit');
  await browser.end();
  expect((await ended)[0]).toBe(1);
  expect(said.join('')).toContain('launch shim: the browser is gone');
}

export async function expectEndsWithLauncher(flag: string, browser?: TestBrowser): Promise<void> {
  const { executable, left } = await shimOf(browser);
  const script = `require('node:child_process').spawn(process.argv[1], [process.argv[2]],
      { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] }); setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ['-e', script, executable, flag], { stdio: 'ignore' });
  await until(() => left().length > 1);
  launcher.kill('SIGKILL');
  await until(() => left().length === 0);
}
