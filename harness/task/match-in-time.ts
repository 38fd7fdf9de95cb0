import { createContext, Script } from 'node:vm';
import { longestInput, type Match, tooLong } from '../judge/patterns/match.ts';

/**
 * The milliseconds that a pattern may take on one input. Only a time limit stops a regular expression that backtracks.
 */
const timeBoxMs = 50;

/** Node 22 only has the CPU usage of the process; no other thread of ours is busy then. */
const { threadCpuUsage: cpuUsage = process.cpuUsage } = process;

const script = new Script('new RegExp(pattern).test(input)');
// Pattern and input are data in a separate context; they are never part of the script.
const given = { pattern: '', input: '' };
createContext(given);

/**
 * The judge's matcher: at most 10,000 characters and 50 ms. Never throws. The limit is wall-clock time. If this thread
 * hardly ran in that time (a busy machine), the match is tried again.
 */
export const matchInTime: Match = (pattern, input) => {
  if (input.length > longestInput) return { reason: tooLong(input.length) };
  Object.assign(given, { pattern, input });
  for (let tries = 1; ; tries++) {
    const before = cpuUsage();
    try {
      return { matched: script.runInContext(given, { timeout: timeBoxMs }) === true };
    } catch (error) {
      const { user, system } = cpuUsage(before);
      const ranMs = (user + system) / 1000;
      if (!ranOut(error) || ranMs >= timeBoxMs / 2 || tries === maxTries) return { reason: whyNot(error) };
    }
  }
};

const maxTries = 10;

function ranOut(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

function whyNot(error: unknown): string {
  // An error of the other context is not an instance of our Error.
  const { message } = error as { message?: unknown };
  if (ranOut(error)) return `the pattern ran for more than ${timeBoxMs} ms`;
  return `the pattern could not be matched: ${message}`;
}
