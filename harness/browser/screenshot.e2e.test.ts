import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { browserOf, viewport } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { isLong } from '../testing/sized.ts';
import { captureScreenshot, readScreenshotClasses, screenshotHash } from './screenshot.ts';

const web = await webOf({
  'a.test/index.html':
    '<body style="margin:0;background:linear-gradient(90deg,#124,#fd8)"><h1 style="font:80px sans-serif">Signal board</h1><div style="width:300px;height:3000px;background:#803"></div>',
});
const hashIn = async ({ watch, judged }: Awaited<ReturnType<typeof browserOf>>) =>
  screenshotHash(watch.cdp, judged().sessionId, viewport);

if (isLong) {
  test('a page has the same hash in two browsers, with any viewport of a guest', async () => {
    const [one, other] = await Promise.all([browserOf(web), browserOf(web)]);
    await Promise.all([one.open('https://a.test/'), other.open('https://a.test/')]);
    const hash = await hashIn(one);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashIn(other)).toBe(hash);
    const metrics = { width: 500, height: 400, deviceScaleFactor: 2, mobile: true };
    await other.watch.cdp.send('Emulation.setDeviceMetricsOverride', metrics, other.judged().sessionId);
    expect(await hashIn(other)).toBe(hash);
    const png = await captureScreenshot(one.watch.cdp, one.judged().sessionId, viewport);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1280, 800]);
  });
}

async function hashOfPng(png: Uint8Array): Promise<string | undefined> {
  const classes = await readScreenshotClasses(await folderOf({ 'class/it.png': png }));
  return classes.class?.['it.png'];
}

const size = { width: 64, height: 48 };
const pixels = Array.from(
  { length: size.width * size.height },
  (_, index) => ((((index % size.width) * 3 + Math.floor(index / size.width) * 2) ** 2 / 400) % 256) | 0,
);
const raw = (channels: 1 | 2 | 3 | 4, depth: 8 | 16 = 8, alpha = 255) => {
  const samples = pixels.flatMap((value) =>
    Array.from({ length: channels }, (_, channel) =>
      channels % 2 === 0 && channel === channels - 1 ? alpha : value,
    ),
  );
  const data =
    depth === 8
      ? Uint8Array.from(samples)
      : Uint16Array.from(samples, (value) => Math.min(value * 257 + 128, 65_535));
  return sharp(data, { raw: { ...size, channels } });
};
const rgb = await hashOfPng(await raw(3).png().toBuffer());

test.each([
  ['gray', raw(1).toColourspace('b-w').png()],
  ['gray with alpha', raw(2).toColourspace('b-w').png()],
  ['colour with alpha', raw(4).png()],
  ['colour that is half transparent', raw(4, 8, 128).png()],
  ['a palette', raw(3).png({ palette: true, colours: 256, dither: 0, quality: 100 })],
  [
    'a palette that is half transparent',
    raw(4, 8, 128).png({ palette: true, colours: 256, dither: 0, quality: 100 }),
  ],
  ['16 bit gray', raw(1, 16).toColourspace('grey16').png()],
  ['16 bit colour with alpha', raw(4, 16).toColourspace('rgb16').png()],
])('a picture in %s has the hash of the same picture in colour', async (_, png) => {
  expect(rgb).toMatch(/^[0-9a-f]{16}$/);
  expect(await hashOfPng(await png.toBuffer())).toBe(rgb);
});

/** 8 by 8 pixels, written by another program: the upper left quarter is white, the rest black. */
const quarters = {
  'a palette of 1 bit':
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAABlBMVEUAAAD///+l2Z/dAAAADklEQVR42mP4wACBUAAALRADweSm9QcAAAAASUVORK5CYII=',
  'a palette of 4 bits':
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIBAMAAAA2IaO4AAAABlBMVEUAAAD///+l2Z/dAAAAEUlEQVR42mMQFGRgYEAjsAAAEKAAiew0wm4AAAAASUVORK5CYII=',
  'a palette of 8 bits':
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAABlBMVEUAAAD///+l2Z/dAAAAEklEQVR42mNgBAIGEMDDIAIAAAPIABHLDicbAAAAAElFTkSuQmCC',
  'gray of 2 bits':
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAgAAAACr1Pn2AAAAD0lEQVR42mP4z8AAR0gAAEnOA/37kqR/AAAAAElFTkSuQmCC',
};

test.each(Object.entries(quarters))(
  'a picture in %s has the hash of the same picture in colour',
  async (_, png) => {
    const white = (pixel: number) => (pixel % 8 < 4 && pixel < 32 ? 255 : 0);
    const data = Uint8Array.from({ length: 192 }, (_, index) => white(Math.floor(index / 3)));
    const color = await sharp(data, { raw: { width: 8, height: 8, channels: 3 } })
      .png()
      .toBuffer();
    expect(await hashOfPng(Buffer.from(png, 'base64'))).toBe(await hashOfPng(color));
  },
);

test('classes are folders of pictures; other files are ignored', async () => {
  const png = await raw(1).toColourspace('b-w').png().toBuffer();
  const folder = await folderOf({ 'board/night.png': png, 'board/README.md': '', 'note.txt': '' });
  expect(await readScreenshotClasses(folder)).toEqual({ board: { 'night.png': rgb } });
  expect(await readScreenshotClasses(`${folder}/none`)).toEqual({});
});

test('the committed classes keep the hashes of all earlier judges', async () => {
  expect(await readScreenshotClasses(path.join(thisProject.tasks, 'screenshots'))).toEqual({
    'signal-board-night': { 'board.png': '803d3d805a7fa53d' },
  });
});
