import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Project } from '../../platform/project.ts';
import type { ServerChoice } from '../../servers/index.ts';
import type { InstalledRelease } from '../../servers/installs/install-release.ts';
import type { Server } from '../../servers/server.ts';

/** The surroundings of a measurement of servers. */
export type MeasurementContext = {
  project: Project;
  chromium: Chromium;
  /** The cells to measure: tasks, capabilities, traps; empty: all. */
  only: readonly string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log(line: string): void;
};

/** A server with its version, and how it was requested. */
export type Subject = {
  choice: ServerChoice;
  server: Server;
  /** Its install from npm; absent for a server of another origin. */
  release?: InstalledRelease;
  /** Set for a release from npm that has no program. */
  whyNotStarted?: string;
  /** Set for a release before the newest: it is measured once, on one seed and without times. */
  isEarlier?: boolean;
};
