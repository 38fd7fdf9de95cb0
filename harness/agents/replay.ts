import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Answer, lookupText } from '../servers/answer.ts';
import { givenChanges, givenSha256 } from '../task/given.ts';
import type { Task } from '../task/task.ts';
import { parseTranscript } from '../task/transcripts/parse-transcript.ts';
import { fillSessionValues } from '../task/transcripts/session-values.ts';
import type { Drift, Transcript } from '../task/transcripts/transcript.ts';
import { findTranscript } from '../task/transcripts/transcript-files.ts';
import { type BuiltInAgentSession, defineBuiltInAgent } from './built-in-agent.ts';
import { toolDrift } from './tool-drift.ts';

export const replay = defineBuiltInAgent({
  id: 'replay',
  // Its name in OpenChrome and SkillVault.
  aliases: ['mock'],
  kind: 'replay',
  summary: 'replays the recorded calls on the real server and browser (default)',
  mustEnd: () => ['passed'],
  make: async ({ transcripts, skill }) => ({
    replaysTranscripts: true,
    model: null,
    missing: async (task, server) =>
      (await findTranscript(transcripts, server.id, task.id))
        ? null
        : `no transcript ${path.join(server.id, `${task.id}.jsonl`)} in ${transcripts.join(', ')}`,
    open: async (task, server) => {
      const file = await findTranscript(transcripts, server.id, task.id);
      if (!file) throw new Error(`the transcript of ${task.id} on ${server.id} is gone`);
      const parsed = parseTranscript(await readFile(file, 'utf8'));
      if ('drift' in parsed) return parsed;
      const changed = givenDrift(parsed.transcript, task, skill);
      return changed ? { drift: changed } : { session: sessionOf(parsed.transcript) };
    },
  }),
});

function givenDrift({ header }: Transcript, task: Task, skill: string | null): Drift | null {
  const actual = givenSha256(task, skill);
  const drift = { reason: 'task_changed', step: null } as const;
  if (header.task !== task.id) return { ...drift, expected: header.task, actual: task.id };
  if (header.givenSha256 === actual) return null;
  const changes = givenChanges(header.given, task, skill);
  return { ...drift, expected: header.givenSha256, actual: `${actual}: ${changes}` };
}

function sessionOf({ calls, end }: Transcript): BuiltInAgentSession {
  const answers: string[] = [];
  let position = 0;
  let changedKind: Drift | null = null;
  let reported: string | null = null;
  const unbound = (seq: number, { unbound: expected, answer: actual }: { unbound: string; answer: string }) =>
    ({ kind: 'drift', drift: { reason: 'unbound_value', step: seq, expected, actual } }) as const;
  return {
    meetTools: (tools) => toolDrift(calls, tools),
    next: async (last) => {
      answers.push(lookupText(last));
      if (last && position > 0) changedKind ??= kindDrift(calls[position - 1], last);
      const call = calls[position];
      if (!call) {
        const filled = fillSessionValues({ answer: end.answer ?? null }, answers);
        if ('unbound' in filled) return unbound(calls.length, filled);
        reported = typeof filled.args.answer === 'string' ? filled.args.answer : null;
        return { kind: 'done' };
      }
      position += 1;
      const filled = fillSessionValues(call.args, answers);
      if ('unbound' in filled) return unbound(call.seq, filled);
      return { kind: 'call', tool: call.tool, args: filled.args, storedArgs: call.args };
    },
    ...(end.answer === undefined
      ? {}
      : { report: () => ({ success: null, answer: reported, stopReason: null }) }),
    driftAtEnd: (finalUrl) => {
      if (changedKind) return changedKind;
      if (finalUrl === end.finalUrl) return null;
      return { reason: 'final_url_changed', step: calls.length, expected: end.finalUrl, actual: finalUrl };
    },
  };
}

function kindDrift(call: Transcript['calls'][number] | undefined, answer: Answer): Drift | null {
  if (!call || call.response_kind === answer.kind) return null;
  return {
    reason: 'response_kind_changed',
    step: call.seq,
    expected: call.response_kind,
    actual: answer.kind,
  };
}
