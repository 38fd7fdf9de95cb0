import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureOf } from './screenshot.ts';

const most = 25_000;
const screenshot = (width: number, height: number, noise: boolean) => {
  const size = { width, height, channels: 3 } as const;
  const image = noise
    ? sharp(randomBytes(width * height * 3), { raw: size })
    : sharp({ create: { ...size, background: 'teal' } });
  return image.png().toBuffer();
};

test.each([
  ['a plain page', 1280, 800, false, 640, 400],
  ['a small page', 300, 200, false, 300, 200],
  ['a page of noise, which nothing compresses', 1280, 800, true, 320, 200],
  ['a very long page', 400, 8000, false, 128, 2560],
] as const)('%s becomes WebP of few bytes', async (_, width, height, noise, toWidth, toHeight) => {
  const picture = await pictureOf(await screenshot(width, height, noise), most);
  expect(picture).toMatchObject({ width: toWidth, height: toHeight });
  expect(picture.webp.length).toBeLessThanOrEqual(most);
  expect(await sharp(picture.webp).metadata()).toMatchObject({ format: 'webp', width: toWidth });
});

test('a screenshot that stays too large is an error', async () => {
  await expect(pictureOf(await screenshot(300, 200, true), 20)).rejects.toThrow('no picture within 20 bytes');
});
