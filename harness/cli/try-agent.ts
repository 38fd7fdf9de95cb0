import path from 'node:path';
import { noOptions } from '../agents/built-in-agent.ts';
import { chooseAgent } from '../agents/external/choose-agent.ts';
import type { AcpAnswer } from '../agents/external/converse-over-acp.ts';
import type { HeardMessage } from '../agents/external/gateway/gateway.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { count } from '../platform/words/format.ts';
import { printed } from '../platform/words/printed.ts';
import { customId } from '../results/records/custom-id.ts';
import type { Result } from '../results/records/result.ts';
import { agentOutputPath, readSavedLines } from '../results/verify/read-saved.ts';
import { makePlan } from '../run/make-plan.ts';
import { quietOptions } from '../run/plan.ts';
import { playPlan } from '../run/play-plan.ts';
import { type Context, type Outcome, verdict } from './commands/command.ts';
import { agentOf } from './to-plan-options.ts';

type Asked = { agent: string; door: string | null; seconds: number; task: string };

/** Plays one task with a custom agent without a model, and reports how far it got. Throws `UserError`. */
export async function tryAgent(
  { agent: asked, door, seconds, task }: Asked,
  { config, project, env, signal, commandLine }: Context,
): Promise<Outcome> {
  const isCommand = /[\s{]/.test(asked);
  const choice = agentOf(
    {
      agent: isCommand ? null : asked,
      agentCommand: isCommand ? asked : null,
      agentId: isCommand ? 'tried' : null,
      agentVersion: null,
      door,
    },
    config,
    project,
  );
  if (choice === null) throw new UserError('agents try: got ""; expected an agent');
  const heard: HeardMessage[] = [];
  const answers: AcpAnswer[] = [];
  const adapter = await chooseAgent(choice, {
    ...noOptions,
    env,
    heard: (message) => heard.push(message),
    acpAnswered: (answer) => answers.push(answer),
  });
  if (adapter.spending)
    throw new UserError(
      `agents try: got ${asked}, which asks a model through the harness; expected another agent. The command run with --dry-run accepts this one`,
    );
  const out = path.join(project.reports, 'agents-try');
  const options = {
    ...quietOptions(project),
    agent: choice,
    taskIds: [task],
    out,
    durationMs: seconds * 1000,
  };
  const plan = { ...(await makePlan(options, env)), adapter };
  const { runs } = await playPlan(plan, { signal, commandLine });
  const [result] = runs.flatMap(({ episodes }) => episodes);
  if (!result) return { lines: ['interrupted'], exitCode: 130, data: { interrupted: true } };
  const kind = adapter.agent?.door ?? 'mcp';
  const seen =
    kind === 'cdp'
      ? await browserLines(out, result)
      : [...(kind === 'acp' ? acpLines(answers) : []), ...gatewayLines(heard)];
  const found = { door: kind, seen, ...endOf(result, kind) };
  const output = path.relative('', path.join(out, agentOutputPath(task, 1)));
  const lines = [
    `agent      ${choice && 'command' in choice ? choice.command : asked}, interface ${kind}`,
    ...found.seen,
    ...found.end,
    `output     ${output}`,
    ...found.faults.map((fault) => `wrong      ${fault}`),
    ...found.notes.map((note) => `note       ${note}`),
    found.faults.length === 0
      ? `${customId(choice && 'command' in choice ? (choice.id ?? '') : asked)} can play`
      : 'the agent cannot play yet',
  ];
  return verdict(found.faults.length === 0, lines.map(printed), { ...found, status: result.status, output });

  function endOf(
    { status, toolCalls, steps, looks, ownSteps, durationMs, selfReport, answer, agentEnd, error }: Result,
    by: string,
  ) {
    const methods = new Set(heard.map(({ method }) => method));
    const isMcp = by !== 'cdp';
    const acted = isMcp ? methods.has('tools/call') : steps > 0;
    const missing = by === 'acp' ? missingOfAcp(answers) : null;
    const faults = [
      ...(missing === null ? [] : [missing]),
      ...(isMcp && !methods.has('initialize') && missing === null ? [noHandshake(by)] : []),
      ...(acted
        ? []
        : [isMcp ? 'the agent called no tool' : 'the agent did nothing in the browser of CDP_URL']),
      // An agent may report after its last step.
      ...(cutWords[status] === undefined || (status === 'max_steps' && selfReport !== null)
        ? []
        : [cutWords[status]]),
      // The error of an agent without any request describes how it ended.
      ...(error ? [error] : agentEnd === undefined ? [] : [agentEnd]),
    ];
    return {
      faults,
      notes: [
        ...(isMcp && methods.has('initialize') && !methods.has('notifications/initialized')
          ? ['the agent does not send notifications/initialized after initialize, which MCP requires']
          : []),
        ...(selfReport === null && acted
          ? [
              isMcp
                ? 'the agent did not call done, so its results have no self-report'
                : 'the agent wrote no success into ANSWER_FILE, so its results have no self-report',
            ]
          : []),
      ],
      end: [
        `played     ${count(steps, 'step')}, ${count(toolCalls, 'call')} answered, ${(durationMs / 1000).toFixed(1)} s`,
        ...(looks === undefined
          ? []
          : [
              `counted    ${count(steps, 'act')}, ${count(looks, 'look')}${ownSteps === undefined ? '' : `, ${count(ownSteps, 'step')} by its own count`}`,
            ]),
        `done       ${selfReport === null ? 'not seen' : `seen, success ${selfReport}`}${answer === null ? '' : `, answer ${JSON.stringify(answer)}`}`,
      ],
    };
  }
}

/** The reasons of the harness to end an agent. */
const cutWords: Partial<Record<Result['status'], string>> = {
  timeout: 'the time was up before the agent had ended. --timeout sets another limit',
  max_steps: 'the limit of steps was reached before the agent had ended',
};

/** What an agent did in the browser. */
async function browserLines(out: string, { taskId, connected }: Result): Promise<string[]> {
  const { trajectories } = await readSavedLines(out);
  const played = trajectories.find(({ line }) => line?.taskId === taskId)?.line;
  const first = played?.trajectory.steps[0]?.call;
  return [
    `attached   ${connected ? 'seen' : 'not seen'}`,
    `first act  ${first ? `${first.tool} ${JSON.stringify(first.args)}` : 'not seen'}`,
  ];
}

const noHandshake = (by: string) =>
  by === 'acp'
    ? 'no handshake: the agent did not start the MCP server of session/new. The first message of MCP is initialize'
    : 'no handshake: the agent sent no request to MCP_URL or MCP_COMMAND. The first message of MCP is initialize';

const acpSteps = { initialize: 'initialize', session: 'session/new', turn: 'session/prompt' } as const;

/** The first request of ACP that the agent left unanswered; null if it answered all. */
function missingOfAcp(answers: readonly AcpAnswer[]): string | null {
  const unanswered = Object.values(acpSteps).find((step) => !answers.some(({ method }) => method === step));
  return unanswered === undefined
    ? null
    : `the agent did not answer ${unanswered}. With ACP it reads requests from its standard input, and writes only ACP messages to its standard output`;
}

/** The answers of an agent over ACP, in the order of the protocol. */
function acpLines(answers: readonly AcpAnswer[]): string[] {
  const answerTo = (step: string) => answers.find(({ method }) => method === step)?.answer;
  const met = answerTo(acpSteps.initialize);
  const info = met?.agentInfo as { name?: unknown; version?: unknown } | null | undefined;
  const named = info ? `, ${info.name ?? 'an agent without a name'} ${info.version ?? ''}`.trimEnd() : '';
  const turn = answerTo(acpSteps.turn);
  return [
    `acp        ${met ? `initialize answered, protocol ${met.protocolVersion}${named}` : 'initialize not answered'}`,
    `session    ${answerTo(acpSteps.session) ? 'opened' : 'not opened'}`,
    `turn       ${turn ? `ended, stop reason ${turn.stopReason}` : 'not ended by the agent'}`,
  ];
}

/** The requests to the gateway, in the order of the protocol. */
function gatewayLines(heard: readonly HeardMessage[]): string[] {
  const first = (method: string) => heard.find((message) => message.method === method);
  const client = first('initialize')?.params.clientInfo as { name?: unknown; version?: unknown } | undefined;
  const called = first('tools/call');
  return [
    `handshake  ${first('initialize') ? `seen, ${client?.name ?? 'a client without a name'} ${client?.version ?? ''}`.trimEnd() : 'not seen'}`,
    `tools      ${first('tools/list') ? 'listed' : 'not listed'}`,
    `first call ${called ? `${called.params.name} ${JSON.stringify(called.params.arguments ?? {})}` : 'not seen'}`,
  ];
}
