import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

const ownTools = [
  ...['run_shell_command', 'read_file', 'read_many_files', 'write_file', 'edit', 'replace', 'notebook_edit'],
  ...[
    'glob',
    'list_directory',
    'grep_search',
    'search_file_content',
    'web_fetch',
    'web_search',
    'save_memory',
  ],
  ...[
    'todo_write',
    'task',
    'agent',
    'skill',
    'exit_plan_mode',
    'enter_plan_mode',
    'ask_user_question',
    'lsp',
  ],
  ...['list_agents', 'send_message', 'task_stop', 'cron_create', 'cron_list', 'cron_delete', 'loop_wakeup'],
  ...['enter_worktree', 'exit_worktree', 'record_artifact', 'report_findings', 'get_goal', 'update_goal'],
  'read_mcp_resource',
];

export const qwenCode: Agent = {
  id: 'qwen-code',
  summary: "Alibaba's command line agent, for any model with chat completions",
  package: { name: '@qwen-code/qwen-code', version: '0.24.4', bin: 'qwen', node: '22.0.0' },
  doors: ['mcp'],
  api: chat,
  defaultModel: null,
  files: ({ gateway: { url } }) => ({
    '.qwen/settings.json': JSON.stringify({
      mcpServers: { browser: { httpUrl: url, trust: true } },
      security: { auth: { selectedType: 'openai' } },
      // Otherwise a search tool hides the tools of MCP servers.
      tools: { exclude: ownTools, toolSearch: { enabled: false } },
      memory: { enableManagedAutoMemory: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  args: ({ prompt, model }) => [
    ...['--yolo', '--auth-type', 'openai', '--model', model, '--output-format', 'json'],
    ...['--prompt', prompt],
  ],
  env: ({ proxy: { url, placeholder } }) => ({
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: placeholder,
  }),
  readEnd: (output) => {
    const end = lastJson(output, ({ type }) => type === 'result');
    const usage = objectOf(end.usage);
    const all = countIn(usage.input_tokens);
    const cacheRead = countIn(usage.cache_read_input_tokens) ?? 0;
    return {
      words: textIn(end.result),
      stopReason: textIn(end.subtype),
      claimed:
        all === null
          ? null
          : { input: all - cacheRead, output: countIn(usage.output_tokens) ?? 0, cacheRead, cacheWrite: 0 },
    };
  },
};
