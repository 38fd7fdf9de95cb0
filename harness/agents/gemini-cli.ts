import type { Usage } from '../model-proxy/usage.ts';
import { addUsage, noUsage } from '../model-proxy/usage.ts';
import type { Agent } from './agent.ts';
import { countOf, fieldsOf, lastJson, textOf } from './read-json.ts';

/** Its own tools: each is a way past the browser. With `core: []` it would hide those of MCP servers too. */
const ownTools = [
  ...['run_shell_command', 'read_file', 'read_many_files', 'write_file', 'replace', 'glob', 'list_directory'],
  ...['search_file_content', 'grep_search', 'web_fetch', 'google_web_search', 'save_memory', 'write_todos'],
  ...[
    'activate_skill',
    'codebase_investigator',
    'cli_help',
    'delegate_to_agent',
    'ask_user',
    'get_internal_docs',
  ],
  ...['enter_plan_mode', 'exit_plan_mode'],
];

export const geminiCli: Agent = {
  id: 'gemini-cli',
  summary: "Google's command line agent",
  package: { name: '@google/gemini-cli', version: '0.61.0', bin: 'gemini', node: '20.0.0' },
  doors: ['mcp'],
  api: 'gemini',
  defaultModel: 'gemini-3.8-flash',
  files: ({ gateway: { url } }) => ({
    '.gemini/settings.json': JSON.stringify({
      mcpServers: { browser: { httpUrl: url, trust: true } },
      security: { auth: { selectedType: 'gemini-api-key' } },
      tools: { exclude: ownTools },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  args: ({ prompt, model }) => ['--yolo', '--model', model, '--output-format', 'json', '--prompt', prompt],
  env: ({ proxy: { url, placeholder } }) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: placeholder,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  readEnd: (output) => {
    const end = lastJson(jsonPart(output), () => true);
    const models = Object.values(fieldsOf(fieldsOf(end.stats).models));
    return {
      words: textOf(end.response),
      stopReason: textOf(fieldsOf(end.error).type),
      claimed: models.length === 0 ? null : models.map(usageOf).reduce(addUsage, noUsage),
    };
  },
};

/** Warnings may stand before it. */
function jsonPart(output: string): string {
  const at = output.search(/^\{/m);
  return at === -1 ? '' : output.slice(at);
}

function usageOf(model: unknown): Usage {
  const tokens = fieldsOf(fieldsOf(model).tokens);
  const count = (name: string) => countOf(tokens[name]) ?? 0;
  const cacheRead = count('cached');
  return {
    input: count('prompt') - cacheRead + count('tool'),
    output: count('candidates') + count('thoughts'),
    cacheRead,
    cacheWrite: 0,
  };
}
