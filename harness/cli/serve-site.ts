import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { serveSite } from '../publish/site/start-site.ts';
import { siteFolder, siteSettings } from './build-site.ts';
import type { Context, Outcome } from './commands/command.ts';

type Asked = {
  out: string | null;
  base: string | null;
  url: string | null;
  dev: boolean;
  preview: boolean;
  port: number;
};

/** Serves the site until Ctrl-C. Throws `UserError` where there is none to serve. */
export async function serveHere({ dev, preview, port, ...place }: Asked, context: Context): Promise<Outcome> {
  if (dev && preview) throw new UserError('--dev, --preview: found both; allowed is one of them');
  const settings = siteSettings(place, context);
  const built = siteFolder(place.out, context);
  if (preview && !existsSync(path.join(built, 'index.html')))
    throw new UserError(
      `${built}: no site is built there; build one with: ${settings.isBenchmark ? 'npm run build' : 'npx contract-bench site'}`,
    );
  const exitCode = await serveSite(settings, { out: preview ? built : null, port }, context);
  return { lines: [], exitCode, data: { served: exitCode === 0 } };
}
