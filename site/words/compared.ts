import { recordedAdapter } from '../../harness/result/recorded-adapter.ts';
import type { RunConfig } from '../../harness/result/result.ts';

const adapterNames: Record<string, string> = { noop: 'no-op control' };

type Compared = Pick<RunConfig, 'adapter' | 'model'> & {
  endpoint?: string | null | undefined;
  server: Pick<RunConfig['server'], 'id' | 'version'>;
};

/** What was compared, in words: the model (and who answered for it) or what stood in for it, and the server. */
export function compared({ adapter, model, endpoint, server }: Compared): string {
  const by = endpoint ? ` by ${endpoint}` : '';
  const id = recordedAdapter(adapter);
  return `${model ?? adapterNames[id] ?? id}${by} on ${server.id} ${server.version}`;
}
