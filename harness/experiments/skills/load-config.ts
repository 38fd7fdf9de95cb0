import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../platform/digest.ts';
import { fieldIssues, fieldName } from '../../platform/errors/describe-issues.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readYaml, type YamlMistake } from '../../task/yaml-document.ts';
import { listMistakes, SkillConfig } from './skill-config.ts';

export type ConfigMistake = YamlMistake;

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

/**
 * Reads a config, YAML or JSON; `folder` is what a path that is not absolute is relative to. Throws `SkillConfigError`;
 * with `strict` unknown keys are mistakes as well.
 */
export async function loadConfig(
  file: string,
  { folder = path.sep, strict = false }: { folder?: string; strict?: boolean } = {},
): Promise<LoadedConfig> {
  const absolute = path.resolve(folder, file);
  const text = await readFile(absolute, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SkillConfigError('BENCH_CONFIG_PARSE_ERROR', file, [
      { line: 1, column: 1, field: 'file', message: `cannot be read (${error.code})` },
    ]);
  });
  const document = readYaml(text);
  if ('mistakes' in document) throw new SkillConfigError('BENCH_CONFIG_PARSE_ERROR', file, document.mistakes);
  const { value, placeOf } = document;
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
