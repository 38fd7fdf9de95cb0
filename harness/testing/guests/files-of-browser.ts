import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { expect, vi } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { browserOf, type TestBrowser, until } from '../browser-of.ts';
import { folderOf, webOf } from '../folder-of.ts';
import { guestOf } from '../guest-of.ts';

export type BrowsersOfProject = {
  /** With a recording and a folder of results, which guests must not reach. */
  project: string;
  /** One that is confined where this machine can do that, and one that is not. */
  held: TestBrowser;
  free: TestBrowser;
  /** Whether what must be stopped is: everywhere but where namespaces can't be made, and the browser says so. */
  here: boolean;
  openHeld(): Promise<TestBrowser>;
};

/** For all tests of a file: a browser takes most of the time of one. */
export async function browsersOfProject(): Promise<BrowsersOfProject> {
  const web = await webOf({ 'a.test/index.html': '<input type="file">' });
  const project = await folderOf({
    'transcripts/task.jsonl': '{"finalUrl":"https://a.test/"}',
    'results/old.json': '{}',
  });
  const hidden = {
    checkout: thisProject.root,
    answers: [`${project}/transcripts`, `${project}/results`],
  };
  const open = async (confine: boolean) => {
    if (!confine) vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
    const browser = await browserOf(web, undefined, hidden);
    vi.unstubAllEnvs();
    await browser.open('https://a.test/');
    return browser;
  };
  const [held, free] = [await open(true), await open(false)];
  return { project, held, free, here: held.unconfined === null, openHeld: () => open(true) };
}

/** What a page reads of a file that a guest has put into its file input; null where it can't be read. */
export async function upload({ watch, judged, run }: TestBrowser, file: string): Promise<string | null> {
  const { sessionId } = judged();
  const { root } = await watch.cdp.send('DOM.getDocument', {}, sessionId);
  const { nodeId } = await watch.cdp.send(
    'DOM.querySelector',
    { nodeId: root.nodeId, selector: 'input' },
    sessionId,
  );
  await watch.cdp.send('DOM.setFileInputFiles', { nodeId, files: [file] }, sessionId);
  return run("document.querySelector('input').files[0].text().catch(() => null)");
}

/** A guest that has the page save files, each to its end: two at a time may swap their folders. */
async function saver(browser: TestBrowser, of: 'Browser' | 'Page') {
  let states: unknown[] = [];
  const send = await guestOf(browser, ({ method, params }) => {
    if (method === 'Page.downloadProgress') states.push(params?.state);
  });
  const { targetId } = browser.judged();
  const { result } = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(result?.sessionId);
  await send('Page.enable', {}, sessionId);
  return async (downloadPath: string, name: string): Promise<void> => {
    states = [];
    const wanted = { behavior: 'allow', downloadPath };
    await send(`${of}.setDownloadBehavior`, wanted, of === 'Page' ? sessionId : undefined);
    await browser.run(
      `Object.assign(document.createElement('a'), { href: 'data:text/plain,mine', download: '${name}' }).click()`,
    );
    await until(() => states.some((state) => state === 'completed' || state === 'canceled'));
  };
}

export async function expectSavesOwnFolder(
  { project, held, free, here }: BrowsersOfProject,
  of: 'Browser' | 'Page',
): Promise<void> {
  const results = `${project}/results`;
  await (await saver(free, of))(results, `${of}-free.json`);
  expect(existsSync(`${results}/${of}-free.json`)).toBe(true);
  const save = await saver(held, of);
  for (const folder of here ? [results, homedir(), '/var/tmp', thisProject.root] : [results]) {
    await save(folder, `${of}-held.json`);
    expect([folder, existsSync(`${folder}/${of}-held.json`)]).toEqual([folder, !here]);
  }
  await save(`${held.folder.path}/out`, 'mine.txt');
  expect(existsSync(`${held.folder.path}/out/mine.txt`)).toBe(true);
}
