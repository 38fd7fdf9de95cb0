import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { release, type } from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { sha256 } from '../../platform/digest.ts';
import { gitIn } from '../../platform/git/git.ts';
import type { SkillRun } from '../../results/records/skill-run.ts';
import type { Bundle } from './bundle.ts';
import type { LoadedConfig } from './load-config.ts';

/** Null where there is no git, or no commit. */
export async function shortCommit(folder: string): Promise<string | null> {
  const head = await gitIn(folder).ask('rev-parse', '--short', 'HEAD');
  return head === '' ? null : head;
}

/** With what a run was made, for one that is not meant to be the same twice. */
export async function provenanceOf(
  loaded: LoadedConfig,
  conditions: readonly { condition: { id: string }; bundle: Bundle }[],
): Promise<NonNullable<SkillRun['provenance']>> {
  const status = await gitIn(loaded.folder).ask('status', '--porcelain', '--', '.');
  const bundles = await Promise.all(
    conditions.map(
      async ({ condition, bundle }) => [condition.id, await bundleSha256(bundle.folder)] as const,
    ),
  );
  return {
    config_sha256: loaded.sha256,
    bundle_sha256: Object.fromEntries(bundles),
    git_dirty: status === null ? null : status !== '',
    tool_version: packageJson.version,
    node: process.version,
    os: `${type()} ${release()}`,
  };
}

/** Over relative paths and bytes of the regular files. */
async function bundleSha256(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const lines: string[] = [];
  for (const file of files) {
    const hash = createHash('sha256');
    // Piece by piece: a bundle may hold what is larger than memory.
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    lines.push(`${path.relative(folder, file)} ${hash.digest('hex')}`);
  }
  return sha256(lines.join('\n'));
}
