import { resolve } from 'node:path';
import { previewOf } from '../data/preview.ts';
import { previewPng } from '../data/preview-png.ts';
import { headline, stamp } from '../history/this-build.ts';

const cache = resolve('node_modules/.cache/contract-bench');

export const GET = async () =>
  new Response(await previewPng(previewOf(headline, stamp), cache), {
    headers: { 'content-type': 'image/png' },
  });
