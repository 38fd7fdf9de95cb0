import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { pictureFile, shownPictures } from '../../history/episodes.ts';

export const getStaticPaths = () => shownPictures().map((sha) => ({ params: { sha } }));

export const GET: APIRoute = ({ params: { sha = '' } }) => {
  const file = pictureFile(sha);
  return new Response(file === null ? null : new Uint8Array(readFileSync(file)), {
    headers: { 'content-type': 'image/webp' },
  });
};
