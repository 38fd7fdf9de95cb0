import { UserError } from '../errors/user-error.ts';
import type { AdapterMaker } from './adapter.ts';
import { claude } from './claude.ts';
import { dataUrl } from './data-url.ts';
import { fileUrl } from './file-url.ts';
import { mock } from './mock.ts';
import { noop } from './noop.ts';
import { openai } from './openai.ts';
import { script } from './script.ts';
import { spoof } from './spoof.ts';
import { spoofNetwork } from './spoof-network.ts';
import { startUrl } from './start-url.ts';

export const adapters: readonly AdapterMaker[] = [
  mock,
  script,
  noop,
  claude,
  openai,
  startUrl,
  dataUrl,
  fileUrl,
  spoof,
  spoofNetwork,
];

export function findAdapter(id: string): AdapterMaker {
  const adapter = adapters.find((each) => each.id === id);
  if (!adapter)
    throw new UserError(
      `--adapter: unknown adapter "${id}"; there is ${adapters.map((each) => each.id).join(', ')}`,
    );
  return adapter;
}
