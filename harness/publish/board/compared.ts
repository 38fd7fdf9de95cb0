import type { Contender } from '../../results/records/run-facts.ts';

const adapterNames: Record<string, string> = { noop: 'no-op' };

/** What was compared, in words: somebody's agent, the model (and who answered for it) or what stood in for it, and the server. */
export function compared({ adapter, agent, model, endpoint, server }: Contender): string {
  const by = endpoint ? ` by ${endpoint}` : '';
  const own = model ?? adapterNames[adapter] ?? adapter;
  const who =
    agent.door === 'none' ? own : `${agent.id} ${agent.version}${model === null ? '' : ` with ${model}`}`;
  return `${who}${by} on ${server.id} ${server.version}`;
}
