import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { html } from 'hono/html';
import type { Project } from '../../platform/project.ts';

import type { Result, Run } from '../../results/records/result.ts';
import { contenderOf } from '../../results/records/run-facts.ts';
import { whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import { addCopyButtons } from '../board/copy-buttons.ts';
import { statusLabel } from '../board/episode-html.ts';
import { compared, formatInstant, plural, visible } from '../board/format.ts';
import { playSteps } from '../board/player.ts';
import { episodePage, pageOf, pageStyles, pictureIn, picturesIn } from './episode-page.ts';
import { type KeptRun, resultIn } from './kept-runs.ts';
import { tellEpisode } from './show-episode.ts';

const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'`;
const head = html`<link rel="stylesheet" href="/style.css"><script type="module" src="/player.js"></script>`;

type EpisodeSource = {
  project: Project;
  /** The shown runs; an episode is compared with passed episodes of any of them. */
  runs: readonly KeptRun[];
  /** The `--out` folder. */
  out: string;
  /** The folder of published pictures. */
  media: string | null;
  /** 0 for any free port. */
  port: number;
};

/**
 * Serves the player over the kept episodes on the loopback address, only to this machine. It publishes and writes nothing.
 * Rejects if the port is taken.
 */
export async function serveEpisodes(
  served: EpisodeSource,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo; // it listens on TCP
    // A foreign page can make its own host name resolve to this address.
    if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? ''))
      return send(response, 421, 'text/plain', 'this address is for 127.0.0.1 and localhost');
    answer(served, request.url ?? '/', response).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      send(response, 500, 'text/html', missing(`This page cannot be made: ${why}`));
    });
  });
  server.listen(served.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The path of an episode's page. */
export function episodeAt(
  { runId }: Pick<Run, 'runId'>,
  { taskId, trial }: Pick<Result, 'taskId' | 'trial'>,
) {
  return `/${[runId, taskId, String(trial)].map(encodeURIComponent).join('/')}/`;
}

async function answer(served: EpisodeSource, url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const page = (text: string, status = 200) => send(response, status, 'text/html', text);
  if (pathname === '/style.css') return send(response, 200, 'text/css', pageStyles());
  if (pathname === '/player.js')
    return send(
      response,
      200,
      'text/javascript',
      `(${playSteps})(document);\n(${addCopyButtons})(document);\n`,
    );
  const [, digest] = /^\/media\/([0-9a-f]{64})\.webp$/.exec(pathname) ?? [];
  if (digest !== undefined) {
    const bytes = pictureIn(digest, served.out, served.media);
    return bytes ? send(response, 200, 'image/webp', bytes) : page(missing('No picture is kept.'), 404);
  }
  if (pathname === '/') return page(indexPage(served));
  const [runId, taskId, trial, file] = pathname.slice(1).split('/').map(decodeURIComponent);
  const kept = served.runs.find(({ run }) => run.runId === runId);
  if (!kept) return page(missing(`No run ${runId} is kept here.`), 404);
  if (!taskId) return page(runPage(kept));
  const found = resultIn(kept.run, taskId, Number(trial));
  if ('why' in found) return page(missing(found.why), 404);
  const isOfFolder = existsSync(path.join(served.out, `${kept.run.runId}.json`));
  const { of, end } = picturesIn(found.result, served.out, served.media, isOfFolder);
  const last = end();
  if (file === 'end.png')
    return last ? send(response, 200, 'image/png', last) : page(missing('No picture is kept.'), 404);
  page(await toldPage(served, kept, found.result, { of, hasEnd: last !== null }));
}

async function toldPage(
  { project, runs }: EpisodeSource,
  kept: KeptRun,
  result: Result,
  { of, hasEnd }: { of(sha256: string): Buffer | null; hasEnd: boolean },
): Promise<string> {
  const episode = await tellEpisode(project, runs, { kept, result });
  const own = episodeAt(kept.run, result);
  const pass = episode.comparison?.pass;
  return episodePage(episode, {
    pictures: {
      of: (digest) => (of(digest) ? `/media/${digest}.webp` : null),
      end: hasEnd ? `${own}end.png` : null,
    },
    head,
    nav: html`<nav class="pages" aria-label="Episodes"><a href="/${kept.run.runId}/">All of the run</a><a href="/">All runs</a></nav>`,
    there: pass && pass !== 'recording' ? episodeAt(pass, pass) : null,
  });
}

function indexPage({ runs, out }: EpisodeSource): string {
  return pageOf(
    'Runs',
    head,
    html`<h1>Runs</h1><p>Runs with kept events in <code>${out}</code> and beside the results, newest first.</p><ul>${runs.map(
      ({ run }) =>
        html`<li><a href="/${run.runId}/">${run.runId}</a> ${run.suite}: ${compared(contenderOf(run.config))}, ${formatInstant(run.startedAt)}</li>`,
    )}</ul>`,
  );
}

function runPage({ run, lines }: KeptRun): string {
  const has = ({ taskId, trial }: Result) => lines().of(taskId, trial).length > 0;
  const ordered = run.episodes.toSorted((one, other) => Number(one.success) - Number(other.success));
  const without = run.episodes.filter((episode) => !has(episode)).length;
  return pageOf(
    run.runId,
    head,
    html`<h1>${run.suite}: ${compared(contenderOf(run.config))}</h1><p class="byline"><code>${run.runId}</code> <span>${formatInstant(run.startedAt)}</span></p><nav class="pages" aria-label="Runs"><a href="/">All runs</a></nav>${
      without > 0 &&
      html`<p>${plural(without, 'episode')} without kept events: replays keep events only of episodes that did not pass.</p>`
    }<ul>${ordered.map(
      (episode) =>
        html`<li>${statusLabel(episode.status)} ${
          has(episode)
            ? html`<a href="${episodeAt(run, episode)}">${episode.taskId}, trial ${episode.trial}</a>`
            : `${episode.taskId}, trial ${episode.trial}`
        }${episode.success ? '' : html` <span class="quiet">${visible(whyNotPassedLines(episode)[0] ?? '')}</span>`}</li>`,
    )}</ul>`,
  );
}

function missing(what: string): string {
  return pageOf('Not found', head, html`<h1>Not found</h1><p>${what}</p><p><a href="/">All runs</a></p>`);
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? `${type}; charset=utf-8` : type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(body);
}
