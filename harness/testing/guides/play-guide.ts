import { chmod, copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { digestOfFile } from '../../agents/models/local/weights/get-weights.ts';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { startVendor } from '../model-apis/start-vendor.ts';
import type { Answer, Question } from '../model-apis/wire/script.ts';
import { networkEnv } from '../packed.ts';
import { withVariable } from '../processes.ts';
import { git } from '../remotes/bare-remote.ts';
import { doLater } from '../remove-later.ts';
import { cleanEnv } from '../scratch-project.ts';
import { smallWeights } from '../small-weights.ts';
import { exitCodeOf, type Guide } from './guides.ts';

/** One block that was run, with the exit code that the document names. */
type PlayedBlock = { text: string; wanted: number; exitCode: number | undefined; output: string };

const identity = {
  ...{ GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.com' },
  ...{ GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.com' },
};

/**
 * Writes the files and runs the commands of a document, in order, in a new repository with the packed package. Exported variables
 * last to the end of the document. Models are asked at stand-ins that refuse what the APIs refuse. Stops after the first
 * block with another exit code than wanted.
 */
export async function playGuide({ blocks }: Guide, tarball: string): Promise<PlayedBlock[]> {
  await using claude = await startVendor('anthropic-messages', scriptedModel, { key: keyInGuides });
  await using ollama = await startVendor('ollama', scriptedModel, { models: ollamaModels });
  const top = await folderOf({});
  const folder = path.join(top, 'my-bench');
  await mkdir(path.join(folder, 'vendor'), { recursive: true });
  await symlink(tarball, path.join(folder, 'vendor', path.basename(tarball)));
  await writeFile(
    path.join(folder, 'package.json'),
    '{ "name": "my-bench", "private": true, "type": "module" }\n',
  );
  await writeFile(path.join(folder, '.gitignore'), 'node_modules/\nreports/\ndist/\nvendor/\n');
  await git(folder, 'init', '--quiet', '--initial-branch', 'main');
  if (!blocks.some(({ text }) => text.includes('npm i -D ./vendor/'))) await unpack(tarball, folder);

  const state = path.join(top, 'exported');
  const env = {
    ...{ ...cleanEnv(), ...networkEnv(), ...identity, EXPORTED: state },
    ANTHROPIC_BASE_URL: claude.baseUrl,
    ...(blocks.some(({ text }) => text.includes(ollamaName)) && {
      OLLAMA_MODELS: await fillOllama(path.join(top, 'ollama')),
    }),
  };
  // Programs that a block leaves running, such as a database.
  doLater(() => {
    for (const pid of withVariable(`EXPORTED=${state}`)) process.kill(pid, 'SIGKILL');
  });
  const played: PlayedBlock[] = [];
  for (const { language, file, text, notRun } of blocks) {
    if (notRun !== null) continue;
    if (file !== null) await place(path.join(folder, file), text);
    if (file !== null || language !== 'sh') continue;
    const script = `set -eo pipefail\n[ ! -f "$EXPORTED" ] || . "$EXPORTED"\ntrap 'export -p > "$EXPORTED"' EXIT\n${atStandIn(text, ollama.url)}`;
    const log = path.join(top, `output-${played.length}`);
    // A file, because a program that a block leaves running keeps a pipe open.
    const ended = await execa('bash', ['-c', script], {
      ...{ cwd: folder, reject: false, stdin: 'ignore', stdout: { file: log }, stderr: { file: log } },
      ...{ extendEnv: false, env, timeout: 900_000 },
    });
    const wanted = exitCodeOf(text);
    played.push({ text, wanted, exitCode: ended.exitCode, output: await readFile(log, 'utf8') });
    if (ended.exitCode !== wanted) break;
  }
  return played;
}

/** The key that a document has in place of a key of the reader. */
const keyInGuides = '...';

/** The context is that with which a document starts Ollama. */
const ollamaModels = [{ id: 'qwen3:8b', window: 32_768, maxOutput: 32_768, reasons: false }];

/** A local server of models that a document names is the stand-in. */
const atStandIn = (text: string, url: string) => text.replaceAll('http://127.0.0.1:11434', url);

const ollamaName = 'ollama:smollm2:135m';

/** Writes the folder of models that Ollama has after `ollama pull smollm2:135m`, with the weights of the cache. */
async function fillOllama(folder: string): Promise<string> {
  const { file } = await smallWeights(process.env);
  const digest = await digestOfFile(file);
  const layer = { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` };
  const manifest = path.join(folder, 'manifests', 'registry.ollama.ai', 'library', 'smollm2', '135m');
  await place(manifest, JSON.stringify({ schemaVersion: 2, layers: [layer] }));
  await mkdir(path.join(folder, 'blobs'));
  await copyFile(file, path.join(folder, 'blobs', `sha256-${digest}`));
  return folder;
}

async function place(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** As npm installs the tarball, with links to the packages that it needs. */
async function unpack(tarball: string, folder: string): Promise<void> {
  const packages = path.join(folder, 'node_modules');
  const own = path.join(packages, 'contract-bench');
  await mkdir(own, { recursive: true });
  await execa('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  const here = path.join(thisProject.root, 'node_modules');
  for (const name of await readdir(here))
    if (!name.startsWith('.')) await symlink(path.join(here, name), path.join(packages, name));
  const { bin } = JSON.parse(await readFile(path.join(own, 'package.json'), 'utf8'));
  await mkdir(path.join(packages, '.bin'));
  const [program = ''] = Object.values<string>(bin);
  await chmod(path.join(own, program), 0o755);
  await symlink(path.join('..', 'contract-bench', program), path.join(packages, '.bin', 'contract-bench'));
}

/** Reads the page, goes to the address in its text and says that it is done: enough for the first task of `webvoyager`. */
function scriptedModel({ answers }: Question): Answer {
  if (answers.length === 0) return { calls: [{ tool: 'browser_snapshot', args: {} }] };
  if (answers.length === 1) {
    const [name = 'example.com'] = /\bexample\.com\b/.exec(answers[0] ?? '') ?? [];
    return { calls: [{ tool: 'browser_navigate', args: { url: `https://${name}/` } }] };
  }
  return { calls: [{ tool: 'done', args: { success: true } }] };
}
