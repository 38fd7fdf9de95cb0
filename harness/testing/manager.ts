import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { type ServedManager, serveManager } from '../experiments/skills/manager/serve.ts';
import { cleanEnv } from './scratch-project.ts';

export type TestManager = ServedManager & {
  runsDir: string;
  ask(route: string, options?: { method?: string; body?: unknown; token?: string }): Promise<Answer>;
};

type Answer = {
  status: number;
  // What a test reads of an answer it names itself.
  body: Record<string, unknown>;
};

/** A manager in this process, closed after the test. */
export async function managerOf(
  workspace: string,
  {
    token = null,
    siteDir = path.join(workspace, 'dist'),
    runsDir = '',
    atOnce = 1,
    project = thisProject,
  }: Partial<Parameters<typeof serveManager>[0]> = {},
): Promise<TestManager> {
  const folder = runsDir || (await mkdtemp(path.join(tmpdir(), 'cbm-')));
  const served = await serveManager({
    project,
    port: 0,
    workspace,
    runsDir: folder,
    atOnce,
    siteDir,
    token,
  });
  onTestFinished(async () => {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...served, runsDir: folder, ask: (route, options) => askOf(served.url, route, options) };
}

/** `body` is sent as JSON, a text as it is. */
export async function askOf(
  url: string,
  route: string,
  { method = 'GET', body, token }: { method?: string; body?: unknown; token?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${url}${route}`, {
    method: body === undefined ? method : 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** A request with headers and a path that `fetch` would not send as they are. */
export async function rawRequest(
  url: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path: target, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text, headers: response.headers };
}

/** The manager as `npm run manager` starts it, killed after the test if it is still there. */
export async function managerProcess(
  workspace: string,
  runsDir: string,
): Promise<{ url: string; child: ChildProcess }> {
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [main, 'manager', '--port', '0', '--workspace', workspace, '--runs-dir', runsDir],
    {
      env: cleanEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (!url) throw new Error(`the manager said: ${line}`);
  return { url, child };
}

/** Waits as long as the test may take: a machine that is busy with other tests is slow to start a verifier. */
export async function comesToHold(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}
