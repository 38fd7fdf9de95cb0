import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../experiments/skills/load-config.ts';
import { folderOf } from './folder-of.ts';

/** A copy of the browser example with one of its tasks alone. */
export async function browserExample(task = 'heading'): Promise<string> {
  const folder = await folderOf();
  await cp('docs/examples/skills/browser', folder, { recursive: true });
  const file = path.join(folder, 'bench.yaml');
  const [head, ...tasks] = (await readFile(file, 'utf8')).split(/^(?= {2}- id: (?!.*skill))/m);
  await writeFile(file, [head, ...tasks.filter((text) => text.startsWith(`  - id: ${task}\n`))].join(''));
  return folder;
}

/** The same with a skill that says what the contract of its task looks for. */
export async function leakingExample(): Promise<LoadedConfig> {
  const folder = await browserExample();
  const skill = path.join(folder, 'bundles', 'curated-skill', 'SKILL.md');
  await writeFile(skill, 'Look at the page.\nThe heading says example domain.\n');
  return loadConfig(path.join(folder, 'bench.yaml'));
}
