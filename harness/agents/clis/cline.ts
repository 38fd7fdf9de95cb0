import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

const provider = 'openai-compatible';

/** Its own tools. Shell, files and web access bypass the browser, and so does a subagent with such tools. */
const ownTools = [
  ...['run_commands', 'read_files', 'search_codebase', 'editor', 'apply_patch'],
  ...['fetch_web_content', 'web_search', 'skills', 'ask_question', 'spawn_agent'],
  ...[
    ...['spawn_teammate', 'shutdown_teammate', 'status', 'task', 'run_task', 'cancel_run', 'list_runs'],
    ...['await_runs', 'send_message', 'broadcast', 'read_mailbox', 'mission_log', 'cleanup'],
    ...['create_outcome', 'attach_outcome_fragment', 'review_outcome_fragment', 'finalize_outcome'],
    'list_outcomes',
  ].map((name) => `team_${name}`),
];

export const cline: Agent = {
  id: 'cline',
  summary: 'an open source coding agent on the command line, for any model with chat completions',
  package: { name: 'cline', version: '3.0.65', bin: 'cline', node: '20.0.0' },
  doors: ['mcp'],
  api: chat,
  defaultModel: null,
  files: ({ gateway: { command }, proxy: { url, placeholder }, model }) => ({
    // The file that `cline auth` writes.
    '.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: {
        [provider]: {
          settings: { provider, apiKey: placeholder, model, baseUrl: `${url}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
    '.cline/data/settings/global-settings.json': JSON.stringify({
      telemetryOptOut: true,
      autoUpdateEnabled: false,
      disabledTools: ownTools,
    }),
    '.cline/data/settings/cline_mcp_settings.json': JSON.stringify({
      mcpServers: {
        browser: { command: command[0], args: command.slice(1), disabled: false, autoApprove: ['*'] },
      },
    }),
  }),
  args: ({ prompt, model, home }) => [
    ...['--config', `${home}/.cline`, '--data-dir', `${home}/.cline/data`, '--json'],
    ...['-P', provider, '-m', model, '-t', '600', prompt],
  ],
  env: () => ({}),
  readEnd: (output) => {
    const end = lastJson(output, ({ type }) => type === 'run_result');
    const usage = objectOf(end.usage);
    const input = countIn(usage.inputTokens);
    return {
      words: textIn(end.text),
      stopReason: textIn(end.finishReason),
      claimed:
        input === null
          ? null
          : {
              input,
              output: countIn(usage.outputTokens) ?? 0,
              cacheRead: countIn(usage.cacheReadTokens) ?? 0,
              cacheWrite: countIn(usage.cacheWriteTokens) ?? 0,
            },
    };
  },
};
