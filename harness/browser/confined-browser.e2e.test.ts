import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { browserOf, type TestBrowser, until } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { guestOf } from '../testing/guest-of.ts';
import { removeLater } from '../testing/remove-later.ts';
import { isLong, sized } from '../testing/sized.ts';

/** With a transcript and a folder of results, which guests must not reach. */
const project = await folderOf({
  'transcripts/task.jsonl': '{"finalUrl":"https://a.test/"}',
  'results/old.json': '{}',
});
const web = await webOf({ 'a.test/index.html': '<input type="file">' });

/** In another checkout, outside of the temporary folder. */
const other = `/var/tmp/cbt-${randomUUID()}`;
const second = `${other}/tasks/task.md`;
mkdirSync(`${other}/tasks`, { recursive: true });
writeFileSync(second, 'the answer');
removeLater(other);

async function open(confine: boolean): Promise<TestBrowser> {
  const hidden = {
    checkout: thisProject.root,
    answers: [`${project}/transcripts`, `${project}/results`],
  };
  if (!confine) vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
  const browser = await browserOf(web, undefined, hidden);
  vi.unstubAllEnvs();
  await browser.open('https://a.test/');
  return browser;
}

/** Shared by all tests, because the start of a browser takes most of the time. */
const held = await open(true);
const free = await open(false);
/**
 * Whether forbidden accesses are blocked. They are, unless namespaces are unavailable, which the browser then reports.
 */
const here = held.unconfined === null;

/** The content of a file that a guest has set in a page's file input; null if it cannot be read. */
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

/** A guest that makes the page save files, one at a time, because two concurrent saves may swap their folders. */
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

test('a page can read files of the episode from a guest, but no transcripts', async () => {
  const recording = `${project}/transcripts/task.jsonl`;
  const law = `${thisProject.root}/package.json`;
  expect((await upload(held, recording))?.includes('finalUrl') ?? false).toBe(!here);
  expect((await upload(held, law))?.includes('contract-bench') ?? false).toBe(!here);
  await writeFile(`${held.folder.path}/mine.txt`, 'mine');
  expect(await upload(held, `${held.folder.path}/mine.txt`)).toBe('mine');
  expect(await upload(free, recording)).toContain('finalUrl');
  // Another checkout of this machine, and files of the system and its users.
  for (const file of [second, '/etc/shadow', '/etc/fstab', '/var/log/dpkg.log', `${homedir()}/.bashrc`])
    expect([file, (await upload(held, file)) === null || !here]).toEqual([file, true]);
  expect(await upload(free, second)).toBe('the answer');
});

test.each(sized(['Browser'] as const, ['Browser', 'Page'] as const))(
  'a guest saves files to the folder of the episode, and nowhere else (%s)',
  async (of) => {
    const results = `${project}/results`;
    // Each case has its own folder, so that earlier settings have no effect.
    await (await saver(free, of))(`${results}/${of}`, 'free.json');
    expect(existsSync(`${results}/${of}/free.json`)).toBe(true);
    const save = await saver(held, of);
    for (const folder of here ? [results, homedir(), '/var/tmp', thisProject.root] : [results]) {
      await save(folder, `${of}-held.json`);
      expect([folder, existsSync(`${folder}/${of}-held.json`)]).toEqual([folder, !here]);
    }
    await save(`${held.folder.path}/${of}`, 'mine.txt');
    expect(existsSync(`${held.folder.path}/${of}/mine.txt`)).toBe(true);
  },
);

if (isLong)
  test('a sandboxed browser cannot see folders of other episodes', async () => {
    const other = await open(true);
    await writeFile(`${other.folder.path}/theirs.txt`, 'theirs');
    expect((await upload(held, `${other.folder.path}/theirs.txt`)) === 'theirs').toBe(!here);
  });
