import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { sha256 } from '../contract/digest.ts';
import { fieldIssues, fieldName } from '../errors/describe-issues.ts';
import { UserError } from '../errors/user-error.ts';
import { listMistakes, SkillConfig } from './skill-config.ts';

export type ConfigMistake = { line: number; column: number; field: string; message: string };

/** A config that can't be run; the message has all its mistakes, a line each, with line and column. */
export class SkillConfigError extends UserError {
  override name = 'SkillConfigError';
  readonly code: 'BENCH_CONFIG_PARSE_ERROR' | 'BENCH_CONFIG_INVALID';
  readonly mistakes: readonly ConfigMistake[];

  constructor(code: SkillConfigError['code'], file: string, mistakes: readonly ConfigMistake[]) {
    super(mistakes.map((mistake) => lineOf(file, mistake)).join('\n'));
    this.code = code;
    this.mistakes = mistakes;
  }
}

export type LoadedConfig = {
  /** Absolute. */
  file: string;
  folder: string;
  config: SkillConfig;
  sha256: string;
  /** Keys that nobody knows, as lines. */
  warnings: string[];
  /** The mistakes that are found later are told with their place too. */
  placeOf(fieldPath: readonly PropertyKey[]): { line: number; column: number };
};

/** Reads a config, YAML or JSON. Throws `SkillConfigError`; with `strict` unknown keys are mistakes as well. */
export async function loadConfig(file: string, { strict = false } = {}): Promise<LoadedConfig> {
  const absolute = path.resolve(file);
  const text = await readFile(absolute, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SkillConfigError('BENCH_CONFIG_PARSE_ERROR', file, [
      { line: 1, column: 1, field: 'file', message: `cannot be read (${error.code})` },
    ]);
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(({ pos, message, code }) => ({
      ...at(pos[0]),
      field: code,
      message: (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, ''),
    }));
    throw new SkillConfigError('BENCH_CONFIG_PARSE_ERROR', file, mistakes);
  }
  const placeOf = (fieldPath: readonly PropertyKey[]) => {
    // The nearest that is there: what is missing has no place.
    for (let length = fieldPath.length; length > 0; length--) {
      const node = document.getIn(fieldPath.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return at(document.contents?.range?.[0] ?? 0);
  };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SkillConfigError('BENCH_CONFIG_PARSE_ERROR', file, [
      { line: 1, column: 1, field: 'alias', message },
    ]);
  }
  const parsed = SkillConfig.safeParse(value);
  const mistakes = parsed.success
    ? []
    : fieldIssues(parsed.error, { value }).map(({ path: at, ...issue }) => ({ ...placeOf(at), ...issue }));
  for (const { path: fieldPath, message } of listMistakes(value))
    mistakes.push({ ...placeOf(fieldPath), field: fieldName(fieldPath), message });
  const unknown = unknownKeys(value).map((fieldPath) => ({
    ...placeOf(fieldPath),
    field: fieldName(fieldPath),
    message: 'nobody knows this key',
  }));
  if (strict) mistakes.push(...unknown);
  if (!parsed.success || mistakes.length > 0) {
    mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
    throw new SkillConfigError('BENCH_CONFIG_INVALID', file, mistakes);
  }
  return {
    file: absolute,
    folder: path.dirname(absolute),
    config: parsed.data,
    sha256: sha256(text),
    warnings: unknown.map((mistake) => lineOf(file, mistake)),
    placeOf,
  };
}

function lineOf(file: string, { line, column, field, message }: ConfigMistake): string {
  return `${file}:${line}:${column}: ${field}: ${message}`;
}

const keys: Record<string, readonly string[]> = {
  '': ['schema', 'metadata', 'execution', 'conditions', 'tasks'],
  metadata: ['suite', 'model_label', 'environment_label'],
  execution: ['retries', 'seed', 'deterministic', 'trials', 'workers', 'isolation'],
  'conditions.*': ['id', 'bundle_path', 'adapter', 'files'],
  'conditions.*.adapter': ['id', 'options'],
  'tasks.*': ['id', 'domain', 'timeout_ms', 'verifier', 'episode'],
  'tasks.*.verifier': ['type', 'function', 'command', 'args'],
  'tasks.*.episode': ['task', 'adapter', 'server'],
};

/** Paths of the keys that mean nothing here. Options of an adapter and args of a verifier are theirs. */
function unknownKeys(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((child, index) => unknownKeys(child, [...at, index]));
  if (value === null || typeof value !== 'object') return [];
  const known = keys[at.map((key) => (typeof key === 'number' ? '*' : key)).join('.')];
  if (!known) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    known.includes(key) ? unknownKeys(child, [...at, key]) : [[...at, key]],
  );
}
