import { arch, cpus, release, totalmem, type } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { Chromium } from '../browser/chromium/find-chromium.ts';
import { isSet } from '../platform/process/switches.ts';
import type { Environment } from '../results/records/result.ts';

/** The machine and the versions that a run was measured with. */
export function environmentOf(chromium: Chromium, gitDirty: boolean, env: NodeJS.ProcessEnv): Environment {
  const all = cpus();
  return {
    harness: packageJson.version,
    node: process.version,
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpuCount: all.length,
    memoryBytes: totalmem(),
    browser: { name: chromium.name, version: chromium.version, headless: chromium.display === undefined },
    ci: isSet(env.CI),
    gitDirty,
  };
}
