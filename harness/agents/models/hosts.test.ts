import { expect, test } from 'vitest';
import { exampleModel, exampleRun } from '../../results/examples/example-run.ts';
import { contenderOf } from '../../results/records/run-facts.ts';
import { endpointAt, forcesCalls, modelHosts } from './hosts.ts';
import { whyRehearsal } from './proxy/prices.ts';

const own = 'https://api.openai.com/v1';

test.each([
  ['https://api.openai.com/v1', 'vendor', null],
  ['https://api.deepseek.com', 'vendor', 'deepseek'],
  ['https://api.deepseek.com/v1', 'vendor', 'deepseek'],
  ['https://api.mistral.ai/v1', 'vendor', 'mistral'],
  ['https://api.x.ai/v1', 'vendor', 'xai'],
  ['https://api.moonshot.cn/v1', 'vendor', 'moonshot'],
  ['https://api.z.ai/api/paas/v4', 'vendor', 'zai'],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'vendor', 'alibaba'],
  ['https://openrouter.ai/api/v1', 'host', 'openrouter'],
  // Anyone on the way can answer without TLS, and another port is another service.
  ['http://api.openai.com/v1', 'private', null],
  ['http://api.deepseek.com', 'private', null],
  ['https://api.deepseek.com:8443', 'private', null],
  ['https://api.deepseek.com.example/v1', 'private', null],
  ['https://groq.example/openai/v1', 'private', null],
  ['http://192.168.1.7:11434/v1', 'private', null],
  ['http://127.0.0.1:11434/v1', 'loopback', null],
  ['http://localhost:1234/v1', 'loopback', null],
  ['http://models.localhost/v1', 'loopback', null],
  ['http://0.0.0.0:8000/v1', 'loopback', null],
  ['http://[::1]:8080/v1', 'loopback', null],
  ['http://[::]:8080/v1', 'loopback', null],
  ['http://[::ffff:127.0.0.1]:8080/v1', 'loopback', null],
  ['http://host.docker.internal:11434/v1', 'loopback', null],
] as const)('%s is a %s endpoint, of the listed host %s', (address, kind, name) => {
  expect(endpointAt(address, own)).toEqual({ class: kind, name });
  const isRanked = whyRehearsal({ endpoint: kind, asked: 'a-model' }, { priceByFlag: true }) === null;
  expect(isRanked).toBe(kind === 'vendor' || kind === 'host');
});

test('every listed host has an id and host names of its own, and a source that can be opened', () => {
  for (const key of ['id', 'name'] as const)
    expect(new Set(modelHosts.map((host) => host[key])).size).toBe(modelHosts.length);
  const names = modelHosts.flatMap(({ hosts }) => hosts);
  expect(new Set(names).size).toBe(names.length);
  for (const { source, forcesCalls: documented = source } of modelHosts)
    for (const address of [source, documented]) expect(URL.parse(address)?.protocol).toBe('https:');
});

test("a row names a host that forwards, so it is not the row of the model's vendor", () => {
  const endpointOf = (host: string, endpoint: 'vendor' | 'host') => {
    const run = exampleRun({ config: { model: 'm' } });
    return contenderOf({ ...run.config, model: { ...exampleModel('m', endpoint), host } }).endpoint;
  };
  expect(endpointOf('openrouter', 'host')).toBe('openrouter');
  expect(endpointOf('deepseek', 'vendor')).toBeNull();
});

test.each([
  ['https://api.openai.com/v1', true],
  ['https://api.mistral.ai/v1', true],
  ['https://api.x.ai/v1', true],
  ['https://api.deepseek.com', false],
  ['https://api.moonshot.ai/v1', false],
  ['https://api.z.ai/api/paas/v4', false],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', false],
  ['https://openrouter.ai/api/v1', false],
  ['http://127.0.0.1:11434/v1', false],
  ['https://groq.example/openai/v1', false],
])('a request to %s can force a call: %s', (address, isTaken) => {
  expect(forcesCalls(endpointAt(address, own))).toBe(isTaken);
});
