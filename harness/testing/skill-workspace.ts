import { folderOf } from './folder-of.ts';

const conditions = `conditions:
  - id: no_skill
    bundle_path: ./none
  - id: curated_skill
    bundle_path: ./curated
  - id: self_generated_skill
    adapter: { id: stub, options: { bundle_path: ./own } }
`;

const bundles = {
  'bench/none/readme.txt': 'nothing of use',
  'bench/curated/answer.txt': 'receipt',
  'bench/curated/notes.txt': 'guardrails',
  'bench/own/answer.txt': 'draft',
};

/**
 * A config with a task for each of these files of a bundle. Among the bundles of `skillWorkspace`, the curated
 * one has `answer.txt` and `notes.txt`, the agent's own `answer.txt`, the other neither.
 */
export function suiteOf(name: string, files: readonly string[]): string {
  const tasks = files.map(
    (file) => `  - id: has_${file.split('.')[0]}
    domain: files
    timeout_ms: 5000
    verifier: { type: function, function: bundle_file_exists, args: { path: ${file} } }
`,
  );
  return `schema: skillvault.bench.config.v1\nmetadata: { suite: ${name} }\n${conditions}tasks:\n${tasks.join('')}`;
}

/** A config with one task that runs a shell command under each condition. */
export function commandSuite(command: string, timeoutMs = 60_000): string {
  return `${conditions}tasks:
  - id: by_command
    domain: commands
    timeout_ms: ${timeoutMs}
    verifier: { type: command, command: ${JSON.stringify(command)} }
`;
}

/** A folder with three bundles, the config `bench/suite.yaml` (two tasks) and what else is given; gone after the test. */
export function skillWorkspace(files: Record<string, string> = {}): Promise<string> {
  return folderOf({
    ...bundles,
    'bench/suite.yaml': suiteOf('two files', ['answer.txt', 'notes.txt']),
    ...files,
  });
}
