/**
 * Runs Stagehand's own agent on a goal, in the browser at BROWSER_WS. Its argument is the package.json of the installed
 * Stagehand. It runs inside the agent's sandbox, so it needs only that package and Node.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const [, , packageFile = ''] = process.argv;
const { ANSWER_FILE, BROWSER_WS, GOAL_FILE, MAX_STEPS, MODEL, MODEL_KEY, MODEL_URL } = process.env;
const { Stagehand } = createRequire(packageFile)('@browserbasehq/stagehand');
const stagehand = new Stagehand({
  env: 'LOCAL',
  localBrowserLaunchOptions: { cdpUrl: BROWSER_WS },
  model: { modelName: MODEL, apiKey: MODEL_KEY, baseURL: MODEL_URL },
  // The browser belongs to the harness.
  keepAlive: true,
  disableAPI: true,
  disablePino: true,
  verbose: 0,
  logger: () => {},
});
await stagehand.init();
const result = await stagehand
  .agent({})
  .execute({ instruction: readFileSync(GOAL_FILE ?? '', 'utf8'), maxSteps: Number(MAX_STEPS) });
const { success, completed, message, usage } = result;
const answer = /(?:^|\n)ANSWER:[ \t]*(\S.*?)\s*$/.exec(message)?.[1] ?? null;
// At its own step limit it has no answer.
if (completed) writeFileSync(ANSWER_FILE ?? '', JSON.stringify({ success, answer }));
process.stdout.write(`${JSON.stringify({ type: 'result', completed, message, usage })}\n`, () =>
  process.exit(0),
);
