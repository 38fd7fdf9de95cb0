import { findProgram, installPackage, packageSha256 } from '../../servers/installs/install-package.ts';
import {
  findPythonPackage,
  installPythonPackage,
  pythonPackageSha256,
  pythonVersionOf,
} from '../../servers/installs/python/install-python-package.ts';
import type { PythonPackage } from '../../servers/installs/python/python-package.ts';
import type { Agent } from '../clis/agent.ts';

/** The installation of a listed agent. */
export type FoundAgent = {
  /** Its own program, the Python of its environment, or the package.json of its library. */
  program: string;
  /** The program that starts it: its own, Python, or Node. */
  starter: string;
  version: string | null;
  /** Null if it is not from its package. */
  identity: { package: string; sha256: string; runtime?: string } | null;
};

function isPython(wanted: Agent['package']): wanted is PythonPackage {
  return 'lock' in wanted;
}

/** The variable with the path of an agent's program or Python, such as `CLAUDE_CODE_BIN`. */
export function variableOf({ package: wanted, id }: Pick<Agent, 'id' | 'package'>): string {
  // Members with one package share its environment.
  if (isPython(wanted)) return `${nameOfVariable(wanted.name)}_PYTHON`;
  return `${nameOfVariable(id)}_BIN`;
}

const nameOfVariable = (id: string) => id.toUpperCase().replaceAll('-', '_');

/** Null if the agent is missing. Throws `UserError` if its variable names a wrong file. */
export async function findInstalled(agent: Agent, env: NodeJS.ProcessEnv): Promise<FoundAgent | null> {
  const { package: wanted } = agent;
  const variable = variableOf(agent);
  if (isPython(wanted)) {
    const found = findPythonPackage(wanted, variable, env);
    if (!found) return null;
    const { program, folder, version } = found;
    const python = pythonVersionOf(program);
    return {
      ...{ program, starter: program, version },
      identity:
        folder === null
          ? null
          : {
              package: wanted.name,
              sha256: await pythonPackageSha256(folder, wanted),
              ...(python === null ? {} : { runtime: `Python ${python}` }),
            },
    };
  }
  const found = await findProgram(wanted, variable, env);
  if (!found) return null;
  const { program, folder, version } = found;
  return {
    ...{ program, starter: wanted.bin === null ? process.execPath : program, version },
    identity: folder === null ? null : { package: wanted.name, sha256: await packageSha256(folder) },
  };
}

/**
 * Installs the agent at its pinned version into the cache and returns the folder. `python`: the Python to use for a
 * package of Python. Throws `UserError`.
 */
export async function installAgent(
  { package: wanted }: Agent,
  env: NodeJS.ProcessEnv,
  python: string | null,
): Promise<string> {
  return isPython(wanted) ? installPythonPackage(wanted, env, python) : installPackage(wanted, env);
}
