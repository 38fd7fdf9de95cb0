import * as z from 'zod';
import { syntaxProblem } from './patterns/selector-problem.ts';

/** Fields that several operators share; each message completes the sentence "the field ...". */
export const words = () => z.string('must be a string').min(1, 'must not be empty');

export const patternText = () => words().max(512, 'must be at most 512 characters');

export const regularExpression = () =>
  patternText().superRefine((pattern, context) => {
    const problem = syntaxProblem(pattern);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) => {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = `must be a whole number ${range}`;
  return z.int(message).min(min, message).max(max, message);
};
