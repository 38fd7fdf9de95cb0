import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';

/** The pictures of the documents: each place of the site, of its top 1,000 pixels. */
const pictures = [
  { name: 'first', path: '/', width: 1280, scheme: 'light' },
  { name: 'first-phone', path: '/', width: 390, scheme: 'dark' },
  { name: 'servers', path: '/servers/', width: 1280, scheme: 'light' },
  { name: 'can-do', path: '/servers/can-do/', width: 1280, scheme: 'dark' },
  { name: 'agents', path: '/agents/', width: 1280, scheme: 'light' },
  { name: 'tasks', path: '/tasks/', width: 1280, scheme: 'light' },
  { name: 'evidence', path: '/evidence/', width: 1280, scheme: 'light' },
];
/** Bytes of one. */
const most = 60_000;

// `npm run pictures` writes them into `docs/pictures/`; without it they are made and thrown away.
const written = process.env.PICTURES === 'write' ? join(thisProject.root, 'docs', 'pictures') : null;

test('each place has a picture of at most 60 kB, and a document shows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await buildSite(join(folder, 'dist'), {});
  const { origin, close } = await serveFolder(join(folder, 'dist'));
  onTestFinished(close);
  const page = await pageOf();
  const documents = ['README.md', 'docs/site.md'].map((file) =>
    readFileSync(join(thisProject.root, file), 'utf8'),
  );
  if (written) mkdirSync(written, { recursive: true });
  for (const { name, path, width, scheme } of pictures) {
    await page.show(width, scheme);
    await page.visit(origin + path);
    const { data } = await page.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: 1000, scale: 1 },
    });
    const picture = await sharp(Buffer.from(data, 'base64'))
      .webp({ nearLossless: true, quality: 40 })
      .toBuffer();
    expect.soft(picture.length, name).toBeLessThanOrEqual(most);
    expect.soft(await sharp(picture).metadata(), name).toMatchObject({ width, height: 1000 });
    expect
      .soft(
        documents.some((text) => text.includes(`pictures/${name}.webp)`)),
        name,
      )
      .toBe(true);
    if (written) writeFileSync(join(written, `${name}.webp`), picture);
  }
});
