import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { messages } from '../models/apis/messages.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

const program = fileURLToPath(new URL('./programs/run-stagehand.mjs', import.meta.url));

/**
 * The last version that drives any browser over DevTools. Version 4 needs a browser extension, which headless_shell
 * cannot load.
 */
export const stagehand: Agent = {
  id: 'stagehand',
  summary: "Browserbase's library, with a script that runs its own agent",
  package: { name: '@browserbasehq/stagehand', version: '3.7.3', bin: null, node: '20.19.0' },
  doors: ['cdp'],
  api: messages,
  defaultModel: 'claude-sonnet-5-5',
  files: ({ prompt }) => ({ 'goal.txt': prompt, 'run-stagehand.mjs': readFileSync(program, 'utf8') }),
  args: ({ home }, packageFile) => [path.join(home, 'run-stagehand.mjs'), packageFile],
  env: ({ home, cdp, answerFile, maxSteps, model, proxy: { url, placeholder } }) => ({
    GOAL_FILE: path.join(home, 'goal.txt'),
    BROWSER_WS: cdp?.ws ?? '',
    ANSWER_FILE: answerFile,
    MAX_STEPS: String(maxSteps),
    MODEL: `anthropic/${model}`,
    MODEL_URL: `${url}/v1`,
    MODEL_KEY: placeholder,
  }),
  readEnd: (output) => {
    const { message, usage } = lastJson(output, ({ type }) => type === 'result');
    const tokens = objectOf(usage);
    const input = countIn(tokens.input_tokens);
    const cacheRead = countIn(tokens.cached_input_tokens) ?? 0;
    return {
      words: textIn(message),
      stopReason: null,
      claimed:
        input === null
          ? null
          : { input, output: countIn(tokens.output_tokens) ?? 0, cacheRead, cacheWrite: 0 },
    };
  },
};
