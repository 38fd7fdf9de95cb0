import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { messages } from '../models/apis/messages.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

export const claudeCode: Agent = {
  id: 'claude-code',
  summary: "Anthropic's command line agent",
  package: { name: '@anthropic-ai/claude-code', version: '2.1.332', bin: 'claude', node: '22.0.0' },
  doors: ['mcp'],
  api: messages,
  defaultModel: 'claude-sonnet-5-5',
  files: ({ gateway: { url } }) => ({
    'mcp.json': JSON.stringify({ mcpServers: { browser: { type: 'http', url } } }),
  }),
  args: ({ prompt, model, home, maxSteps }) => [
    ...['-p', prompt, '--model', model],
    ...['--mcp-config', `${home}/mcp.json`, '--strict-mcp-config'],
    // None of its own tools, because shell, files and web access bypass the browser.
    ...['--tools', '', '--allowedTools', 'mcp__browser', '--permission-mode', 'bypassPermissions'],
    ...['--output-format', 'json', '--no-session-persistence', '--max-turns', String(maxSteps + 5)],
  ],
  env: ({ proxy: { url, placeholder } }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: placeholder,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Otherwise it refuses that permission mode for root.
    IS_SANDBOX: '1',
  }),
  readEnd: (output) => {
    const end = lastJson(output, ({ type }) => type === 'result');
    const usage = objectOf(end.usage);
    const input = countIn(usage.input_tokens);
    return {
      words: textIn(end.result),
      stopReason: textIn(end.subtype),
      claimed:
        input === null
          ? null
          : {
              input,
              output: countIn(usage.output_tokens) ?? 0,
              cacheRead: countIn(usage.cache_read_input_tokens) ?? 0,
              cacheWrite: countIn(usage.cache_creation_input_tokens) ?? 0,
            },
    };
  },
};
