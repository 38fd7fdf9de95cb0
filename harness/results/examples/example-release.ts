import { lockSha256 } from '../../servers/installs/lockfile.ts';
import type { PartHead, ReleaseRecord } from '../records/release-record.ts';
import { noParts } from '../records/release-record.ts';

export const exampleLock = {
  lockfileVersion: 3 as const,
  packages: { '': {}, 'node_modules/mine': { version: '1.0.0', integrity: 'sha512-AA==' } },
};

export const exampleHead: PartHead = {
  at: '2026-01-31T12:00:00.000Z',
  sha: '0123456789abcdef0123456789abcdef01234567',
  browser: 'Chromium 153.0.0.0',
  machine: { cpu: 'A processor', cores: 2, memoryBytes: 8e9, os: 'Linux 6.1', node: 'v24.0.0' },
};

const tokenizer = { name: 'a-tokenizer', encoding: 'words', version: '1.0.0' };

/** A release of a server with two measured parts, an earlier one without times. */
export function exampleRelease({
  server = {},
  parts = {},
}: {
  server?: Partial<ReleaseRecord['server']>;
  parts?: Partial<ReleaseRecord['parts']>;
} = {}): ReleaseRecord {
  return {
    schema: 'contract-bench.servers.v2',
    server: {
      id: 'mine',
      variant: null,
      version: '1.0.0',
      title: 'My server',
      package: 'mine',
      source: 'npm',
      command: 'npx mine@1.0.0 --cdp {endpoint}',
      wrapped: null,
      maintained: true,
      mapping: 'playwright',
      ...server,
    },
    parts: {
      ...noParts,
      install: {
        ...exampleHead,
        editionSha256: 'a',
        package: 'mine',
        version: '1.0.0',
        date: null,
        lockSha256: lockSha256(exampleLock),
        packages: 1,
        bytes: 1000,
        files: 3,
        scripts: [],
        node: '>=20',
      },
      cost: {
        ...exampleHead,
        editionSha256: 'b',
        tokenizer,
        runs: 1,
        reading: { tool: 'look', args: {} },
        toolList: { tools: 3, bytes: 900, tokens: 200 },
        suites: [
          {
            suite: 'fixtures',
            edition: 1,
            passed: 1,
            total: 2,
            calls: 4,
            tokens: 100,
            charged: { once: 300, conversation: 1200, cached: 420 },
            tasks: [
              {
                taskId: 'example-h1',
                passed: true,
                calls: 4,
                bytes: 400,
                tokens: 100,
                charged: { once: 300, conversation: 1200, cached: 420 },
                ms: null,
              },
            ],
            cannot: [{ taskId: 'fixture-dialog', why: 'no tool' }],
          },
        ],
        times: null,
        pictures: 0,
        errors: 0,
      },
      ...parts,
    },
  };
}
