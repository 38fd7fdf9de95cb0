import { createRequire } from 'node:module';
import { syntaxProblem } from '../judge/patterns/selector-problem.ts';

/** Milliseconds. What recheck could not tell in that time is left to the time box that every match has. */
const checkTimeoutMs = 2000;

/**
 * Why a task must not use a regular expression, or null. Refused is what does not parse, and what backtracks
 * exponentially once it is followed by something that never matches: the worst that any input can make of it. What is
 * polynomial passes, since 10,000 characters and 50 ms bound it.
 */
export function checkPattern(pattern: string): string | null {
  const problem = syntaxProblem(pattern);
  if (problem !== null || onlyAtomsRepeat(pattern)) return problem;
  const exponential = isExponential(pattern);
  return exponential ? 'must not backtrack exponentially (it repeats what already repeats)' : null;
}

/**
 * Then no input is exponential: that takes two ways through the same words of what is repeated, and one character has
 * one. A bracket that is only a character is taken for a group's.
 */
function onlyAtomsRepeat(pattern: string): boolean {
  return !/\)[*+{]|\\[1-9k]/.test(pattern);
}

/** As recheck finds it, which takes it tens of milliseconds. */
export function isExponential(pattern: string): boolean {
  const found = recheck().checkSync(`(?:${pattern})[^\\s\\S]`, '', {
    checker: 'automaton',
    timeout: checkTimeoutMs,
  });
  return found.status === 'vulnerable' && found.complexity.type === 'exponential';
}

let loaded: typeof import('recheck') | undefined;

/**
 * The build that is one script: it answers synchronously in this process, where the main entry starts a worker thread
 * and a native binary or a Java one. Loaded on first use, because that takes 0.1 s.
 */
function recheck(): typeof import('recheck') {
  // The same two functions under another path, which has no types of its own: `imports` of package.json says where.
  loaded ??= createRequire(import.meta.url)('#recheck') as typeof import('recheck');
  return loaded;
}
