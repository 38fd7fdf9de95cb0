import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../skill-config.ts';
import { ApiError } from './api-error.ts';

const roots = ['bench', 'benchmarks', 'packages/cli/examples/bench-v0', 'docs/examples'];

/** A config has some kilobytes; larger JSON files are data. */
const largestBytes = 1024 * 1024;

/** `id` is relative to the workspace, `path` absolute. */
export type ConfigEntry = { id: string; name: string; path: string; source: 'workspace' };

/** The valid configs below the usual folders of a workspace, sorted by path. Symbolic links are not followed. */
export async function findConfigs(workspace: string): Promise<ConfigEntry[]> {
  const files = await Promise.all(roots.map((root) => configFilesBelow(path.join(workspace, root))));
  const entries: ConfigEntry[] = [];
  for (const file of files.flat().sort()) {
    const valid = await loadConfig(file).then(
      () => true,
      () => false,
    );
    if (valid)
      entries.push({
        id: relativeTo(workspace, file),
        name: path.basename(file),
        path: file,
        source: 'workspace',
      });
  }
  return entries;
}

async function configFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : configFilesBelow(file);
      if (!entry.isFile() || !/\.(ya?ml|json)$/i.test(entry.name)) return [];
      return (await stat(file)).size <= largestBytes ? [file] : [];
    }),
  );
  return found.flat();
}

/**
 * The absolute path of a requested config; relative paths are relative to the workspace. Throws
 * `BENCH_CONFIG_PATH_INVALID` for a URL and for a path whose real path is outside the workspace, and
 * `BENCH_CONFIG_NOT_FOUND` if it is not a regular file.
 */
export async function resolveConfigPath(workspace: string, configPath: string): Promise<string> {
  const given = configPath.trim();
  const refuse = (why: string) =>
    new ApiError('BENCH_CONFIG_PATH_INVALID', `configPath ${why}`, { field: 'configPath', configPath });
  if (/^[a-z][a-z0-9+.-]*:/i.test(given)) throw refuse('must be a path of a local file, not a URL');
  if (/[\0\\]|%(2e|2f|5c|00)/i.test(given))
    throw refuse('must be a plain path, without backslashes and percent encoding');
  const file = path.resolve(workspace, given);
  if (!isWithin(await realpath(workspace), await realAncestor(file)))
    throw refuse('must lie in the workspace');
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile)
    throw new ApiError('BENCH_CONFIG_NOT_FOUND', `no such config: ${given}`, {
      field: 'configPath',
      configPath,
    });
  return file;
}

export function relativeTo(workspace: string, file: string): string {
  return path.relative(workspace, file).split(path.sep).join('/');
}

/** The real path of the file, or of its nearest existing parent folder. */
async function realAncestor(file: string): Promise<string> {
  for (let at = file; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return real;
  }
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
