/**
 * Runs Magnitude's own agent on a goal, in the browser at BROWSER_WS. Its argument is the package.json of the installed
 * Magnitude. It runs inside the agent's sandbox, so it needs only that package and Node.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const [, , packageFile = ''] = process.argv;
const { ANSWER_FILE, BROWSER_WS, COUNTS_URL, GOAL_FILE, MODEL, MODEL_KEY, MODEL_URL } = process.env;
const inPackage = createRequire(packageFile);
// The package's ES module does not load on Node 24.
const { startBrowserAgent } = inPackage('magnitude-core');
// The schemas must be of the package's own zod.
const { z } = inPackage('zod');

const agent = await startBrowserAgent({
  browser: { cdp: BROWSER_WS },
  llm: { provider: 'openai-generic', options: { model: MODEL, baseUrl: MODEL_URL, apiKey: MODEL_KEY } },
  telemetry: false,
  // An overlay in the page is a change of the page.
  visuals: { showCursor: false, showClickRipple: false, showTypeEffects: false },
});

let steps = 0;
const usage = { input: 0, output: 0 };
agent.events.on('tokensUsed', ({ inputTokens, outputTokens }) => {
  usage.input += inputTokens;
  usage.output += outputTokens;
});

async function actsLeft() {
  const { acts, maxActs } = await (await fetch(COUNTS_URL ?? '')).json();
  return maxActs - acts;
}

/** Meets the limit of acts between its steps: a step has at most as many actions as acts are left. */
const plan = agent.models.partialAct.bind(agent.models);
agent.models.partialAct = async (...context) => {
  const left = await actsLeft();
  if (left <= 0) {
    await agent.queueDone();
    return { reasoning: 'No acts are left.', actions: [{ variant: 'task:done', evidence: '' }] };
  }
  steps += 1;
  const { reasoning, actions } = await plan(...context);
  return { reasoning, actions: actions.slice(0, left) };
};

const report = z.object({
  success: z.boolean().describe('Whether the goal was reached.'),
  answer: z.string().describe('The answer that the goal asks for; empty if it asks for none.'),
});

let error = null;
try {
  await agent.act(readFileSync(GOAL_FILE ?? '', 'utf8'));
} catch (failure) {
  // Its action task:fail throws this error.
  if (!/^Task failed: /.test(failure.message)) throw failure;
  error = failure.message;
}
const { success, answer } = await agent.query('Report the end of the task.', report);
const end = { success: success && error === null, answer: answer || null, steps };
writeFileSync(ANSWER_FILE ?? '', JSON.stringify(end));
process.stdout.write(`\n${JSON.stringify({ type: 'result', ...end, usage, error })}\n`, () =>
  process.exit(0),
);
