import path from 'node:path';

/** The folders of a caller: tasks, pages, recordings and results. Absolute paths. */
export type Project = {
  root: string;
  /** What a server under test sees nothing of but its own program; null where it may be a part of the project. */
  checkout: string | null;
  /**
   * The root of the installed package, whose suites, recordings and pages come after the project's own; null where the
   * project brings all of them itself.
   */
  packaged: string | null;
  /** Its own suites, and the classes of screenshots. */
  tasks: string;
  /** Where suites lie, its own first: folders of them, or a suite's own. */
  suites: readonly string[];
  /** The default suites; null: all suites whose recordings must pass. */
  plays: readonly string[] | null;
  /** Its own recordings, `<server>/<task>.jsonl`. */
  transcripts: string;
  /** Folders of recordings, an earlier one is looked at first. */
  recordings: readonly string[];
  results: string;
  /** Rows that others published; need not be there. */
  references: string;
  /** The default folder of reports and artefacts. */
  reports: string;
  /** Folders of fixture pages, `<host>/<path>.html`; an earlier one is looked at first. */
  webRoots: readonly string[];
};

/** A project whose folders have their usual names. */
export function projectAt(root: string): Project {
  const below = (...names: string[]) => path.join(root, ...names);
  return {
    root,
    checkout: root,
    packaged: null,
    tasks: below('tasks'),
    suites: [below('tasks')],
    plays: null,
    transcripts: below('transcripts'),
    recordings: [below('transcripts')],
    results: below('results'),
    references: below('results', 'references.json'),
    reports: below('reports'),
    webRoots: [below('tasks', 'web')],
  };
}
