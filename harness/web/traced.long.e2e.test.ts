import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { cleanEnv, scratchProject } from '../testing/scratch-project.ts';

/** Chromium's check for IPv6: it connects a UDP socket to this address and sends nothing. */
const ipv6Question = '2001:4860:4860::8888';

test.each([['0'], ['required']])(
  'a replay, its server and its browser connect to the loopback address alone (confined: %s)',
  async (confine) => {
    const project = await scratchProject({ git: false });
    const trace = path.join(await folderOf(), 'trace');
    const calls = 'trace=connect,sendto,sendmsg,sendmmsg';
    const { stdout, stderr } = await execa(
      'strace',
      [
        ...['-f', '-qq', '-e', calls, '-o', trace, process.execPath, 'harness/cli/main.ts', '--no-save'],
        ...['--task', 'fixture-dialog,task-03-wikipedia-eiffel-height', '--out', 'traced'],
      ],
      {
        cwd: project.folder,
        extendEnv: false,
        env: { ...cleanEnv(), CONTRACT_BENCH_CONFINE: confine },
        reject: false,
      },
    );
    expect(stdout, stderr).toMatch(/passed {2}fixture-dialog/);
    const text = await readFile(trace, 'utf8');
    const asked = [...text.matchAll(/(\w+)\([^\n]*?sa_family=AF_INET6?,[^\n]*?"([0-9a-f.:]+)"/g)];
    const elsewhere = asked
      .filter(([, , address = '']) => !/^(127\.|::1$)/.test(address))
      .map(([, call, address]) => `${call} ${address}`);
    expect(asked.length).toBeGreaterThan(5);
    expect([...new Set(elsewhere)]).toEqual([`connect ${ipv6Question}`]);
  },
);
