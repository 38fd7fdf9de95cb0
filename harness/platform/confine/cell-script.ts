import { readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CellKind, Network } from './cell-kind.ts';
import { quote, stage } from './mount-lines.ts';
import { isWithin } from './places.ts';

/** Where a cell keeps the harness's temporary folder, writable, until a process has its own part of it. */
const temporaryStage = '/run/tmp';

/** Administrators' programs, which not every user's PATH has. */
const path = `PATH="$PATH:/usr/sbin:/sbin"`;

const devices = ['null', 'zero', 'full', 'random', 'urandom'];

const loopbackUp = [
  'ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || {',
  '  mount -t sysfs -o nosuid,nodev,noexec cb-sys /sys && echo 9 > /sys/class/net/lo/flags; }',
];

/**
 * Makes the namespaces that it is started in a cell: a network of a loopback address alone (or the host's), every file
 * system read-only, no sockets of the host, no devices but five; then becomes the command in its arguments.
 */
export function cellScript(temporary: string, views: readonly string[], network: Network): string {
  return [
    'set -eu',
    path,
    ...(network === 'own' ? loopbackUp : []),
    'mount -t tmpfs -o mode=755,nosuid,nodev cb-stage /run',
    `mkdir ${stage} ${temporaryStage}`,
    `mount --rbind ${quote(temporary)} ${temporaryStage}`,
    ...writableMounts().map(
      // One that can't be entered can't be written to either.
      ({ place, options }) =>
        `mount -o remount,bind,${options} ${quote(place)} 2>/dev/null || ! cd ${quote(place)} 2>/dev/null`,
    ),
    `cd / && mount --rbind / ${stage}`,
    'mount -t tmpfs -o mode=755,nosuid cb-dev /dev',
    `for device in ${devices.join(' ')}; do : > /dev/$device; mount --bind ${stage}/dev/$device /dev/$device; done`,
    'mkdir /dev/shm',
    'ln -s /proc/self/fd /dev/fd',
    ...['stdin', 'stdout', 'stderr'].map((name, index) => `ln -s /proc/self/fd/${index} /dev/${name}`),
    'mount -o remount,bind,ro,nosuid /dev',
    ...views,
    'exec "$@"',
  ].join('\n');
}

/**
 * What each process of a cell runs first, in namespaces of its own: its own `/proc`, empty temporary folders. Then it
 * reads more lines from its input, up to one that is `end`, and runs them. Until then it has all rights in the cell.
 */
export function processScript(
  { views, rights, network }: CellKind & { views: readonly string[] },
  end: string,
): string {
  // Chromium's sandbox writes there who the users of its own namespaces are. Of what is root's a user can write nothing.
  const access = rights === 'user' && network === 'host' ? 'rw' : 'ro';
  return [
    'set -eu',
    path,
    `mount -t proc -o ${access},nosuid,nodev,noexec cb-proc /proc`,
    ...views,
    "lines=''",
    `while IFS= read -r line && [ "$line" != ${end} ]; do lines="$lines$line`,
    '"; done',
    'eval "$lines"',
  ].join('\n');
}

export type Command = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  folder: string;
};

/** The lines that such a process reads: one folder of the host that it may write to, and a command without rights. */
export function commandLines(
  { temporary, rights, network }: CellKind & { temporary: string },
  { command, args, env, folder }: Command,
): string {
  const inStage = temporaryStage + folder.slice(temporary.length);
  return [
    `mkdir -p ${quote(folder)}`,
    `mount --rbind ${quote(inStage)} ${quote(folder)}`,
    'mount -t tmpfs -o mode=755,nosuid,nodev cb-run /run',
    ...(network === 'host' ? resolverLines() : []),
    'mount -o remount,bind,ro,nosuid,nodev /run',
    `cd ${quote(folder)}`,
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    // The first process of a namespace is spared signals, and is the parent of whoever lost his own.
    `exec ${rights === 'user' && network === 'host' ? asOneself() : withoutRights} sh -c '"$@"; exit $?' sh ${[command, ...args].map(quote).join(' ')}`,
  ].join('\n');
}

const withoutRights = 'setpriv --no-new-privs --inh-caps=-all --bounding-set=-all';

/**
 * In a cell that a user made everybody is user 0, and as that one Chromium runs no sandbox. Who is another one in a user
 * namespace within has no rights in the cell.
 */
function asOneself(): string {
  const ids = `--map-user=${process.getuid?.() ?? 0} --map-group=${process.getgid?.() ?? 0}`;
  return `unshare --user ${ids} -- setpriv --no-new-privs --inh-caps=-all`;
}

/** Many systems keep the file that says who resolves names in `/run`, where else nothing of theirs is left. */
function resolverLines(): string[] {
  try {
    const file = realpathSync('/etc/resolv.conf');
    if (!isWithin(file, '/run')) return [];
    const text = quote(readFileSync(file, 'utf8').trimEnd());
    return [`mkdir -p ${quote(dirname(file))}`, `printf '%s\\n' ${text} > ${quote(file)}`];
  } catch {
    // Without such a file names are resolved as they are outside.
    return [];
  }
}

/** Mounts of this process that can be written to, from the outer to the inner, with the options that they must keep. */
function writableMounts(): { place: string; options: string }[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, , , , place = '', options = '']) => ({
      place: unescapeOctal(place),
      options: options.split(','),
    }))
    .filter(
      ({ place, options }) =>
        options.includes('rw') && !['/proc', '/dev', '/run'].some((folder) => isWithin(place, folder)),
    )
    .map(({ place, options }) => ({
      place,
      options: [
        'ro',
        ...options.filter((option) => /^(?:no(?:suid|dev|exec|atime|diratime)|relatime)$/.test(option)),
      ].join(','),
    }));
}

/** As the kernel writes spaces and the like: `\040`. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
