import type { PagePackage } from './page-package.ts';

export const miniwob: PagePackage = {
  name: 'miniwob',
  title: 'MiniWoB++',
  python: { name: 'miniwob', version: '1.1.0' },
  sha256: '297006e84219d56ad037e843527ed773a4a82509dc43b6031ec4a3ad3e3e61d9',
  folder: 'miniwob/html',
  licence: 'MIT',
  licenceFile: 'miniwob-1.1.0.dist-info/licenses/LICENSE',
  origin: 'https://github.com/Farama-Foundation/miniwob-plusplus',
};
