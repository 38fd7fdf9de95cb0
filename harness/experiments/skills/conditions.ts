import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type ConfigMistake,
  type LoadedConfig,
  type SkillCondition,
  SkillConfigError,
} from './skill-config.ts';
import { copies, inPlace, listFolder, type Workspaces } from './workspace.ts';
export type Condition = { condition: SkillCondition; bundle: Bundle };

/** The conditions with their input for agents and verifiers; a missing bundle is a mistake. */
export async function conditionsOf(loaded: LoadedConfig, withPlacebo: boolean): Promise<Condition[]> {
  const { config, folder, file, placeOf } = loaded;
  const mistakes: ConfigMistake[] = [];
  const found = await Promise.all(
    config.conditions.map(async (condition, index) => {
      const named = condition.bundle_path ?? condition.adapter?.options?.bundle_path ?? null;
      const bundleFolder = named === null ? null : path.resolve(folder, named);
      if (bundleFolder !== null && !(await isThere(bundleFolder)))
        mistakes.push({
          ...placeOf(['conditions', index, 'bundle_path']),
          field: `conditions.${condition.id}.bundle_path`,
          message: `does not exist: ${named}`,
        });
      return {
        condition,
        bundle: { folder: bundleFolder, text: await textOfBundle(bundleFolder, condition.files ?? null) },
      };
    }),
  );
  const curated = found.find(({ condition }) => condition.id === 'curated_skill');
  if (withPlacebo && config.tasks.some(({ episode }) => !episode))
    mistakes.push({
      ...placeOf(['tasks']),
      field: 'tasks',
      message: 'a placebo requires a suite of episode tasks only, because a verifier reads the bundle itself',
    });
  if (mistakes.length > 0) throw new SkillConfigError('BENCH_CONFIG_INVALID', file, mistakes);
  if (!withPlacebo || !curated) return found;
  return [
    ...found,
    {
      condition: { id: 'placebo' },
      bundle: { folder: null, text: placebo(curated.bundle.text?.length ?? 0) },
    },
  ];
}

/** The working folders of command verifiers. Throws `SkillConfigError` if the config's folder is too large to copy for each attempt. */
export async function workspacesOf(
  { config, folder, file, placeOf }: LoadedConfig,
  conditions: readonly Condition[],
): Promise<Workspaces> {
  const copied =
    config.execution.isolation === 'copy' && config.tasks.some(({ verifier }) => verifier?.command);
  if (!copied) return inPlace(folder);
  const listing = await listFolder(folder);
  if (listing.tooLarge === null)
    return copies(
      listing,
      conditions.flatMap(({ bundle }) => bundle.folder ?? []),
    );
  throw new SkillConfigError('BENCH_CONFIG_INVALID', file, [
    {
      ...placeOf(['execution']),
      field: 'execution.isolation',
      message: `the folder of the config has ${listing.tooLarge}, which is too large to copy for each attempt; move the config, or use none to run in place`,
    },
  ]);
}

function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

/** The content of a condition: its folder, and its text for an agent; null if it has none. */
export type Bundle = { folder: string | null; text: string | null };

/** `SKILL.md` of a bundle, or the files listed in its condition, one after the other. */
async function textOfBundle(folder: string | null, files: readonly string[] | null): Promise<string | null> {
  if (folder === null) return null;
  const texts = await Promise.all(
    (files ?? ['SKILL.md']).map((file) => readFile(path.join(folder, file), 'utf8').catch(() => null)),
  );
  const found = texts.filter((text) => text !== null);
  return found.length > 0 ? found.join('\n\n') : null;
}

const nothing = 'This text is here for its length alone. It holds no advice about the task. ';

/** A text of this length without any information. */
export function placebo(length: number): string {
  return nothing.repeat(Math.ceil(length / nothing.length)).slice(0, length);
}
