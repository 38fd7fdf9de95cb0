import type { RunConfig } from '../records/result.ts';

/** What a row compares with others: who decided the calls, and on which server. */
export type Contender = {
  adapter: string;
  agent: RunConfig['agent'];
  model: string | null;
  /** Who answered in place of the model's vendor, `private` or `loopback`; null where nobody did. */
  endpoint: string | null;
  server: { id: string; package: string | null; version: string };
};

export function contenderOf({
  adapter,
  agent,
  model,
  server: { id, package: name, version },
}: RunConfig): Contender {
  const endpoint = model && model.endpoint !== 'vendor' ? model.endpoint : null;
  return { adapter, agent, model: model?.asked ?? null, endpoint, server: { id, package: name, version } };
}
