import { readFileSync } from 'node:fs';
import { settings } from '../../harness/publish/board/settings.ts';

/** A route that `astro-config.ts` adds where the project has a picture. */
export const GET = () =>
  new Response(settings.logo === null ? null : new Uint8Array(readFileSync(settings.logo)), {
    headers: { 'content-type': settings.logo?.endsWith('.svg') ? 'image/svg+xml' : 'image/png' },
  });
