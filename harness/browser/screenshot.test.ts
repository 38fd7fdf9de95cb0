import { encode } from 'fast-png';
import { expect, test, vi } from 'vitest';
import { browserOf, viewport } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { captureScreenshot, readScreenshotClasses, screenshotHash } from './screenshot.ts';

vi.setConfig({ testTimeout: 20_000 });

const web = await webOf({
  'a.test/index.html':
    '<body style="margin:0;background:linear-gradient(90deg,#124,#fd8)"><h1 style="font:80px sans-serif">Signal board</h1><div style="width:300px;height:3000px;background:#803"></div>',
});
const hashIn = async ({ watch, judged }: Awaited<ReturnType<typeof browserOf>>) =>
  screenshotHash(watch.cdp, judged().sessionId, viewport);

test('one page has one hash in two browsers, whatever viewport a guest has forced', async () => {
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

async function hashOfPng(png: Uint8Array): Promise<string | undefined> {
  const classes = await readScreenshotClasses(await folderOf({ 'class/it.png': png }));
  return classes.class?.['it.png'];
}

const size = { width: 64, height: 48 };
const pixels = Array.from(
  { length: size.width * size.height },
  (_, index) => ((((index % size.width) * 3 + Math.floor(index / size.width) * 2) ** 2 / 400) % 256) | 0,
);
const rgb = await hashOfPng(
  encode({
    ...size,
    channels: 3,
    depth: 8,
    data: Uint8Array.from(pixels.flatMap((value) => [value, value, value])),
  }),
);

test.each([
  ['gray', encode({ ...size, channels: 1, depth: 8, data: Uint8Array.from(pixels) })],
  [
    'gray with alpha',
    encode({
      ...size,
      channels: 2,
      depth: 8,
      data: Uint8Array.from(pixels.flatMap((value) => [value, 255])),
    }),
  ],
  [
    'colour with alpha',
    encode({
      ...size,
      channels: 4,
      depth: 8,
      data: Uint8Array.from(pixels.flatMap((value) => [value, value, value, 255])),
    }),
  ],
  [
    '16 bit gray',
    encode({ ...size, channels: 1, depth: 16, data: Uint16Array.from(pixels.map((value) => value * 257)) }),
  ],
])('a picture in %s has the hash of the same picture in colour', async (_, png) => {
  expect(rgb).toMatch(/^[0-9a-f]{16}$/);
  expect(await hashOfPng(png)).toBe(rgb);
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
    const color = encode({ width: 8, height: 8, channels: 3, depth: 8, data });
    expect(await hashOfPng(Buffer.from(png, 'base64'))).toBe(await hashOfPng(color));
  },
);

test('classes are folders of pictures; other files are none', async () => {
  const png = encode({ ...size, channels: 1, depth: 8, data: Uint8Array.from(pixels) });
  const folder = await folderOf({ 'board/night.png': png, 'board/README.md': '', 'note.txt': '' });
  expect(await readScreenshotClasses(folder)).toEqual({ board: { 'night.png': rgb } });
  expect(await readScreenshotClasses(`${folder}/none`)).toEqual({});
});
