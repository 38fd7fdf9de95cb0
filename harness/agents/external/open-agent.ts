import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { launchShimIn, writeLaunchShim } from '../../browser/launch-shim/write-launch-shim.ts';
import type { Answer, ToolListing } from '../../servers/answer.ts';
import type { Task } from '../../task/task.ts';
import type { Place, Turn } from '../adapter.ts';
import type { AgentEnd, AgentStart } from '../clis/agent.ts';
import type { ModelProxy, ModelProxyOptions } from '../models/proxy/proxy.ts';
import { agentPrompt } from './agent-prompt.ts';
import { answerFileIn } from './answer-file.ts';
import { converseOverAcp } from './converse-over-acp.ts';
import { bridgeFile } from './gateway/bridge-file.ts';
import type { CallQueue } from './gateway/call-queue.ts';
import { type Gateway, openGateway } from './gateway/open-gateway.ts';
import type { Player } from './player.ts';
import { type AgentFolders, openAgentFolders, type RunningAgent, startAgent } from './start-agent.ts';

export type AgentSessionOptions = {
  player: Player;
  calls: CallQueue;
  /** What it does, where it drives the browser itself. */
  actions: GuestActions | null;
  prompt: { system: string; task: string };
  task: Pick<Task, 'goal' | 'startUrl'>;
  maxSteps: number;
  place: Place;
  /** Null where the agent asks no model. */
  openProxy:
    | ((clock: Pick<Turn, 'pause' | 'resume'>, refused: ModelProxyOptions['refused']) => Promise<ModelProxy>)
    | null;
};

/** What stands while an agent plays. */
export type Open = {
  folders: AgentFolders;
  gateway: Gateway;
  proxy: ModelProxy | null;
  agent: RunningAgent;
  /** Of an agent that is spoken with; null where it broke off. */
  conversation: Promise<AgentEnd | null> | null;
};

type Around = {
  /** What the harness's own opening call was answered. */
  opening: Answer | null;
  turn: Turn;
  instructions: string | null;
  tools: () => ToolListing;
  refused: ModelProxyOptions['refused'];
  /** Of a conversation that ended in an error. */
  brokeOff: (why: string) => void;
};

/** Starts an agent with a folder, a gateway and, where it asks a model, a proxy of its own; `cleanup` ends them. */
export async function openAgent(
  options: AgentSessionOptions,
  cleanup: AsyncDisposableStack,
  around: Around,
): Promise<Open> {
  const { player, prompt, openProxy, place, maxSteps, task, calls, actions } = options;
  const { opening, turn, instructions, tools, refused, brokeOff } = around;
  const folders = cleanup.use(await openAgentFolders());
  const gateway = cleanup.use(await openGateway({ tools, instructions, calls }));
  const proxy = openProxy ? cleanup.use(await openProxy(turn, refused)) : null;
  const bridge = path.join(folders.root, 'mcp-bridge.mjs');
  await copyFile(bridgeFile, bridge);
  const start: AgentStart = {
    door: player.door,
    prompt: await agentPrompt(prompt, opening),
    goal: task.goal,
    startUrl: task.startUrl,
    model: player.model ?? '',
    gateway: { url: gateway.url, command: [process.execPath, bridge, gateway.url] },
    proxy: { url: proxy?.url ?? '', placeholder: proxy?.placeholder ?? '' },
    cdp: actions?.endpoint ? await cdpOf(actions.endpoint, folders.root) : null,
    answerFile: answerFileIn(folders.work),
    home: folders.home,
    folder: folders.work,
    maxSteps,
  };
  const command = { command: player.command(start), env: player.env(start), files: player.files(start) };
  const ports = [
    ...(actions?.endpoint ? [actions.endpoint.port] : []),
    gateway.port,
    ...(proxy ? [Number(new URL(proxy.url).port)] : []),
  ];
  const agent = await startAgent({ ...command, converses: player.door === 'acp' }, folders, place, ports);
  const conversation =
    agent.streams &&
    converseOverAcp(agent.streams, start).catch((error: unknown) => {
      brokeOff(`over ACP: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    });
  return { folders, gateway, proxy, agent, conversation };
}

/** How a browser is reached: at its door, or by launching what leads there. */
async function cdpOf({ url }: { url: string }, folder: string): Promise<AgentStart['cdp']> {
  await writeLaunchShim(folder, url);
  const version = await (await fetch(`${url}/json/version`)).json();
  return { url, ws: String(version.webSocketDebuggerUrl), chromium: launchShimIn(folder) };
}
