import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { sha256 } from '../../platform/digest.ts';
import { fieldIssues, fieldName } from '../../platform/errors/describe-issues.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import type { ServerChoice } from '../../servers/index.ts';
import { readYaml, type YamlMistake } from '../../task/yaml-document.ts';

const requiredConditions = ['no_skill', 'curated_skill', 'self_generated_skill'] as const;

const text = z.string('must be a text').trim().min(1, 'must be a text that is not empty');
const wholeNumber = (least: number, most: number) =>
  z
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

/** As in SkillVault's configs: unknown keys give warnings, not errors. */
const metadata = z.looseObject({
  suite: text.nullish(),
  model_label: text.nullish(),
  environment_label: text.nullish(),
});

const execution = z.looseObject({
  retries: wholeNumber(0, 10).default(0),
  seed: z.int('must be a whole number').default(0),
  deterministic: z.boolean('must be true or false').default(false),
  /** Attempts at each task that each count. */
  trials: wholeNumber(1, 100).default(1),
  workers: wholeNumber(1, 64).default(1),
  /** `copy`: each attempt in a fresh copy of the config's folder. `none`: in place. */
  isolation: z.enum(['copy', 'none'], 'must be copy or none').default('copy'),
});

const condition = z
  .looseObject({
    id: text,
    bundle_path: text.nullish(),
    adapter: z
      .looseObject({ id: text, options: z.looseObject({ bundle_path: text.nullish() }).nullish() })
      .nullish(),
    /** Files of the bundle for an episode's agent; default: `SKILL.md`. */
    files: z.array(text).nullish(),
  })
  .superRefine(({ id, bundle_path: bundle, adapter }, { addIssue }) => {
    if (id !== 'self_generated_skill' || bundle) return;
    if (adapter?.id !== 'stub')
      addIssue({ code: 'custom', message: 'needs either bundle_path or an adapter with the id stub' });
    else if (!adapter.options?.bundle_path)
      addIssue({
        code: 'custom',
        path: ['adapter', 'options', 'bundle_path'],
        message: 'must be a text that is not empty',
      });
  });

const functionNames = ['bundle_file_exists', 'bundle_file_contains'] as const;

const verifier = z
  .looseObject({
    type: z.enum(['function', 'command'], 'must be function or command').nullish(),
    function: z.enum(functionNames, `must be one of ${functionNames.join(', ')}`).nullish(),
    command: text.nullish(),
    args: z.looseObject({}, 'must be an object').nullish(),
  })
  .superRefine(({ type, function: name, command }, { addIssue }) => {
    if (type === 'function' && command)
      addIssue({
        code: 'custom',
        path: ['command'],
        message: 'cannot be combined with the type function; use only one of them',
      });
    else if (!type && name && command)
      addIssue({ code: 'custom', message: 'has a function and a command; use only one of them' });
    else if (type === 'function' && !name)
      addIssue({ code: 'custom', path: ['function'], message: `must be one of ${functionNames.join(', ')}` });
    else if (type === 'command' && !command)
      addIssue({ code: 'custom', path: ['command'], message: 'must be a text that is not empty' });
    else if (!name && !command) addIssue({ code: 'custom', message: 'needs either a command or a function' });
  });

const episode = z.looseObject({
  /** Id of a task of the suites, or a task file relative to the config. */
  task: text,
  adapter: text.default('replay'),
  server: text.default('playwright'),
});

const task = z
  .looseObject({
    id: text,
    domain: text,
    timeout_ms: wholeNumber(1, 2 ** 31 - 1),
    verifier: verifier.nullish(),
    episode: episode.nullish(),
  })
  .superRefine(({ verifier: check, episode: played }, { addIssue }) => {
    if (check && played)
      addIssue({ code: 'custom', message: 'has a verifier and an episode; use only one of them' });
    if (!check && !played)
      addIssue({ code: 'custom', path: ['verifier'], message: 'must be present (or an episode)' });
  });

/** `skillvault.bench.config.v1` with additional fields. */
const SkillConfig = z.looseObject({
  schema: z.literal('skillvault.bench.config.v1', 'must be skillvault.bench.config.v1').nullish(),
  metadata: metadata.default({}),
  execution: execution.prefault({}),
  conditions: z.array(condition, 'must be a list').min(1, 'must not be empty'),
  tasks: z.array(task, 'must be a list').min(1, 'must not be empty'),
});
type SkillConfig = z.infer<typeof SkillConfig>;
export type SkillCondition = SkillConfig['conditions'][number];
export type SkillTask = SkillConfig['tasks'][number];

type Mistake = { path: (string | number)[]; message: string };

/** Mistakes of whole lists. They are found in the raw value, so that no mistake in an entry hides them. */
function listMistakes(value: unknown): Mistake[] {
  const idsOf = (key: string): (string | null)[] => {
    // Any other value has no such key either.
    const list = (value as Record<string, unknown> | null)?.[key];
    if (!Array.isArray(list)) return [];
    // Ids are compared after trimming.
    return list.map((entry) => (typeof entry?.id === 'string' ? entry.id.trim() : null));
  };
  const twice = (key: string): Mistake[] => {
    const ids = idsOf(key);
    return ids.flatMap((id, index) =>
      id !== null && ids.indexOf(id) < index
        ? [{ path: [key, index, 'id'], message: `the id ${id} occurs twice` }]
        : [],
    );
  };
  const conditions = idsOf('conditions');
  const missing = conditions.length === 0 ? [] : requiredConditions.filter((id) => !conditions.includes(id));
  return [
    ...missing.map((id) => ({ path: ['conditions'], message: `the condition ${id} is missing` })),
    ...twice('conditions'),
    ...twice('tasks'),
  ];
}

/** The flags for a model, and the environment with its key. */
export type Asking = Pick<PlanOptions, 'model' | 'maxUsdTotal' | 'baseUrl' | 'keyFile' | 'dryRun'> & {
  env: NodeJS.ProcessEnv;
};

/** The inputs for preparing a suite. */
export type SuiteSetup = {
  /** The project with the suites, pages and recordings of the episodes. */
  project: Project;
  /** A server by its id, including servers of a configuration; default: only listed servers. Throws `UserError`. */
  serverOf?: (id: string) => ServerChoice;
  /** Adds a condition with a text without information, as long as the curated one; for suites of episode tasks. */
  placebo?: boolean;
  /** Continues if a bundle contains what a contract looks for. */
  allowLeak?: boolean;
  /** The episodes' model; without it, an adapter with a model is rejected. */
  asking?: Asking;
};

export type ConfigMistake = YamlMistake;

/** An invalid config; the message has all its mistakes, one line each, with line and column. */
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
  /** Unknown keys, one line each. */
  warnings: string[];
  /** The place of a field, for mistakes that are found later. */
  placeOf(fieldPath: readonly PropertyKey[]): { line: number; column: number };
};

/**
 * Reads a config, YAML or JSON; relative paths are relative to `folder`. Throws `SkillConfigError`; with `strict`, unknown
 * keys are mistakes too.
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
    message: 'unknown key',
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

/** Paths of unknown keys. Options of an adapter and args of a verifier may have any keys. */
function unknownKeys(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((child, index) => unknownKeys(child, [...at, index]));
  if (value === null || typeof value !== 'object') return [];
  const known = keys[at.map((key) => (typeof key === 'number' ? '*' : key)).join('.')];
  if (!known) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    known.includes(key) ? unknownKeys(child, [...at, key]) : [[...at, key]],
  );
}
