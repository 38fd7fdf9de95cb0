import path from 'node:path';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { answerInWords, type Report, reportOf } from '../models/done-tool.ts';
import { readOwnFile } from './read-own-file.ts';

const name = 'answer.txt';
const maxBytes = 64 * 1024;

/** Where an agent that has no tools says what `done` would take, or its answer alone. */
export function answerFileIn(work: string): string {
  return path.join(work, name);
}

/** Null where it wrote nothing. */
export async function readAnswerFile(work: string): Promise<Report | null> {
  const text = await readOwnFile(work, name, maxBytes);
  return text === null || text.trim() === '' ? null : reportIn(text);
}

function reportIn(text: string): Report {
  const value = jsonOrUndefined(text);
  if (typeof value === 'object' && value !== null && ('answer' in value || 'success' in value))
    return reportOf({ ...value });
  return { success: null, answer: answerInWords(text) ?? text.trim() };
}
