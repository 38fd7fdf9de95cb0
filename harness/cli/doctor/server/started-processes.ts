import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { launchShimIn } from '../../../browser/launch-shim/write-launch-shim.ts';
import { carriersOf } from '../../../platform/process/mark.ts';

/** The processes of a server, found by its mark. All fields are empty except on Linux. */
export type StartedProcesses = {
  /** Its own browsers, without the harness's browser. */
  browsers: readonly string[];
  /** Loopback and other ports that it listens on. */
  ports: readonly number[];
  /** Processes in their own session, which can outlive it. */
  escaped: readonly string[];
};

const browserNames =
  /^(chrom(e|ium)(-browser|-headless-shell)?|headless_shell|google-chrome.*|msedge.*|firefox.*|MiniBrowser|Web[kK]it.*|pw_run\.sh)$/;

const longestLine = 100;

export function startedProcesses(mark: string): StartedProcesses {
  const all = carriersOf(mark).flatMap(readProcess);
  const sessions = new Set(all.filter(({ parent }) => parent === process.pid).map(({ session }) => session));
  const own = all.filter(({ line }) => !line.includes(launchShimIn('')));
  const browsers = own.filter(({ name, isPart }) => browserNames.test(name) && !isPart);
  return {
    browsers: browsers.map(({ name, pid }) => `${name}, process ${pid}`),
    ports: [...new Set(own.flatMap(({ pid }) => portsOf(pid)))].sort((a, b) => a - b),
    escaped: own
      .filter(({ session, name }) => !sessions.has(session) && !browserNames.test(name))
      .map(({ line }) => line.slice(0, longestLine)),
  };
}

type Process = {
  pid: number;
  parent: number;
  session: number;
  name: string;
  line: string;
  /** Whether it is one process of a browser with several. */
  isPart: boolean;
};

function readProcess(pid: number): Process[] {
  try {
    const [, parent, , session] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(
      ' ',
    );
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const line = words.join(' ').trim();
    return [
      {
        ...{ pid, parent: Number(parent), session: Number(session), line },
        name: path.basename(words[0]?.split(' ')[0] ?? ''),
        isPart: / --type=/.test(line),
      },
    ];
  } catch {
    // Gone meanwhile.
    return [];
  }
}

const listening = '0A';

function portsOf(pid: number): number[] {
  try {
    const sockets = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`)) ?? [];
        return inode ? [inode] : [];
      }),
    );
    return ['tcp', 'tcp6'].flatMap((kind) =>
      readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
        .split('\n')
        .flatMap((row) => {
          const [, local, , state, , , , , , inode = ''] = row.trim().split(/\s+/);
          const port = local?.split(':')[1];
          return state === listening && port && sockets.has(inode) ? [Number.parseInt(port, 16)] : [];
        }),
    );
  } catch {
    return [];
  }
}
