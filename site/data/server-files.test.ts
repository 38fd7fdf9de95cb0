import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiSchemas } from '../../harness/publish/board/api-schemas.ts';
import {
  readCapabilitiesRecords,
  readChannelsRecords,
  readServersRecords,
} from '../../harness/results/records/read-server-records.ts';
import { nativesOf, reached, serverBoard, taskTokens } from '../history/servers.ts';
import { capabilitiesCsv, hiddenTextCsv, serversCsv, serversFile } from './server-files.ts';

const results = join(import.meta.dirname, '../../results');
const stamp = { asOf: null };
const servers = readServersRecords(results);
const capabilities = readCapabilitiesRecords(results);
const channels = readChannelsRecords(results);
const suiteOf = (task: string) => (task.startsWith('task-') ? 'webvoyager' : 'fixtures');
const board = serverBoard({ servers, capabilities, channels, suiteOf });
const file = serversFile(board, stamp);
const linesOf = (text: string) => {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  return lines.map((line) =>
    Object.fromEntries(head.split(',').map((name, at) => [name, line.split(',')[at]])),
  );
};

test('the file has what the pages show: tokens per task of each suite beside those of the reference', () => {
  expect(apiSchemas.servers.safeParse(file).error?.issues ?? []).toEqual([]);
  expect(file.reference).toBe('playwright');
  expect(file.servers.filter(({ newest }) => newest)).toHaveLength(board.servers.length);
  expect(file.servers.map(({ server }) => server.version)).toEqual(
    servers.map(({ server }) => server.version),
  );
  for (const shown of board.servers)
    for (const suite of shown.suites) {
      const own = file.servers.find(({ server, newest }) => newest && server.id === shown.id)?.ratios[
        suite.suite
      ];
      expect(own?.tokens).toBe(taskTokens(shown, suite));
      if (shown.id === 'playwright') expect(own?.ratio).toBe(1);
    }
});

test('a release that did not pass a shared task has no ratio, and a board without servers no reference', () => {
  const [first] = servers.filter(({ server }) => server.id === 'playwright');
  if (!first) throw new Error('no record of playwright');
  const shared = 'task-01-example-com-title';
  const fails = {
    ...first,
    server: { ...first.server, version: '0.0.1' },
    tasks: first.tasks.filter(({ taskId }) => taskId !== shared),
  };
  const { servers: found } = serversFile(
    serverBoard({ servers: [fails, ...servers], capabilities, channels, suiteOf }),
    stamp,
  );
  expect(found[0]?.ratios[suiteOf(shared)]).toMatchObject({ tokens: null, ratio: null, answers: null });
  const none = serversFile(serverBoard({ servers: [], capabilities: [], channels: [], suiteOf }), stamp);
  expect(none).toMatchObject({ reference: null, suites: [], servers: [] });
});

test('a suite that a release was not asked for has no line, and no score of 0 of 0', () => {
  const of = (version: string, tasks: string[]) => {
    const [any] = servers;
    if (!any) throw new Error('no record');
    const [task] = any.tasks;
    if (!task) throw new Error('no task');
    return {
      ...any,
      server: { ...any.server, id: 'playwright', version },
      tasks: tasks.map((taskId) => ({ ...task, taskId })),
      cannot: [],
    };
  };
  const grown = serverBoard({
    servers: [of('1.0.0', ['task-1']), of('2.0.0', ['task-1', 'page-1'])],
    capabilities: [],
    channels: [],
    suiteOf,
  });
  expect(linesOf(serversCsv(grown, stamp)).map(({ version, suite }) => [version, suite])).toEqual([
    ['1.0.0', 'webvoyager'],
    ['2.0.0', 'webvoyager'],
    ['2.0.0', 'fixtures'],
  ]);
  const { servers: found } = serversFile(grown, stamp);
  expect(found.map(({ ratios }) => Object.keys(ratios))).toEqual([
    ['webvoyager'],
    ['webvoyager', 'fixtures'],
  ]);
});

test('CSV has a line a release and suite, a server and capability, a server and text', () => {
  const lines = linesOf(serversCsv(board, stamp));
  expect(lines).toHaveLength(servers.length * board.suites.length);
  for (const line of lines) {
    const record = file.servers.find(
      ({ server }) => server.id === line.server && server.version === line.version,
    );
    expect(line.tokensATask).toBe(String(record?.ratios[line.suite ?? '']?.tokens ?? ''));
  }
  const natives = capabilitiesCsv(capabilities, stamp).match(/,native,/g);
  expect(natives).toHaveLength(capabilities.reduce((sum, record) => sum + nativesOf(record), 0));
  const usual = linesOf(hiddenTextCsv(channels, stamp)).filter(
    ({ kind, reading }) => kind === 'source' && reading === 'usual',
  );
  expect(usual).toHaveLength(channels.reduce((sum, record) => sum + reached(record, ['source']).usual, 0));
});
