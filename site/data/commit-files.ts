import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';

/**
 * `/api/v1/runs/<sha>.json` and `.csv`, written by a thread of their own while the pages are rendered: of ten thousand
 * commits they are twenty thousand files, and Astro's way through a route takes longer than the file. While the site
 * is being changed (`astro dev`) they are routes.
 */
export function commitFiles(): AstroIntegration {
  let folder = '';
  let written: Promise<unknown> | undefined;
  return {
    name: 'commit-files',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return;
        for (const kind of ['json', 'csv']) {
          const entrypoint = new URL(`./commit-${kind}.ts`, import.meta.url);
          injectRoute({ pattern: `/api/v1/runs/[sha].${kind}`, entrypoint });
        }
      },
      'astro:config:done': ({ config }) => {
        folder = fileURLToPath(new URL('api/v1/runs/', config.outDir));
      },
      // The first moment after the old build was removed.
      'astro:build:setup': () => {
        if (written) return;
        const thread = new Worker(new URL('./commit-files-thread.ts', import.meta.url), {
          workerData: folder,
        });
        written = once(thread, 'exit');
        // It is looked at below, unless the build fails before; then that is what is said.
        written.catch(() => {});
      },
      'astro:build:done': async () => {
        await written;
      },
    },
  };
}
