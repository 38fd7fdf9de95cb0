import type { Run } from '../../../results/records/result.ts';
import { details } from './words.ts';

const developers: Readonly<Record<string, string>> = {
  messages: 'anthropic',
  chat: 'openai',
  responses: 'openai',
  gemini: 'google',
};

const deployments = { vendor: 'externally_managed', private: 'unknown', loopback: 'self_deployed' } as const;

type ModelInfo = {
  name: string;
  id: string;
  developer?: string;
  additional_details: Record<string, string>;
};

/** The format has no evaluation without a model: a run that asked none says `none`, as Inspect does. */
export function modelInfo({ kind, adapter, agent, model }: Run['config']): ModelInfo {
  const decided = details({ decided_by: kind, adapter, agent: agent.id, agent_version: agent.version });
  const open = { deployment_type: 'unknown', model_availability: 'unknown' };
  if (!model) {
    const word = kind === 'agent' ? 'unknown' : 'none';
    return { name: word, id: `${word}/${word}`, additional_details: { ...open, ...decided } };
  }
  const { asked, answered, api, endpoint, effort } = model;
  const developer = endpoint === 'vendor' ? developers[api] : undefined;
  return {
    name: asked,
    id: asked.includes('/') ? asked : `${developer ?? 'unknown'}/${asked}`,
    ...(developer === undefined ? {} : { developer }),
    additional_details: {
      ...open,
      deployment_type: deployments[endpoint],
      ...decided,
      ...details({ answered, api, endpoint, effort }),
    },
  };
}
