import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import packageJson from '../../../package.json' with { type: 'json' };
import type { AgentEnd, AgentStart } from '../clis/agent.ts';

/** The standard streams of an agent with ACP. */
export type AcpStreams = { input: Writable; output: Readable };

/** The agent's answer to a request of ACP; `method` is the request. */
export type AcpAnswer = { method: string; answer: Readonly<Record<string, unknown>> };

/**
 * Sends an agent its prompt as an editor would, with the gateway as its only MCP server. Grants its requests, and
 * closes its input after its turn. Rejects if it answers with an error, does not speak ACP, or exits. `answered`
 * receives each answer of the agent.
 */
export async function converseOverAcp(
  { input, output }: AcpStreams,
  { prompt, folder, gateway }: Pick<AgentStart, 'prompt' | 'folder' | 'gateway'>,
  answered: (answer: AcpAnswer) => void = () => {},
): Promise<AgentEnd> {
  let saying: string[] = [];
  const app = client({ name: packageJson.name })
    .onRequest(methods.client.session.requestPermission, ({ params: { options } }) => {
      const allowed = options.find(({ kind }) => kind.startsWith('allow'));
      return {
        outcome: allowed ? { outcome: 'selected', optionId: allowed.optionId } : { outcome: 'cancelled' },
      };
    })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      // A message comes in pieces; a tool call ends it.
      if (update.sessionUpdate === 'tool_call') saying = [];
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        saying.push(update.content.text);
    });
  // The code that ends the agent reads its output to the end.
  input.on('error', () => {});
  try {
    const stream = ndJsonStream(Writable.toWeb(input), Readable.toWeb(output) as ReadableStream<Uint8Array>);
    return await app.connectWith(stream, async (agent) => {
      const met = await agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // Files and a shell of the client would bypass the browser.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: packageJson.name, version: packageJson.version },
      });
      answered({ method: methods.agent.initialize, answer: { ...met } });
      const [command, ...args] = gateway.command;
      const { sessionId } = await agent.request(methods.agent.session.new, {
        cwd: folder,
        mcpServers: [{ name: 'browser', command, args, env: [] }],
      });
      answered({ method: methods.agent.session.new, answer: { sessionId } });
      const { stopReason } = await agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text: prompt }],
      });
      answered({ method: methods.agent.session.prompt, answer: { stopReason } });
      return { words: saying.join('').slice(-10_000) || null, stopReason, claimed: null };
    });
  } finally {
    input.end();
  }
}
