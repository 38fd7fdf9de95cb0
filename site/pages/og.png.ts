import { settings, siteTitle } from '../../harness/publish/board/settings.ts';
import { previewOf, previewPng } from '../data/preview.ts';
import { headline, stamp } from '../history/this-build.ts';

export const GET = async () =>
  new Response(await previewPng(previewOf(headline, stamp, siteTitle), settings.cache), {
    headers: { 'content-type': 'image/png' },
  });
