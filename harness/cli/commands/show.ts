import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Flag, integerOr, on, optionalWord, reportsFolder, text, word } from '../../platform/flags.ts';
import type { EpisodeAddress } from '../../publish/show/kept-runs.ts';
import { type Context, defineCommand, type Outcome } from './command.ts';

const open: Flag<boolean | null> = {
  placeholder: null,
  summary: 'open the HTML file in the browser; without --html the file is written below --out',
  negation: 'with --web: only print the address',
  fallback: null,
};

export const show = defineCommand({
  name: 'show',
  summary:
    'print an episode step by step: calls, answers, clauses, and the first call that differs from an episode that passed',
  afterHelp:
    '\nrun: the id of a run in results/episodes or in an --out folder, or the first characters of the id, or the word last\ntask: the id of a task (default: the first task that did not pass)',
  arguments: { run: word('<run>'), task: optionalWord('[task]') },
  options: {
    trial: integerOr(1, '<n>', 'the number of the trial', { min: 1, max: 10_000 }),
    out: reportsFolder('the --out folder of a run, which is searched before the results'),
    html: text('<file>', 'write the episode as one HTML file that contains its pictures'),
    open,
    web: on('serve a player for this and every other stored episode on the loopback address, until Ctrl-C'),
    port: integerOr(0, '<n>', 'the port of --web; 0 takes any free port', { min: 0, max: 65_535 }),
  },
  run: async ({ run, task, trial, out, html, open, web, port }, context) => {
    const { project, folder, env } = context;
    const asked = { project, folder: path.resolve(folder, out), runId: run, taskId: task, trial };
    const media = env.MEDIA_DIR || path.join(project.results, 'pictures');
    if (web) {
      if (html !== null) throw new UserError('--html and --web: choose one of them');
      return serve(asked, { open: open ?? true, media, port }, context);
    }
    const { showEpisode } = await import('../../publish/show/show-episode.ts');
    const { lines, told, printed } = await showEpisode(asked);
    if (html !== null || open) {
      const { writeEpisodePage } = await import('../../publish/show/episode-page.ts');
      const to = html === null ? null : path.resolve(folder, html);
      return writeEpisodePage(told, { to, open: open ?? false, out: asked.folder, media });
    }
    const { words, run: played, ...data } = told;
    const clauses = words && Object.fromEntries(words);
    return {
      lines,
      exitCode: 0,
      data: { runId: played.runId, config: played.config, clauses, ...data, printed },
    };
  },
});

async function serve(
  asked: Pick<Context, 'project'> & EpisodeAddress,
  { open, media, port }: { open: boolean; media: string; port: number },
  { signal, print, env }: Context,
): Promise<Outcome> {
  const { findEpisode, keptRuns } = await import('../../publish/show/kept-runs.ts');
  const { episodeAt, serveEpisodes } = await import('../../publish/show/serve-episodes.ts');
  const { openFile } = await import('../../publish/show/episode-page.ts');
  const { ofPort, untilAborted } = await import('../serving.ts');
  const { project, folder: out } = asked;
  const runs = await keptRuns(project.results, out);
  const { kept, result } = findEpisode(runs, asked);
  const { origin, close } = await ofPort(port, serveEpisodes({ project, runs, out, media, port }));
  const address = `${origin}${episodeAt(kept.run, result)}`;
  print(`${result.taskId}, trial ${result.trial}: ${address}`);
  print('only this machine can open this address, until Ctrl-C');
  const opened = open && hasDisplay(env) && (await openFile(address));
  if (open && !opened) print('no browser was opened; open the address yourself');
  await untilAborted(signal);
  await close();
  return { lines: [], exitCode: 0, data: { runId: kept.run.runId, address, opened } };
}

/** Only on Linux does a program that opens addresses need a display. */
function hasDisplay({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}
