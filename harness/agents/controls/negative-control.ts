import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../../results/records/result.ts';
import { type CallTemplate, fillTemplate, type Server } from '../../servers/server.ts';
import type { Task } from '../../task/task.ts';
import {
  type BuiltInAgentMaker,
  type BuiltInAgentOptions,
  defineBuiltInAgent,
  type Move,
} from '../built-in-agent.ts';

/** One move of a control: a call in the words of the server's own data, a wait, or something of its own. */
export type NegativeControlMove =
  | {
      call: CallTemplate;
      values?: Record<string, string>;
      /** What its answer must hold, or the attack was none. */
      proof?: string;
    }
  | { waitMs: number }
  | { act: () => Promise<void> }
  /** Goes on with what the answers so far ask for. Throws `CannotAttack`. */
  | { given: (answers: readonly string[]) => NegativeControlMove[] };

const cannot = 'the control could not attack: ';

/** Ends an episode in which a control never came to its attack, so that nobody counts it as one that was held. */
export class CannotAttack extends Error {
  override name = 'CannotAttack';

  constructor(why: string) {
    super(`${cannot}${why}`);
  }
}

/** Why the control of such an episode could not attack; null where it did. */
export function couldNotAttack({ status, error }: Pick<Result, 'status' | 'error'>): string | null {
  return status === 'adapter_error' && error?.startsWith(cannot) ? error.slice(cannot.length) : null;
}

type NegativeControl = {
  id: string;
  summary: string;
  /** What the server lacks for this control; it is not applicable there then, which is no pass. */
  lacks?(server: Server): string | null;
  /** How it ends where it is caught; `failed` where a control does not say. */
  mustEnd?: BuiltInAgentMaker['mustEnd'];
  /** It tries nothing. */
  isIdle?: boolean;
  server?: Server | null;
  reached?: BuiltInAgentMaker['reached'];
  /** What it says at its end; nothing where a control does not say. */
  answer?(task: Task): string | null;
  moves(task: Task, server: Server, options: BuiltInAgentOptions): Promise<NegativeControlMove[]>;
};

/** An adapter that knows the contract and must pass nothing all the same. */
export function defineNegativeControl({
  id,
  summary,
  lacks,
  mustEnd = () => ['failed'],
  isIdle = false,
  server = null,
  reached = null,
  answer,
  moves,
}: NegativeControl): BuiltInAgentMaker {
  return defineBuiltInAgent({
    id,
    kind: 'control',
    summary,
    mustEnd,
    isIdle,
    server,
    reached,
    make: async (options) => ({
      model: null,
      lacks: (server) => lacks?.(server) ?? null,
      open: async (task, server) => {
        const left = await moves(task, server, options);
        const answers: string[] = [];
        let proof: string | null = null;
        const next = async (signal: AbortSignal): Promise<Move> => {
          if (proof !== null && !answers.at(-1)?.includes(proof))
            throw new CannotAttack(`the answer was ${JSON.stringify(answers.at(-1)?.slice(0, 200) ?? null)}`);
          proof = null;
          const move = left.shift();
          if (!move) return { kind: 'done' };
          if ('given' in move) {
            left.unshift(...move.given(answers));
            return next(signal);
          }
          if ('act' in move) {
            await move.act();
            return next(signal);
          }
          if ('waitMs' in move) {
            await delay(move.waitMs, undefined, { signal });
            return next(signal);
          }
          proof = move.proof ?? null;
          return { kind: 'call', ...fillTemplate(move.call, move.values ?? {}, server, answers) };
        };
        return {
          session: {
            next: (last, { signal }) => {
              answers.push(last?.text ?? '');
              return next(signal);
            },
            ...(answer && {
              report: () => ({ success: true, answer: answer(task), stopReason: null }),
            }),
          },
        };
      },
    }),
  });
}

/** The call that opens a URL; controls are for servers whose data names it. */
export function opening({ id, open }: Server): CallTemplate {
  if (!open) throw new Error(`the data of ${id} does not say which call opens a URL`);
  return open;
}
