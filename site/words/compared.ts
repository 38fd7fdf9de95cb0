import type { Contender } from '../../harness/standings/contender.ts';

const adapterNames: Record<string, string> = { noop: 'no-op' };

/** What was compared, in words: the model (and who answered for it) or what stood in for it, and the server. */
export function compared({ adapter, model, endpoint, server }: Contender): string {
  const by = endpoint ? ` by ${endpoint}` : '';
  const id = adapter;
  return `${model ?? adapterNames[id] ?? id}${by} on ${server.id} ${server.version}`;
}
