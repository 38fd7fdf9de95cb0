import path from 'node:path';
import * as z from 'zod';
import { parseAs } from '../../platform/errors/json.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { customId, unknownVersion } from '../../results/records/custom-id.ts';
import { Variables } from '../../servers/own-server.ts';
import { type AgentStart, doors, type Player } from '../clis/agent.ts';
import type { Api } from '../models/apis/api.ts';
import { apis } from '../models/apis/index.ts';

const Text = z.string().min(1);
const Version = z.string().regex(/^[\w.+-]{1,40}$/, '1 to 40 letters, digits, ".", "_", "+" and "-"');

/** The file of a user's own agent. `{mcp_url}` and similar placeholders in its texts are filled in for each episode. */
const OwnAgent = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'letters a to z, digits and -'),
  version: Version.default(unknownVersion),
  door: z.enum(doors).default('mcp'),
  /** A shell command. */
  command: Text,
  /** Files to write below its HOME. */
  files: z.record(z.string().regex(/^(?!\/)(?!.*\.\.).+$/s, 'a path below HOME'), z.string()).default({}),
  env: Variables.default({}),
  api: z.enum(apis.map(({ id }) => id)).optional(),
});
export type OwnAgent = z.infer<typeof OwnAgent>;

/** The files that the harness adds to the HOME of every such agent. */
const goalFile = 'goal.txt';
const configFiles = { http: 'mcp.json', stdio: 'mcp-stdio.json' } as const;

/** Throws `UserError`. */
export function readOwnAgent(file: string): OwnAgent {
  return readJson(file, OwnAgent, { who: `--agent ${file}` });
}

/** An agent that is only a shell command. Throws `UserError`. */
export function agentOfCommand(id: string, command: string): OwnAgent {
  return parseAs('--agent-id', OwnAgent, { id, command });
}

/** Throws `UserError`. */
export function withVersion(agent: OwnAgent, version: string): OwnAgent {
  return { ...agent, version: parseAs('--agent-version', Version, version) };
}

/** Passes the inputs by variables and files; the model's API by the usual variables of its clients. */
export function playerOf(
  { id, version, door, command, files, env }: OwnAgent,
  model: string | null,
  api: Api | null,
): Player {
  const vendor = api?.vendor;
  return {
    id: customId(id),
    version,
    door,
    model,
    command: (start) => ['sh', '-c', filled(command, start)],
    files: (start) => ({
      [goalFile]: `${start.prompt}\n`,
      [configFiles.http]: config({ type: 'http', url: start.gateway.url }),
      [configFiles.stdio]: config({
        command: start.gateway.command[0],
        args: start.gateway.command.slice(1),
      }),
      ...filledAll(files, start),
    }),
    env: (start) => ({
      GOAL: start.goal,
      GOAL_FILE: path.join(start.home, goalFile),
      START_URL: start.startUrl,
      MCP_URL: start.gateway.url,
      MCP_COMMAND: start.gateway.command.join(' '),
      MCP_CONFIG: path.join(start.home, configFiles.http),
      MCP_CONFIG_STDIO: path.join(start.home, configFiles.stdio),
      MAX_STEPS: String(start.maxSteps),
      ...(start.cdp && {
        CDP_URL: start.cdp.url,
        BROWSER_WS: start.cdp.ws,
        COUNTS_URL: start.cdp.counts,
        // A library that launches a browser then connects to the running one.
        PUPPETEER_EXECUTABLE_PATH: start.cdp.chromium,
        PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: start.cdp.chromium,
        ANSWER_FILE: start.answerFile,
      }),
      ...(vendor && {
        MODEL: start.model,
        [vendor.keyVariable]: start.proxy.placeholder,
        [vendor.baseUrlVariable]: vendor.id === 'openai' ? `${start.proxy.url}/v1` : start.proxy.url,
      }),
      ...filledAll(env, start),
    }),
    readEnd: (output) => ({ words: output.trim().slice(-10_000) || null, stopReason: null, claimed: null }),
  };
}

function config(browser: object): string {
  return `${JSON.stringify({ mcpServers: { browser } }, null, 2)}\n`;
}

function filledAll(texts: Readonly<Record<string, string>>, start: AgentStart): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, start)]));
}

/**
 * Fills the placeholders, but not the goal, because the shell would interpret its text. The goal is in a variable and a
 * file.
 */
function filled(
  text: string,
  { home, folder, gateway, proxy, model, startUrl, maxSteps, cdp, answerFile }: AgentStart,
): string {
  const values: Record<string, string> = {
    home,
    folder,
    mcp_url: gateway.url,
    mcp_config: path.join(home, configFiles.http),
    goal_file: path.join(home, goalFile),
    model_url: proxy.url,
    placeholder: proxy.placeholder,
    model,
    start_url: startUrl,
    max_steps: String(maxSteps),
    answer_file: answerFile,
    ...(cdp && { cdp_url: cdp.url, cdp_ws: cdp.ws, chromium: cdp.chromium, counts_url: cdp.counts }),
  };
  return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => ownOf(values, name) ?? whole);
}
