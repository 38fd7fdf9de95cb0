import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import type { SiteHistory } from '../../harness/publish/board/read-site-history.ts';

/** The folder that the site is written to, and the base that it is served below. */
export type SitePlace = { outDir: string; base: string };

/**
 * A build has a second thread next to Astro's. It reads the history of results while Astro bundles the pages. While Astro
 * renders them, it writes the files of each commit: `/api/v1/runs/<sha>.json`, or the archives with a page for each commit
 * in them. Ten thousand commits need ten thousand files, and a route of Astro takes longer than such a file. In `astro dev`
 * the file is a route, and no commit is archived.
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
      // The first moment after the old build was removed; a second message has no listener.
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

/** The code that awaits the promise gets its error; before that, Node must not end the build because of it. */
function ignoreUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
