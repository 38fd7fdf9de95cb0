import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import { addUsage, noUsage, type Usage } from '../models/proxy/prices.ts';
import type { Agent } from './agent.ts';
import { jsonIn } from './read-json.ts';

const ownTools = [
  'bash',
  'read',
  'write',
  'edit',
  'patch',
  'apply_patch',
  'multiedit',
  'glob',
  'grep',
  'list',
];
const moreTools = [
  'webfetch',
  'websearch',
  'codesearch',
  'task',
  'todowrite',
  'todoread',
  'skill',
  'lsp',
  'question',
];

export const opencode: Agent = {
  id: 'opencode',
  summary: 'an open command line agent, for any model with chat completions',
  package: { name: 'opencode-ai', version: '1.18.33', bin: 'opencode', node: '18.0.0' },
  doors: ['mcp', 'acp'],
  api: chat,
  defaultModel: null,
  files: ({ door, gateway: { command }, proxy: { url, placeholder }, model }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      // Otherwise it asks the model for a title.
      agent: { title: { disable: true } },
      provider: {
        bench: {
          npm: '@ai-sdk/openai-compatible',
          name: 'bench',
          options: { baseURL: `${url}/v1`, apiKey: placeholder },
          models: { [model]: { name: model, tool_call: true } },
        },
      },
      model: `bench/${model}`,
      // With ACP the session names the gateway.
      ...(door === 'mcp' && { mcp: { browser: { type: 'local', command, enabled: true } } }),
      tools: Object.fromEntries([...ownTools, ...moreTools].map((name) => [name, false])),
    }),
  }),
  args: ({ door, prompt, model }) =>
    door === 'acp'
      ? ['acp']
      : [
          ...['run', '--format', 'json', '--model', `bench/${model}`, '--dangerously-skip-permissions'],
          prompt,
        ],
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  readEnd: (output) => {
    const parts = jsonIn(output).map(({ type, part }) => ({ type, part: objectOf(part) }));
    const steps = parts.filter(({ type }) => type === 'step_finish');
    return {
      words: textIn(parts.findLast(({ type }) => type === 'text')?.part.text),
      stopReason: textIn(steps.at(-1)?.part.reason),
      claimed:
        steps.length === 0 ? null : steps.map(({ part }) => usageOf(part.tokens)).reduce(addUsage, noUsage),
    };
  },
};

function usageOf(value: unknown): Usage {
  const tokens = objectOf(value);
  const cache = objectOf(tokens.cache);
  const count = (of: unknown) => countIn(of) ?? 0;
  return {
    input: count(tokens.input),
    output: count(tokens.output) + count(tokens.reasoning),
    cacheRead: count(cache.read),
    cacheWrite: count(cache.write),
  };
}
