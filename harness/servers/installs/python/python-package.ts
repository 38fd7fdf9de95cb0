/**
 * A third-party library of the Python registry, at one version, which a script of the harness runs. `lock`: the
 * file with the requirements of its environment, one exact version with digests per package. `least` and `most`: the oldest and
 * the newest Python with these requirements, as `[major, minor]`.
 */
export type PythonPackage = {
  name: string;
  version: string;
  lock: string;
  least: PythonVersion;
  most: PythonVersion;
};

type PythonVersion = readonly [major: number, minor: number];

/** `3.11 to 3.13`. */
export function versionsOf({ least, most }: Pick<PythonPackage, 'least' | 'most'>): string {
  return `${least.join('.')} to ${most.join('.')}`;
}
