import path from 'node:path';

/** What a caller owns: where its tasks, pages, recordings and results lie. Absolute paths. */
export type Project = {
  root: string;
  /** Suites, and the classes of screenshots. */
  tasks: string;
  /** Recordings, `<server>/<task>.jsonl`. */
  transcripts: string;
  results: string;
  /** Folders of fixture pages, `<host>/<path>.html`; an earlier one is looked at first. */
  webRoots: readonly string[];
};

/** A project whose folders have their usual names. */
export function projectAt(root: string): Project {
  const below = (...names: string[]) => path.join(root, ...names);
  return {
    root,
    tasks: below('tasks'),
    transcripts: below('transcripts'),
    results: below('results'),
    webRoots: [below('tasks', 'web')],
  };
}
