import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { countIn, objectOf, textIn } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import type { Agent } from './agent.ts';
import { lastJson } from './read-json.ts';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const program = 'run-browser-use.py';

/** Without pictures its model reads a list of elements; with them it also sees a screenshot at each of its steps. */
const browserUseWith = (vision: boolean): Agent => ({
  id: vision ? 'browser-use-vision' : 'browser-use',
  summary: `a library in Python, with a script that runs its own agent, ${vision ? 'with' : 'without'} screenshots for its model`,
  package: {
    name: 'browser-use',
    version: '0.13.14',
    lock: fileOf('./locks/browser-use.txt'),
    least: [3, 11],
    most: [3, 13],
  },
  doors: ['cdp'],
  api: chat,
  defaultModel: null,
  vision,
  files: ({ prompt }) => ({
    'goal.txt': prompt,
    [program]: readFileSync(fileOf(`./programs/${program}`), 'utf8'),
  }),
  // Isolated from the Python variables and packages of the user.
  args: ({ home }) => ['-I', path.join(home, program)],
  env: ({ home, cdp, answerFile, maxSteps, model, proxy: { url, placeholder } }) => ({
    GOAL_FILE: path.join(home, 'goal.txt'),
    BROWSER_WS: cdp?.ws ?? '',
    COUNTS_URL: cdp?.counts ?? '',
    ANSWER_FILE: answerFile,
    MAX_STEPS: String(maxSteps),
    MODEL: model,
    MODEL_URL: `${url}/v1`,
    MODEL_KEY: placeholder,
    VISION: vision ? 'on' : 'off',
  }),
  readEnd: (output) => {
    const { completed, answer, error, steps, usage } = lastJson(output, ({ type }) => type === 'result');
    const tokens = objectOf(usage);
    const [input, cacheRead] = [countIn(tokens.prompt_tokens), countIn(tokens.cached_tokens) ?? 0];
    const own = countIn(steps);
    return {
      words: textIn(answer) === null ? null : `ANSWER: ${textIn(answer)}`,
      stopReason: completed === true ? null : textIn(error),
      claimed:
        input === null
          ? null
          : {
              input: input - cacheRead,
              output: countIn(tokens.completion_tokens) ?? 0,
              cacheRead,
              cacheWrite: 0,
            },
      ...(own === null ? {} : { steps: own }),
    };
  },
});

export const browserUse = browserUseWith(false);
export const browserUseVision = browserUseWith(true);
