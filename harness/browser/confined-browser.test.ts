import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { browserOf, type TestBrowser, until } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.unstubAllEnvs());

const web = await webOf({ 'a.test/index.html': '<input type="file">' });
const project = await folderOf({
  'transcripts/task.jsonl': '{"finalUrl":"https://a.test/"}',
  'results/old.json': '{}',
});
const hidden = {
  checkout: thisProject.root,
  answers: [`${project}/transcripts`, `${project}/results`],
};

async function open(confine: boolean): Promise<TestBrowser> {
  if (!confine) vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
  const browser = await browserOf(web, undefined, hidden);
  vi.unstubAllEnvs();
  await browser.open('https://a.test/');
  return browser;
}

/** Whether it is confined here: everywhere but where namespaces can't be made, and then it says why not. */
const here = (await open(true)).unconfined === null;

/** What a page reads of a file that a guest has put into its file input; null where it can't be read. */
async function upload({ watch, judged, run }: TestBrowser, file: string): Promise<string | null> {
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

/** Has the page save a file into a folder, by the commands of the browser or by those of the tab. */
async function download(
  { watch, judged, run }: TestBrowser,
  of: 'Browser' | 'Page',
  downloadPath: string,
  name: string,
): Promise<void> {
  const wanted = { behavior: 'allow', downloadPath } as const;
  if (of === 'Browser') await watch.cdp.send('Browser.setDownloadBehavior', wanted);
  else await watch.cdp.send('Page.setDownloadBehavior', wanted, judged().sessionId);
  await run(
    `Object.assign(document.createElement('a'), { href: 'data:text/plain,mine', download: '${name}' }).click()`,
  );
}

test('a page reads the files of the episode that a guest gives it, and no recording', async () => {
  const recording = `${project}/transcripts/task.jsonl`;
  const law = `${thisProject.root}/package.json`;
  const held = await open(true);
  expect((await upload(held, recording))?.includes('finalUrl') ?? false).toBe(!here);
  expect((await upload(held, law))?.includes('contract-bench') ?? false).toBe(!here);
  await writeFile(`${held.folder.path}/mine.txt`, 'mine');
  expect(await upload(held, `${held.folder.path}/mine.txt`)).toBe('mine');
  expect(await upload(await open(false), recording)).toContain('finalUrl');
});

test.each(['Browser', 'Page'] as const)(
  'a guest saves files to the folder of the episode, and nowhere else (%s)',
  async (of) => {
    const free = await open(false);
    const place = (name: string) => `${project}/results/${of}-${name}.json`;
    await download(free, of, `${project}/results`, `${of}-free.json`);
    await until(() => existsSync(place('free')));
    const held = await open(true);
    await download(held, of, `${project}/results`, `${of}-held.json`);
    if (!here) await until(() => existsSync(place('held')));
    const elsewhere = here ? [homedir(), '/var/tmp', thisProject.root] : [];
    for (const folder of elsewhere) await download(held, of, folder, `${of}-held.json`);
    await download(held, of, `${held.folder.path}/out`, 'mine.txt');
    await until(() => existsSync(`${held.folder.path}/out/mine.txt`));
    for (const folder of here ? [`${project}/results`, ...elsewhere] : [])
      expect(existsSync(`${folder}/${of}-held.json`)).toBe(false);
  },
);

test('a browser that is confined sees no folder of another episode', async () => {
  const other = await open(true);
  await writeFile(`${other.folder.path}/theirs.txt`, 'theirs');
  const held = await open(true);
  expect((await upload(held, `${other.folder.path}/theirs.txt`)) === 'theirs').toBe(!here);
});
