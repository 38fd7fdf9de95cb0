import type { PagePackage } from './package.ts';

export const miniwob: PagePackage = {
  id: 'miniwob',
  title: 'MiniWoB++',
  authors: 'OpenAI, Leland Stanford Junior University and the Farama Foundation',
  python: { name: 'miniwob', version: '1.1.0' },
  sha256: '297006e84219d56ad037e843527ed773a4a82509dc43b6031ec4a3ad3e3e61d9',
  filesSha256: '46f4e25cb1b00458430f66f9e69012a0c8f2512e22c3be4c9cd0e4340ef45ced',
  pages: 'miniwob/html',
  licence: { name: 'MIT', notice: 'miniwob-1.1.0.dist-info/licenses/LICENSE' },
  origin: 'https://github.com/Farama-Foundation/miniwob-plusplus',
};
