import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

const program = fileURLToPath(new URL('./programs/run-magnitude.mjs', import.meta.url));

/** Its model sees only screenshots, and answers with places in them. */
export const magnitude: Agent = {
  id: 'magnitude',
  summary: 'a library that acts by screenshots, with a script that runs its own agent',
  package: { name: 'magnitude-core', version: '0.3.1', bin: null, node: '20.0.0' },
  doors: ['cdp'],
  api: chat,
  defaultModel: null,
  vision: true,
  files: ({ prompt }) => ({ 'goal.txt': prompt, 'run-magnitude.mjs': readFileSync(program, 'utf8') }),
  args: ({ home }, packageFile) => [path.join(home, 'run-magnitude.mjs'), packageFile],
  env: ({ home, cdp, answerFile, model, proxy: { url, placeholder } }) => ({
    GOAL_FILE: path.join(home, 'goal.txt'),
    BROWSER_WS: cdp?.ws ?? '',
    COUNTS_URL: cdp?.counts ?? '',
    ANSWER_FILE: answerFile,
    MODEL: model,
    MODEL_URL: `${url}/v1`,
    MODEL_KEY: placeholder,
  }),
  readEnd: (output) => {
    const { answer, error, steps, usage } = lastJson(output, ({ type }) => type === 'result');
    const tokens = objectOf(usage);
    const [input, own] = [countIn(tokens.input), countIn(steps)];
    return {
      words: textIn(answer) === null ? null : `ANSWER: ${textIn(answer)}`,
      stopReason: textIn(error),
      claimed:
        input === null ? null : { input, output: countIn(tokens.output) ?? 0, cacheRead: 0, cacheWrite: 0 },
      ...(own === null ? {} : { steps: own }),
    };
  },
};
