import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { gemini } from '../models/apis/gemini.ts';
import type { Usage } from '../models/proxy/prices.ts';
import type { Agent } from './agent.ts';
import { jsonIn } from './read-json.ts';

/** Its own tools, which all bypass the browser. `core: []` would hide the tools of MCP servers too. */
const ownTools = [
  ...['run_shell_command', 'read_file', 'read_many_files', 'write_file', 'replace', 'glob', 'list_directory'],
  ...['search_file_content', 'grep_search', 'web_fetch', 'google_web_search', 'save_memory', 'write_todos'],
  ...[
    'activate_skill',
    'codebase_investigator',
    'cli_help',
    'delegate_to_agent',
    'invoke_agent',
    'ask_user',
    'get_internal_docs',
  ],
  ...['enter_plan_mode', 'exit_plan_mode', 'list_background_processes', 'read_background_output'],
];

export const geminiCli: Agent = {
  id: 'gemini-cli',
  summary: "Google's command line agent",
  package: { name: '@google/gemini-cli', version: '0.61.0', bin: 'gemini', node: '20.0.0' },
  doors: ['mcp', 'acp'],
  api: gemini,
  defaultModel: 'gemini-3.8-flash',
  files: ({ door, gateway: { url } }) => ({
    '.gemini/settings.json': JSON.stringify({
      // With ACP the session names the gateway.
      ...(door === 'mcp' && { mcpServers: { browser: { httpUrl: url, trust: true } } }),
      security: { auth: { selectedType: 'gemini-api-key' } },
      tools: { exclude: ownTools },
      // Its subagents have tools of their own.
      experimental: { enableAgents: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true, topicUpdateNarration: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  args: ({ door, prompt, model }) =>
    door === 'acp'
      ? ['--acp', '--yolo', '--model', model]
      : ['--yolo', '--model', model, '--output-format', 'stream-json', '--prompt', prompt],
  env: ({ proxy: { url, placeholder } }) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: placeholder,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  readEnd: (output) => {
    const events = jsonIn(output);
    const end = events.findLast(({ type }) => type === 'result') ?? {};
    return {
      words: lastWordsOf(events),
      stopReason: textIn(end.status),
      claimed: usageOf(objectOf(end.stats)),
    };
  },
};

/** A message comes in pieces; a tool call ends it. */
function lastWordsOf(events: Record<string, unknown>[]): string | null {
  const saysWords = ({ type, role }: Record<string, unknown>) => type === 'message' && role === 'assistant';
  const last = events.findLastIndex(saysWords);
  const first = events.findLastIndex((event, index) => index < last && !saysWords(event)) + 1;
  return textIn(
    events
      .slice(first, last + 1)
      .map(({ content }) => textIn(content) ?? '')
      .join(''),
  );
}

/** Only its total includes thinking. */
function usageOf(stats: Record<string, unknown>): Usage | null {
  const [input, total] = [countIn(stats.input_tokens), countIn(stats.total_tokens)];
  if (input === null || total === null) return null;
  const cacheRead = countIn(stats.cached) ?? 0;
  return { input: input - cacheRead, output: total - input, cacheRead, cacheWrite: 0 };
}
