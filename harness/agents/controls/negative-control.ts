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

/** One move of a negative control: a call from the server's data, a wait, or moves of its own. */
export type NegativeControlMove =
  | {
      call: CallTemplate;
      values?: Record<string, string>;
      /** The text that its answer must contain; otherwise there was no attack. */
      proof?: string;
    }
  | { waitMs: number }
  | { act: () => Promise<void> }
  /** Continues with moves that depend on the answers so far. Throws `CannotAttack`. */
  | { given: (answers: readonly string[]) => NegativeControlMove[] };

const cannot = 'the control could not attack: ';

/** Ends an episode without an attack, so that it does not count as a blocked attack. */
export class CannotAttack extends Error {
  override name = 'CannotAttack';

  constructor(why: string) {
    super(`${cannot}${why}`);
  }
}

/** The reason why the control of an episode could not attack; null if it attacked. */
export function couldNotAttack({ status, error }: Pick<Result, 'status' | 'error'>): string | null {
  return status === 'adapter_error' && error?.startsWith(cannot) ? error.slice(cannot.length) : null;
}

type NegativeControl = {
  id: string;
  summary: string;
  /**
   * What the server lacks for this control. The control is then not applicable there, which does not count as passed.
   */
  lacks?(server: Server): string | null;
  /** The status of a detected attack; default: `failed`. */
  mustEnd?: BuiltInAgentMaker['mustEnd'];
  /** Whether it has no attack. */
  isIdle?: boolean;
  server?: Server | null;
  reached?: BuiltInAgentMaker['reached'];
  /** Its final answer; default: none. */
  answer?(task: Task): string | null;
  moves(task: Task, server: Server, options: BuiltInAgentOptions): Promise<NegativeControlMove[]>;
};

/** A built-in agent that knows the contract and still must never pass. */
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

/** The call that opens a URL; controls need servers whose data has it. */
export function opening({ id, open }: Server): CallTemplate {
  if (!open) throw new Error(`the data of ${id} has no call that opens a URL`);
  return open;
}
