import { UserError } from '../user-error.ts';
import type { AdapterMaker } from './adapter.ts';
import { mock } from './mock.ts';
import { noop } from './noop.ts';
import { script } from './script.ts';

export const adapters: readonly AdapterMaker[] = [mock, script, noop];

export function findAdapter(id: string): AdapterMaker {
  const adapter = adapters.find((each) => each.id === id);
  if (!adapter)
    throw new UserError(
      `--adapter: unknown adapter "${id}"; there is ${adapters.map((each) => each.id).join(', ')}`,
    );
  return adapter;
}
