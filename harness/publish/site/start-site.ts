import { existsSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { openBuildFolder } from './build-folder.ts';
import { findSiteTools } from './find-site-tools.ts';
import { replaceFolder } from './replace-folder.ts';
import { type SiteSettings, siteSettingsVariable } from './site-settings.ts';
import { whileBuilding } from './while-building.ts';

type Start = { signal: AbortSignal; log(line: string): void };

/** Builds the site into `out`, whole or not at all. `exitCode`: 0; 1 where the build failed, 2 for a mistake of the user, 130 where it was interrupted. */
export async function buildSite(
  settings: SiteSettings,
  out: string,
  { signal, log }: Start,
): Promise<{ exitCode: number; pages: number }> {
  const tools = findSiteTools(settings.packageRoot);
  return whileBuilding(out, async () => {
    using folder = openBuildFolder(settings.cache, tools);
    const { exitCode = 1, all } = await execa(process.execPath, [programOf(settings), 'build'], {
      ...inFolder(settings, folder.path, signal),
      all: true,
      stdin: 'ignore',
    });
    if (signal.aborted) return { exitCode: 130, pages: 0 };
    if (all.trim() !== '') log(all.trim());
    if (exitCode !== 0) return { exitCode, pages: 0 };
    return { exitCode: 0, pages: replaceFolder(path.join(folder.path, 'dist'), out) };
  });
}

/** Serves the site until the signal: while its sources change, or as it was built into `out`. */
export async function serveSite(
  settings: SiteSettings,
  { out, port }: { out: string | null; port: number },
  { signal }: Start,
): Promise<number> {
  using folder = openBuildFolder(settings.cache, findSiteTools(settings.packageRoot), out);
  const mode = out === null ? 'dev' : 'preview';
  const { exitCode = 0 } = await execa(process.execPath, [programOf(settings), mode, String(port)], {
    ...inFolder(settings, folder.path, signal),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return signal.aborted ? 0 : exitCode;
}

/** In the package it is built to JavaScript. */
function programOf({ packageRoot }: SiteSettings): string {
  const program = path.join(packageRoot, 'site', 'build', 'main');
  return existsSync(`${program}.ts`) ? `${program}.ts` : `${program}.js`;
}

function inFolder(settings: SiteSettings, cwd: string, signal: AbortSignal) {
  return {
    cwd,
    env: { ASTRO_TELEMETRY_DISABLED: '1', [siteSettingsVariable]: JSON.stringify(settings) },
    reject: false,
    cancelSignal: signal,
  } as const;
}
