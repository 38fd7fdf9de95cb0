import type { Project } from '../../platform/project.ts';

export type Circumstances = { project: Project; signal: AbortSignal; print: (line: string) => void };

/** The result of a measurement; `passed` is false if a value is outside its limit. */
export type Measurement = { passed: boolean } & Readonly<Record<string, unknown>>;
