import sharp from 'sharp';
import { expect, test } from 'vitest';
import { maxShownCharacters, shownAnswer } from './shown-answer.ts';

async function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'tiff' = 'png',
): Promise<string> {
  const pixels = { create: { width, height, channels: 3 as const, background: 'red' } };
  return (await sharp(pixels).toFormat(format).toBuffer()).toString('base64');
}

async function shown(data: string, mimeType = 'image/png') {
  const block = (await shownAnswer({ content: [{ type: 'image', data, mimeType }] })).at(-1);
  if (block?.type !== 'image') return block;
  const { width, height, format } = await sharp(Buffer.from(block.data, 'base64')).metadata();
  return { width, height, format, mimeType: block.mimeType };
}

test('a screenshot of a long page is scaled to the size that vendors accept', async () => {
  expect(await shown(await picture(1265, 12_626))).toEqual({
    width: 157,
    height: 1568,
    format: 'png',
    mimeType: 'image/png',
  });
});

test('the model learns that a picture of a long page is too small to read', async () => {
  const shownOf = async (height: number) =>
    shownAnswer({ content: [{ type: 'image', data: await picture(1265, height), mimeType: 'image/png' }] });
  expect((await shownOf(12_626))[0]).toEqual({
    type: 'text',
    text: '[the image of 1265 x 12626 pixels is scaled to 12 %, so its text is too small to read]',
  });
  expect((await shownOf(2000)).map(({ type }) => type)).toEqual(['image']);
});

test('a small picture keeps its bytes and gets its real type', async () => {
  const data = await picture(20, 10, 'jpeg');
  expect(await shownAnswer({ content: [{ type: 'image', data, mimeType: 'image/png' }] })).toEqual([
    { type: 'image', data, mimeType: 'image/jpeg' },
  ]);
});

test('an empty and an unreadable picture become texts, and a rare type becomes a common one', async () => {
  expect(await shown('')).toEqual({ type: 'text', text: '(an empty image)' });
  expect(await shown('bm90IGEgcGljdHVyZQ==')).toEqual({
    type: 'text',
    text: '(an image that cannot be read)',
  });
  expect(await shown(await picture(8, 8, 'tiff'), 'image/tiff')).toMatchObject({ mimeType: 'image/png' });
});

test('a text is cut between whole characters', async () => {
  const text = `${'x'.repeat(maxShownCharacters - 1)}😀`;
  expect(await shownAnswer({ content: [{ type: 'text', text }] })).toEqual([
    { type: 'text', text: 'x'.repeat(maxShownCharacters - 1) },
    { type: 'text', text: '[cut: 2 more characters are not shown]' },
  ]);
});
