import type { Project } from '../../platform/project.ts';

export type Circumstances = { project: Project; signal: AbortSignal; print: (line: string) => void };

/** What a measurement found; `passed` is false where something was measured that must not be. */
export type Measurement = { passed: boolean } & Readonly<Record<string, unknown>>;
