import path from 'node:path';
import { toSiteSettings } from '../publish/site/site-settings.ts';
import { buildSite as build } from '../publish/site/start-site.ts';
import type { Context, Outcome } from './commands/command.ts';
import { thisProject } from './this-project.ts';

type Place = { out: string | null; base: string | null; url: string | null };

/** Builds the site of the project's results and says how to look at it. */
export async function buildSite(
  { out, base, url }: Place,
  { project, config, env, folder, signal, log }: Context,
): Promise<Outcome> {
  const settings = siteSettings({ base, url }, { project, config, env, folder });
  const into = siteFolder(out, { project, folder });
  const { exitCode, pages } = await build(settings, into, { signal, log });
  const shown = path.relative(folder, into) || '.';
  return {
    lines:
      exitCode === 0
        ? [`site:    ${pages} pages in ${shown}; look at it with: ${lookAt(out, settings.isBenchmark)}`]
        : [],
    exitCode,
    data: { siteBuilt: exitCode === 0, folder: into, pages },
  };
}

export function siteSettings(
  { base, url }: Omit<Place, 'out'>,
  { project, config, env, folder }: Pick<Context, 'project' | 'config' | 'env' | 'folder'>,
) {
  return toSiteSettings({ project, packaged: thisProject, site: config.site, env, folder, base, url });
}

export function siteFolder(
  out: string | null,
  { project, folder }: Pick<Context, 'project' | 'folder'>,
): string {
  return out === null ? path.join(project.root, 'dist') : path.resolve(folder, out);
}

function lookAt(out: string | null, isBenchmark: boolean): string {
  const where = out === null ? '' : ` --out ${out}`;
  return isBenchmark
    ? `npm run preview${where && ` --${where}`}`
    : `npx contract-bench site --preview${where}`;
}
