import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { geminiCli } from '../../agents/clis/gemini-cli.ts';
import { thisProject } from '../../cli/this-project.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { installedAgent } from '../../testing/installed-agent.ts';
import { startVendor } from '../../testing/model-apis/start-vendor.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';

let program = '';
beforeAll(async () => {
  program = await installedAgent(geminiCli);
});

test("Gemini CLI asks for a tool of this server because its model does, and hands on the project's real numbers", async () => {
  if (program === '') return;
  const folder = await folderOf({ 'contract-bench.config.json': '{}' });
  const run = exampleRun({
    runId: '20260102-asked-for',
    episodes: [exampleResult({ taskId: 'good' }), exampleFailure({ taskId: 'lost' })],
  });
  await saveRun(path.join(folder, 'results'), 'a'.repeat(40), { date: null, parents: [] }, run);
  const command = process.execPath;
  const args = [path.join(thisProject.root, 'harness', 'cli', 'main.ts'), 'mcp'];
  const settings = {
    mcpServers: { 'contract-bench': { command, args, cwd: folder, trust: true } },
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: { enableAutoUpdate: false, disableAutoUpdate: true },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  const home = await folderOf({ '.gemini/settings.json': JSON.stringify(settings) });
  const answered: string[] = [];
  await using vendor = await startVendor('gemini', ({ answers, tools }) => {
    const last = answers.at(-1);
    if (last === undefined) {
      const tool = tools.find((name) => name.endsWith('show_run'));
      if (!tool) throw new Error(`show_run was not offered; there is ${tools.join(', ')}`);
      return { calls: [{ tool, args: { run: '20260102', only: 'not_passed' } }] };
    }
    answered.push(last);
    return {
      text: /"taskId\\*":\\*"lost/.test(last) ? 'The task lost did not pass.' : `Nothing of it in: ${last}`,
    };
  });
  const asked = ['--model', 'gemini-3.8-flash', '--prompt', 'Which task did not pass in run 20260102?'];
  const ended = await execa(program, ['--yolo', ...asked], {
    cwd: folder,
    extendEnv: false,
    env: {
      ...cleanEnv(),
      HOME: home,
      GOOGLE_GEMINI_BASE_URL: vendor.baseUrl,
      GEMINI_API_KEY: vendor.key,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    stdin: 'ignore',
    reject: false,
  });
  expect(ended.stdout, ended.stderr).toContain('The task lost did not pass.');
  expect(answered.join('\n')).toContain(exampleFailure().failedPostcondition?.observed);
});
