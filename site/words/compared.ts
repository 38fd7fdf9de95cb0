import type { RunConfig } from '../../harness/result/result.ts';

const adapterNames: Record<string, string> = { mock: 'replay', script: 'script', noop: 'no-op control' };

type Compared = Pick<RunConfig, 'adapter' | 'model'> & {
  endpoint?: string | null | undefined;
  server: Pick<RunConfig['server'], 'id' | 'version'>;
};

/** What was compared, in words: the model (and who answered for it) or what stood in for it, and the server. */
export function compared({ adapter, model, endpoint, server }: Compared): string {
  const by = endpoint ? ` by ${endpoint}` : '';
  return `${model ?? adapterNames[adapter] ?? adapter}${by} on ${server.id} ${server.version}`;
}
