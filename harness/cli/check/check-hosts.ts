import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from '../../platform/files/files-below.ts';
import type { SuiteFile } from '../../task/read-suites.ts';
import type { FileMistake, TaskFile } from '../../task/read-tasks.ts';

/**
 * Checks that each suite lists exactly the hosts that its tasks and their pages name. A host that is not listed does not
 * answer, and an unused host changes the digest of the suite's web without reason.
 */
export async function checkHosts(
  suites: readonly SuiteFile[],
  tasks: readonly TaskFile[],
  webRoots: readonly string[],
): Promise<FileMistake[]> {
  const pages = await readPages(webRoots);
  return suites.flatMap((suite) =>
    mistakesOf(
      suite,
      tasks.filter((task) => task.suite === suite.suite.id),
      pages,
    ),
  );
}

/** Host -> the text of all its files. */
type Pages = ReadonlyMap<string, string>;

async function readPages(webRoots: readonly string[]): Promise<Pages> {
  const pages = new Map<string, string>();
  for (const root of webRoots) {
    for (const entry of await readdir(root, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const files = await filesBelow(path.join(root, entry.name));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      pages.set(entry.name, [pages.get(entry.name) ?? '', ...texts].join('\n'));
    }
  }
  return pages;
}

function mistakesOf({ suite, placeOf }: SuiteFile, tasks: readonly TaskFile[], pages: Pages): FileMistake[] {
  const { hosts } = suite;
  const sources = [
    ...tasks.map(({ task }) => ({
      name: `task ${task.id}`,
      text: JSON.stringify(task).replaceAll('\\', ''),
    })),
    ...hosts.map((host) => ({ name: host, text: pages.get(host) ?? '' })),
  ];
  // A task that could not be read may name a host; its own mistakes are reported.
  const isWhole = (suite.tasks ?? []).every((id) => tasks.some(({ task }) => task.id === id));
  const whoNames = (host: string) => sources.find(({ name, text }) => name !== host && names(text, host));
  const listed = hosts.flatMap((host, index) => {
    const why = !pages.has(host)
      ? 'must have a folder of pages'
      : whoNames(host) || !isWhole
        ? null
        : 'must be named by a task or by a page of another host of the suite';
    return why ? [{ index, host, why }] : [];
  });
  const left = [...pages.keys()].filter((host) => !hosts.includes(host));
  return [
    ...listed.map(({ index, host, why }) => ({
      file: placeOf(['hosts', index]),
      field: `hosts.${index}`,
      message: `${why}; found "${host}"`,
    })),
    ...left.flatMap((host) => {
      const who = whoNames(host);
      const message = `must list "${host}", which ${who?.name} names; found ${hosts.join(', ') || 'none'}`;
      return who ? [{ file: placeOf(['hosts']), field: 'hosts', message }] : [];
    }),
    ...tasks.flatMap(({ file, task }) => {
      const host = URL.parse(task.startUrl)?.hostname ?? '';
      const message = `the host must be one of the hosts of the suite (${hosts.join(', ')}); found "${host}"`;
      return host === '' || hosts.includes(host) || pages.has(host)
        ? []
        : [{ file, field: 'startUrl', message }];
    }),
  ];
}

/** Matches whole names: `www.iana.org` does not name `iana.org`. */
function names(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at !== -1; at = text.indexOf(host, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + host.length, at + host.length + 2);
    if (!/[\w.-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
