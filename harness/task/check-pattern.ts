import { createRequire } from 'node:module';
import { syntaxProblem } from '../judge/patterns/selector-problem.ts';

/** Milliseconds. If recheck finds no answer in that time, the time limit of every match is the only protection. */
const checkTimeoutMs = 2000;

/**
 * Why a task must not use a regular expression, or null. Rejects invalid patterns, and patterns that backtrack
 * exponentially when followed by something that never matches, which is the worst case of any input. Polynomial
 * patterns pass, because 10,000 characters and 50 ms limit them.
 */
export function checkPattern(pattern: string): string | null {
  const problem = syntaxProblem(pattern);
  if (problem !== null || onlyAtomsRepeat(pattern)) return problem;
  const exponential = isExponential(pattern);
  return exponential ? 'must not backtrack exponentially (it repeats what already repeats)' : null;
}

/**
 * Whether only single characters repeat. Then no input is exponential, because that needs a repeated group with two
 * ways to match the same text. A literal bracket counts as a group's.
 */
function onlyAtomsRepeat(pattern: string): boolean {
  return !/\)[*+{]|\\[1-9k]/.test(pattern);
}

/** Asks recheck, which takes tens of milliseconds. */
export function isExponential(pattern: string): boolean {
  const found = recheck().checkSync(`(?:${pattern})[^\\s\\S]`, '', {
    checker: 'automaton',
    timeout: checkTimeoutMs,
  });
  return found.status === 'vulnerable' && found.complexity.type === 'exponential';
}

let loaded: typeof import('recheck') | undefined;

/**
 * The single-script build, which answers synchronously in this process. The main entry starts a worker thread and a
 * native or Java binary. Loaded on first use, because loading takes 0.1 s.
 */
function recheck(): typeof import('recheck') {
  // The same two functions under another path without types, which `imports` in package.json defines.
  loaded ??= createRequire(import.meta.url)('#recheck') as typeof import('recheck');
  return loaded;
}
