import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCheckout } from '../../../platform/git/checkout.ts';
import { commitsHere } from '../../../platform/git/commits-here.ts';
import { extractTree, gitIn, textAt } from '../../../platform/git/git.ts';
import { projectAt } from '../../../platform/project.ts';
import { historyFailures } from '../../../publish/gate/history-failures.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { resultsFileText } from '../../../testing/remotes/bare-remote.ts';
import { commitAll, gitAs } from '../../../testing/remotes/git-as.ts';
import { exampleRun } from '../../examples/example-run.ts';
import { earlierVersions, recordsLost } from './commit-state.ts';

/** What a person may have set, each of which changes what some command of git prints or does. */
const settings = {
  'color.ui': 'always',
  'color.diff': 'always',
  'color.status': 'always',
  'core.abbrev': '4',
  'core.attributesFile': '<home>/attributes',
  'core.autocrlf': 'true',
  'core.fsmonitor': '<home>/hooks/pre-push',
  'core.hooksPath': '<home>/hooks',
  'core.pager': 'false',
  'core.quotePath': 'true',
  'diff.external': 'false',
  'diff.noprefix': 'true',
  'diff.orderFile': '<home>/no-such-file',
  'diff.relative': 'true',
  'diff.renames': 'copies',
  'diff.up.textconv': 'false',
  'i18n.logOutputEncoding': 'UTF-16LE',
  'log.date': 'relative',
  'log.decorate': 'full',
  'log.diffMerges': 'off',
  'log.follow': 'true',
  'log.showRoot': 'false',
  'log.showSignature': 'true',
  'status.branch': 'true',
  'status.relativePaths': 'true',
  'status.showStash': 'true',
  'status.short': 'true',
};

test('whatever a person has set for git, the same is read', async () => {
  const home = await folderOf({
    attributes: '*.json diff=up\n* text eol=crlf\n',
    'hooks/pre-push': '#!/bin/sh\nexit 1\n',
  });
  await chmod(path.join(home, 'hooks/pre-push'), 0o755);
  for (const hook of ['post-index-change', 'reference-transaction'])
    await writeFile(path.join(home, 'hooks', hook), `#!/bin/sh\ntouch ${home}/ran\n`, { mode: 0o755 });
  const folder = path.join(await folderOf(), 'it\'s "Grüße" [x] $HOME');
  await mkdir(folder);
  await gitAs(folder, 'init', '--quiet');
  const place = 'be"nch/rows';
  const put = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  const named = 'abcdef0123456789abcdef0123456789abcdef01';
  await put(`${place}/${named}.json`, resultsFileText(named, [exampleRun({ runId: 'gone' })]));
  await put(`${place}/episodes/gone.jsonl.gz`, 'events\n');
  await put('tasks/web/a.test/ü.html', 'one\ntwo\n');
  const first = await commitAll(folder, 'feat: Grüße');
  await rm(path.join(folder, place), { recursive: true });
  await sign(folder, home);
  const second = await commitAll(folder, 'fix: no rows', '-S');
  const project = { ...projectAt(folder), results: path.join(folder, place) };
  const git = gitIn(folder);
  const read = async () => {
    const here = await commitsHere(git, [first, second, 'HEAD'], ['tasks']);
    return {
      checkout: await readCheckout(project, null, {}),
      commits: here && [...here.commits],
      earlier: [...(await earlierVersions(project))],
      lost: await recordsLost(project),
      text: await textAt(git, first, `${place}/${named}.json`),
      tree: await extractTree(git, first, ['tasks'], (at) =>
        readFile(path.join(at, 'tasks/web/a.test/ü.html'), 'utf8'),
      ),
    };
  };
  const plain = await read();
  expect(plain.checkout).toMatchObject({
    sha: second,
    dirty: false,
    commit: { parents: [first], subject: 'fix: no rows' },
  });
  expect(plain.commits?.map(([, { subject }]) => subject)).toEqual([
    'feat: Grüße',
    'fix: no rows',
    'fix: no rows',
  ]);
  expect(plain.earlier.map(([sha, versions]) => [sha, versions.length])).toEqual([[named, 1]]);
  expect(plain.lost).toEqual(['episodes/gone.jsonl.gz']);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('GIT_CONFIG_COUNT', String(Object.keys(settings).length));
  for (const [index, [name, value]] of Object.entries(settings).entries()) {
    vi.stubEnv(`GIT_CONFIG_KEY_${index}`, name);
    vi.stubEnv(`GIT_CONFIG_VALUE_${index}`, value.replace('<home>', home));
  }
  // As in a hook of another repository, and as a language of the user's.
  for (const [name, value] of Object.entries({
    GIT_DIR: home,
    GIT_INDEX_FILE: `${home}/index`,
    LANG: 'de_DE.UTF-8',
  }))
    vi.stubEnv(name, value);
  await writeFile(path.join(folder, '.git/info/attributes'), '* text eol=crlf\n*.json diff=up\n');
  await writeFile(path.join(folder, '.git/info/grafts'), `${second}\n`);
  expect(await read()).toEqual(plain);
  expect(await readdir(home)).not.toContain('ran');
});

test.each(['assume-unchanged', 'skip-worktree'])(
  'a results file that git overlooks by %s is held against what the history has',
  async (flag) => {
    const sha = 'abcdef0123456789abcdef0123456789abcdef01';
    const file = `results/${sha}.json`;
    const folder = await folderOf({ [file]: resultsFileText(sha, [exampleRun({ runId: 'lost' })]) });
    await gitAs(folder, 'init', '--quiet');
    const base = await commitAll(folder, 'test: results');
    const project = projectAt(folder);
    expect([...(await earlierVersions(project)).keys()]).toEqual([]);
    await gitAs(folder, 'update-index', `--${flag}`, file);
    await writeFile(path.join(folder, file), resultsFileText(sha, [exampleRun({ runId: 'other' })]));
    expect([...(await earlierVersions(project)).keys()]).toEqual([sha]);
    const { failures } = await historyFailures(project, { sha: base, name: base });
    expect(failures.map(({ title }) => title)).toContain('run lost is missing');
  },
);

/** Has git sign commits there by a key of SSH that is known. */
async function sign(folder: string, home: string): Promise<void> {
  const key = path.join(home, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingkey', `${key}.pub`],
  ])
    await gitAs(folder, 'config', name ?? '', value ?? '');
}
