import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { toSiteSettings } from '../publish/site/site-settings.ts';
import { buildSite as build, serveSite } from '../publish/site/start-site.ts';
import { readSuites } from '../task/read-suites.ts';
import { noPatternCheck, soundTasks } from '../task/read-tasks.ts';
import type { Context, Outcome } from './commands/command.ts';
import { thisProject } from './this-project.ts';

type Place = { out: string | null; base: string | null; url: string | null };

/** Builds the site of the project's results, and prints the command that shows it. */
export async function buildSite(
  { out, base, url }: Place,
  { project, config, env, folder, signal, log }: Context,
): Promise<Outcome> {
  const settings = siteSettings({ base, url }, { project, config, env, folder });
  const into = siteFolder(out, { project, folder });
  const { note } = soundTasks(await readSuites(project.suites, noPatternCheck), () => false);
  if (note !== null) log(note);
  const { exitCode, pages } = await build(settings, into, { signal, log });
  const shown = path.relative(folder, into) || '.';
  return {
    lines:
      exitCode === 0
        ? [
            `site:    ${pages} pages in ${shown}. To open the site, type: ${lookAt(out, settings.isBenchmark)}`,
          ]
        : [],
    exitCode,
    data: { siteBuilt: exitCode === 0, folder: into, pages },
  };
}

function siteSettings(
  { base, url }: Omit<Place, 'out'>,
  { project, config, env, folder }: Pick<Context, 'project' | 'config' | 'env' | 'folder'>,
) {
  return toSiteSettings({ project, packaged: thisProject, site: config.site, env, folder, base, url });
}

function siteFolder(out: string | null, { project, folder }: Pick<Context, 'project' | 'folder'>): string {
  return out === null ? path.join(project.root, 'dist') : path.resolve(folder, out);
}

function lookAt(out: string | null, isBenchmark: boolean): string {
  const where = out === null ? '' : ` --out ${out}`;
  return isBenchmark
    ? `npm run preview${where && ` --${where}`}`
    : `npx contract-bench site --preview${where}`;
}

type FlagContext = {
  out: string | null;
  base: string | null;
  url: string | null;
  dev: boolean;
  preview: boolean;
  port: number;
};

/** Serves the site until Ctrl-C. Throws `UserError` if no site is built. */
export async function serveHere(
  { dev, preview, port, ...place }: FlagContext,
  context: Context,
): Promise<Outcome> {
  if (dev && preview) throw new UserError('--dev, --preview: found both; allowed is one of them');
  const settings = siteSettings(place, context);
  const built = siteFolder(place.out, context);
  if (preview && !existsSync(path.join(built, 'index.html')))
    throw new UserError(
      `${built}: this folder has no built site. Build the site with: ${settings.isBenchmark ? 'npm run build' : 'npx contract-bench site'}`,
    );
  const exitCode = await serveSite(settings, { out: preview ? built : null, port }, context);
  return { lines: [], exitCode, data: { served: exitCode === 0 } };
}
