import type { BuiltInAgentSession } from '../../agents/built-in-agent.ts';
import { type Tool, toAnswer } from '../../servers/answer.ts';
import { guestServer } from '../guests/guest-server.ts';
import { startVendor, type Vendor } from '../model-apis/start-vendor.ts';
import type { Model } from '../model-apis/wire/refusal.ts';
import type { Script } from '../model-apis/wire/script.ts';
import { turnOf } from '../turn-of.ts';
import { agentOf, type ModelFlags, modelTask } from './vendor-agent.ts';

const toolOf = (name: string, description = `${name} it`): Tool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { url: { type: 'string' } } },
});
const tools = [toolOf('open'), toolOf('long')];

/** How our own loop ended: in the word of its last move, or `threw`. */
export type Looped = {
  end: string;
  why: string | null;
  steps: number;
  use: ReturnType<NonNullable<BuiltInAgentSession['account']>>;
  /** Why the end of the time is the API's doing. */
  silence: string | null;
  refusal: string | null;
  rules: string[];
  vendor: Vendor;
};

/** Plays our own loop on an API that refuses what the vendor refuses, with tools that answer at once (`more` beside two) and no browser. */
export async function loopOn(
  dialect: string,
  script: Script,
  {
    models,
    limitMs,
    more = [],
    flags = {},
  }: {
    models?: readonly Model[];
    limitMs?: number;
    more?: readonly [name: string, description?: string][];
    flags?: ModelFlags;
  } = {},
): Promise<Looped> {
  await using vendor = await startVendor(dialect, script, models ? { models } : {});
  const adapter = await agentOf(dialect, vendor, { maxUsd: 5, ...flags });
  const opened = await adapter.open(modelTask, guestServer());
  if (!('session' in opened)) throw new Error('a model has no recording');
  const { session } = opened;
  session.meetTools?.([...tools, ...more.map((each) => toolOf(...each))]);
  const ended = await playTo(session, limitMs).finally(() => session.end?.());
  const rules = vendor.requests.flatMap(({ refused }) => refused ?? []);
  return { ...ended, rules, vendor, refusal: adapter.spending?.refusal() ?? null };
}

async function playTo(session: BuiltInAgentSession, limitMs?: number) {
  const turn = turnOf(limitMs === undefined ? undefined : AbortSignal.timeout(limitMs));
  let last = null;
  let steps = 0;
  let [end, why]: [string, string | null] = ['max_steps', null];
  try {
    while (steps < modelTask.maxSteps) {
      const move = await session.next(last, turn);
      if (move.kind !== 'call' && move.kind !== 'invalid') {
        end = move.kind === 'stopped' ? move.stop : move.kind;
        why = 'why' in move ? move.why : null;
        break;
      }
      steps += 1;
      const text =
        move.kind === 'invalid' ? move.why : move.tool === 'long' ? 'A line. '.repeat(7500) : 'opened';
      last = toAnswer([{ type: 'text', text }], move.kind === 'invalid');
    }
  } catch (error) {
    [end, why] = ['threw', String(error)];
  }
  return {
    end,
    why,
    steps,
    use: session.account?.() ?? null,
    silence: session.silence?.(limitMs ?? 0) ?? null,
  };
}
