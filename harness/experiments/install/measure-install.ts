import { lstatSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { digest } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { formatCount } from '../../platform/words/format.ts';
import { Install } from '../../results/records/parts/install.ts';
import { registryDate } from '../../servers/installs/install-release.ts';
import { installScriptsOf } from '../../servers/installs/lockfile.ts';
import type { PartWork } from '../parts/part.ts';

const Manifest = z.looseObject({ engines: z.looseObject({ node: z.string().optional() }).optional() });

/** Raised if the fields are counted in another way. */
const edition = digest('install 1');

export const installWork: PartWork<Install> = {
  schema: Install,
  open:
    async ({ env, log }) =>
    async ({ server, release }) => {
      if (!release) throw new UserError(`install: ${server.id} does not come from npm`);
      const { folder, wanted, lock, lockSha256 } = release;
      const modules = path.join(folder, 'node_modules');
      // npm's own notes on the install.
      const files = (await filesBelow(modules)).filter(
        (file) => path.basename(file) !== '.package-lock.json',
      );
      const { engines } = readJson(path.join(modules, wanted.name, 'package.json'), Manifest);
      const date = await registryDate(wanted, folder, env);
      if (date === null) log(`install: the registry gives no date for ${wanted.name} ${wanted.version}`);
      return {
        editionSha256: edition,
        package: wanted.name,
        version: wanted.version,
        date,
        lockSha256,
        packages: Object.keys(lock.packages).filter((place) => place !== '').length,
        bytes: files.reduce((sum, file) => sum + lstatSync(file).size, 0),
        files: files.length,
        scripts: installScriptsOf(lock),
        node: engines?.node ?? null,
      };
    },
  differ: (stored, found) =>
    (['version', 'lockSha256', 'packages', 'bytes', 'files', 'scripts', 'node'] as const).flatMap((field) => {
      const [old, now] = [stored[field], found[field]].map((value) => JSON.stringify(value));
      return old === now ? [] : [`${field}: got ${now}; stored: ${old}`];
    }),
  lines: ({ bytes, files, packages, scripts, date }) => [
    `${formatCount(Math.round(bytes / 1000))} kB in ${formatCount(files)} files, ${formatCount(packages)} packages; install scripts: ${scripts.join(', ') || 'none'}; date in the registry: ${date?.slice(0, 10) ?? 'none'}`,
  ],
};
