import path from 'node:path';
import { execa } from 'execa';
import { thisProject } from '../cli/this-project.ts';
import { cleanEnv } from './scratch-project.ts';

const cli = path.join(thisProject.root, 'harness/cli/main.ts');

/** `init` as its user types it, where there is no terminal. */
export const init = (folder: string, ...options: string[]) =>
  execa(process.execPath, [cli, 'init', ...options], {
    ...{ cwd: folder, reject: false, stdin: 'ignore', extendEnv: false, env: cleanEnv() },
  });

/** As an install of the package has it for a configuration. */
export const installed = {
  'node_modules/contract-bench/package.json':
    '{ "name": "contract-bench", "type": "module", "exports": "./index.js" }',
  'node_modules/contract-bench/index.js': 'export const defineConfig = (config) => config;',
};
