import type { RunConfig } from '../harness/result/result.ts';

const adapterNames: Record<string, string> = { mock: 'replay', script: 'script', noop: 'no-op control' };

type Compared = Pick<RunConfig, 'adapter' | 'model'> & {
  server: Pick<RunConfig['server'], 'id' | 'version'>;
};

/** What was compared, in words: the model or what stood in for it, and the server. */
export function compared({ adapter, model, server }: Compared): string {
  return `${model ?? adapterNames[adapter] ?? adapter} on ${server.id} ${server.version}`;
}
