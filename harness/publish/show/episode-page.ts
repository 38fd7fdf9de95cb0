import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { formatCount, formatDuration } from '../../platform/words/format.ts';
import { isOfCustom } from '../../results/records/custom-id.ts';
import type { Result } from '../../results/records/result.ts';
import { contenderOf } from '../../results/records/run-facts.ts';
import { statuses } from '../../results/records/statuses.ts';
import {
  clauseTrackTable,
  episodeEnding,
  firstDiffering,
  lastSeen,
  statusLabel,
  stepList,
  turnMarkup,
} from '../board/episode-html.ts';
import { compared, formatInstant, visible } from '../board/format.ts';
import { episodeCommand } from '../board/run-command.ts';
import type { EpisodeStory } from './story-lines.ts';

/** Addresses of an episode's pictures: after a step by digest, and at the end. */
type Pictures = { of(sha256: string): string | null; end: string | null };

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The parts of a page beside the episode. */
export type EpisodePageParts = {
  pictures: Pictures;
  /** Policy, styles and scripts. */
  head: Markup;
  /** Links to the other pages; null without any. */
  nav: Markup | null;
  /** The page of the episode that it is compared with; null without one. */
  there: string | null;
};

/** An episode as a page, with the same parts as the site's page. */
export function episodePage(episode: EpisodeStory, { pictures, head, nav, there }: EpisodePageParts): string {
  const { run, result, story, track, comparison, words } = episode;
  const { taskId, trial, status } = result;
  const by = compared(contenderOf(run.config));
  const differsAt = comparison?.difference?.seq ?? null;
  const pictureHref = ({ sha256 }: { sha256: string }) => pictures.of(sha256);
  const again = isOfCustom(run.config) ? null : episodeCommand(typedAs, run, result, undefined);
  return pageOf(
    `${taskId}, trial ${trial}: ${status}`,
    head,
    html`<h1>${taskId}</h1><p class="byline">${statusLabel(status)} <span>trial ${trial}</span> <span class="whole">${by}, run <code>${run.runId}</code></span></p>${nav}
<section><h2>How it ended</h2><p><code>${taskId}</code>: ${statuses[status].words}.</p>${episodeEnding(result, story)}<dl class="circumstances">${[
      ['Command of the run started', formatInstant(run.startedAt)],
      ['Took', formatDuration(result.durationMs)],
      ['Tool calls', formatCount(result.toolCalls)],
    ].map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>${
      pictures.end && html`<img class="shot" src="${pictures.end}" alt="The page at the end">`
    }</section>
${status !== 'passed' && comparison && leaving(comparison, there)}
${story.goal !== null && html`<section><h2>Goal</h2><blockquote>${visible(story.goal)}</blockquote></section>`}
<section><h2>The steps</h2>${stepList(story, { track, words, differsAt, pictureHref })}${story.lastTurns.map(turnMarkup)}${story.misses.map((miss) => html`<p class="page">${visible(miss)}</p>`)}${
      story.cut !== null && html`<p>The events after this point are not stored: ${story.cut}.</p>`
    }${story.unreadable > 0 && html`<p>${formatCount(story.unreadable)} unreadable events are left out.</p>`}</section>
<section><h2>The clauses of the contract after each step</h2>${
      track.columns.length === 0
        ? html`<p>The page could not be observed, so the clauses could not be judged.</p>`
        : html`<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, words)}</div>`
    }${status !== 'passed' && lastSeen(track)}</section>
<section><h2>Play it again</h2>${
      again === null
        ? html`<p>The server or the agent of this run is not listed.${run.commandLine !== undefined && ' The command line of the run:'}</p>${run.commandLine !== undefined && html`<pre tabindex="0"><code>${run.commandLine}</code></pre>`}`
        : html`<pre tabindex="0"><code>${again}</code></pre>`
    }</section>`,
  );
}

/** A whole page. */
export function pageOf(title: string, head: Markup, main: Markup): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body><main id="content">
${main}
</main></body></html>
`.toString();
}

/** The site's style sheets for such a page. */
export function pageStyles(): string {
  const names = ['tokens', 'base', 'page', 'table', 'parts', 'controls', 'episode', 'print'];
  return names.map((name) => readFileSync(path.join(stylesFolder, `${name}.css`), 'utf8')).join('\n');
}

const stylesFolder = path.join(import.meta.dirname, '../../../site/styles');

function leaving({ pass, difference }: NonNullable<EpisodeStory['comparison']>, there: string | null) {
  const other =
    pass === 'recording'
      ? 'the recording of the task'
      : `${pass.kind} on ${pass.serverId}, run ${pass.runId}, trial ${pass.trial}`;
  return html`<section><h2>First difference from a passed run</h2><p>Compared with ${there === null ? other : html`<a href="${there}">${other}</a>`}.</p>${
    difference
      ? firstDiffering(difference, there)
      : html`<p>Every call is the same; only the answers or pages differ.</p>`
  }</section>`;
}

type Where = {
  /** Null: below `out`. */
  to: string | null;
  open: boolean;
  /** The `--out` folder of the run. */
  out: string;
  /** The folder of published pictures; null if not given. */
  media: string | null;
};

/** Writes the page of an episode, and opens it on request. Throws `UserError`. */
export async function writeEpisodePage(episode: EpisodeStory, { to, open, out, media }: Where) {
  const { run, result } = episode;
  const file = to ?? path.join(out, 'shown', `${run.runId}.${result.taskId}.${result.trial}.html`);
  const isOfFolder = existsSync(path.join(out, `${run.runId}.json`));
  const { of, end } = picturesIn(result, out, media, isOfFolder);
  const page = episodePage(episode, {
    pictures: {
      of: (digest) => dataUrl('image/webp', of(digest)),
      end: dataUrl('image/png', end()),
    },
    // The page needs no other file and runs no script.
    head: html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><style>${raw(pageStyles())}</style>`,
    nav: null,
    there: null,
  });
  try {
    makeFolder(path.dirname(file));
    writeAtomically(file, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`show: --html ${file}: cannot be written (${why})`);
  }
  const isOpen = open && (await openFile(file));
  const lines = [
    `page: ${file}`,
    ...(open && !isOpen ? ['this machine has no xdg-open: open the page in a browser yourself'] : []),
  ];
  return { lines, exitCode: 0, data: { runId: run.runId, file, opened: isOpen } };
}

/** A screenshot of a long page has some megabytes; a larger one would make a page that no browser opens. */
const mostBytes = 20 * 2 ** 20;

/** Pictures in an `--out` folder, and in `media`, the folder of published pictures. */
export function picturesIn(
  { artifacts: { screenshot } }: Pick<Result, 'artifacts'>,
  out: string,
  media: string | null,
  /** Whether the folder holds the end picture of this very run. */
  isOfFolder: boolean,
): { of(sha256: string): Buffer | null; end(): Buffer | null } {
  return {
    of: (digest) => pictureIn(digest, out, media),
    end: () => (screenshot && isOfFolder ? bytesOf(path.join(out, screenshot)) : null),
  };
}

/** Null if no file has that digest. */
export function pictureIn(digest: string, out: string, media: string | null): Buffer | null {
  const places = [
    path.join(out, 'pictures', `${digest}.webp`),
    ...(media === null
      ? []
      : [path.join(media, `${digest}.webp`), path.join(media, digest.slice(0, 2), `${digest}.webp`)]),
  ];
  for (const file of places) {
    const bytes = bytesOf(file);
    if (bytes && sha256(bytes) === digest) return bytes;
  }
  return null;
}

function bytesOf(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    return bytes.length > mostBytes ? null : bytes;
  } catch {
    return null;
  }
}

function dataUrl(type: string, bytes: Buffer | null): string | null {
  return bytes && `data:${type};base64,${bytes.toString('base64')}`;
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file or an address with this machine's default program. False without one. */
export async function openFile(file: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, file], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
