import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { responses } from '../models/apis/responses.ts';
import { addUsage, noUsage, type Usage } from '../models/proxy/prices.ts';
import type { Agent } from './agent.ts';
import { jsonIn } from './read-json.ts';

const ownTools = [
  ...['shell_tool', 'unified_exec', 'multi_agent', 'goals', 'view_image', 'image_generation', 'sleep_tool'],
  ...['apps', 'plugins', 'browser_use', 'computer_use', 'in_app_browser', 'skill_search', 'tool_suggest'],
];

export const codex: Agent = {
  id: 'codex',
  summary: "OpenAI's command line agent",
  package: { name: '@openai/codex', version: '0.169.0', bin: 'codex', node: '16.0.0' },
  doors: ['mcp'],
  api: responses,
  defaultModel: 'gpt-6.2-sol',
  files: ({ gateway: { command }, proxy: { url } }) => ({
    '.codex/config.toml': [
      'model_provider = "bench"',
      'web_search = "disabled"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.bench]',
      'name = "bench"',
      `base_url = ${JSON.stringify(`${url}/v1`)}`,
      'env_key = "BENCH_API_KEY"',
      'wire_api = "responses"',
      '[mcp_servers.browser]',
      `command = ${JSON.stringify(command[0])}`,
      `args = ${JSON.stringify(command.slice(1))}`,
      'default_tools_approval_mode = "approve"',
      '',
    ].join('\n'),
  }),
  args: ({ prompt, model }) => [
    ...['exec', '--json', '--ephemeral', '--skip-git-repo-check', '--model', model],
    // It is already sandboxed, and sandboxes cannot be nested.
    '--dangerously-bypass-approvals-and-sandbox',
    ...ownTools.flatMap((tool) => ['--disable', tool]),
    prompt,
  ],
  env: ({ home, proxy: { placeholder } }) => ({ CODEX_HOME: `${home}/.codex`, BENCH_API_KEY: placeholder }),
  readEnd: (output) => {
    const events = jsonIn(output);
    const message = events
      .map(({ item }) => objectOf(item))
      .filter(({ type }) => type === 'agent_message' || type === 'assistant_message')
      .at(-1);
    const turns = events.filter(({ type }) => type === 'turn.completed').map(({ usage }) => objectOf(usage));
    const end = events.findLast(({ type }) => /^turn\./.test(String(type)));
    return {
      words: textIn(message?.text),
      stopReason: textIn(end?.type),
      claimed: turns.length === 0 ? null : turns.map(usageOf).reduce(addUsage, noUsage),
    };
  },
};

/** Its input count includes cache reads. */
function usageOf(usage: Record<string, unknown>): Usage {
  const cacheRead = countIn(usage.cached_input_tokens) ?? 0;
  const input = (countIn(usage.input_tokens) ?? 0) - cacheRead;
  return { input, output: countIn(usage.output_tokens) ?? 0, cacheRead, cacheWrite: 0 };
}
