import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import type { SiteHistory } from '../../harness/publish/board/read-site-history.ts';

/** Where the site is written, and below which folder it is served. */
export type SitePlace = { outDir: string; base: string };

/**
 * A build has a thread beside the one of Astro. While Astro bundles the pages it reads the history of results, and
 * while they are rendered it writes the files of each commit: `/api/v1/runs/<sha>.json`, or the archives with a page for
 * each commit in them. Of ten thousand commits they are ten thousand files, and Astro's way through a route takes
 * longer than the file. While the site is being changed (`astro dev`) the first is a route, and no commit is archived.
 */
export function buildThread(): AstroIntegration {
  let place: SitePlace | undefined;
  let thread: Worker | undefined;
  let ended: Promise<unknown> | undefined;
  return {
    name: 'build-thread',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command === 'build') {
          thread = new Worker(new URL(`./build-thread-main${extname(import.meta.url)}`, import.meta.url));
          globalThis.historyOfBuild = historyFrom(thread);
          ended = ignoreUnhandledRejection(once(thread, 'exit'));
        }
        if (command !== 'dev') return;
        const entrypoint = new URL(`../data/commit-json${extname(import.meta.url)}`, import.meta.url);
        injectRoute({ pattern: '/api/v1/runs/[sha].json', entrypoint });
      },
      'astro:config:done': ({ config }) => {
        place = { outDir: fileURLToPath(config.outDir), base: config.base };
      },
      // The first moment after the old build was removed; a second message finds nobody.
      'astro:build:setup': () => thread?.postMessage(place),
      'astro:build:done': async () => {
        await ended;
      },
    },
  };
}

function historyFrom(thread: Worker): Promise<SiteHistory> {
  return ignoreUnhandledRejection(once(thread, 'message').then(([history]) => history));
}

/** Whoever awaits the promise gets its error; until somebody does, Node must not end the build for it. */
function ignoreUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
