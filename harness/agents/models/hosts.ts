/**
 * A listed host of chat completions. `vendor`: it answers with its own models. `host`: it forwards requests to the
 * models of several vendors, so its rows name it.
 */
export type ModelHost = {
  id: string;
  name: string;
  kind: 'vendor' | 'host';
  /** Its host names, which count only with https and the usual port. */
  hosts: readonly string[];
  /** Its published prices, or its documentation of the API. */
  source: string;
  /** Its documentation that a request can force a call, also from a model that thinks; absent if it rejects that. */
  forcesCalls?: string;
};

/** The hosts whose address proves which model answers, besides the vendors of the listed APIs. */
export const modelHosts: readonly ModelHost[] = [
  {
    id: 'deepseek',
    name: 'DeepSeek',
    kind: 'vendor',
    hosts: ['api.deepseek.com'],
    source: 'https://api-docs.deepseek.com/quick_start/pricing',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    kind: 'vendor',
    hosts: ['api.mistral.ai'],
    source: 'https://docs.mistral.ai/inference/pricing',
    forcesCalls: 'https://docs.mistral.ai/api/',
  },
  {
    id: 'xai',
    name: 'xAI',
    kind: 'vendor',
    hosts: ['api.x.ai'],
    source: 'https://docs.x.ai/developers/models',
    forcesCalls: 'https://docs.x.ai/developers/tools/function-calling',
  },
  {
    id: 'moonshot',
    name: 'Moonshot AI',
    kind: 'vendor',
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    source: 'https://platform.kimi.ai/docs/pricing/chat',
  },
  {
    id: 'zai',
    name: 'Z.ai',
    kind: 'vendor',
    hosts: ['api.z.ai', 'open.bigmodel.cn'],
    source: 'https://docs.z.ai/guides/overview/pricing',
  },
  {
    id: 'alibaba',
    name: 'Alibaba Cloud Model Studio',
    kind: 'vendor',
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
    source: 'https://www.alibabacloud.com/help/en/model-studio/model-pricing',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    kind: 'host',
    hosts: ['openrouter.ai'],
    source: 'https://openrouter.ai/models',
  },
];

/** The listed host of an address; null for any other address, such as one without TLS. */
function modelHostOf(address: string): ModelHost | null {
  const url = URL.parse(address);
  // A port in the address is another service of the same machine.
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  return modelHosts.find(({ hosts }) => hosts.includes(url.hostname)) ?? null;
}

/** The class of an endpoint in a run's record; `name` is the host that replaces the API's own vendor. */
export type Endpoint = { class: 'vendor' | 'host' | 'private' | 'loopback'; name: string | null };

const thisMachine =
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]|host\.(docker|containers|lima)\.internal)$/;

/** `own`: the address of the API's own vendor. An address without TLS proves no vendor. */
export function endpointAt(address: string, own: string): Endpoint {
  const [url, vendor] = [new URL(address), new URL(own)];
  if (url.origin === vendor.origin) return { class: 'vendor', name: null };
  const listed = modelHostOf(address);
  if (listed) return { class: listed.kind, name: listed.id };
  return { class: thisMachine.test(url.hostname) ? 'loopback' : 'private', name: null };
}

/** Whether the host of an endpoint is known to accept a forced call. */
export function forcesCalls({ class: kind, name }: Endpoint): boolean {
  if (name !== null)
    return modelHosts.some(({ id, forcesCalls: source }) => id === name && source !== undefined);
  return kind === 'vendor';
}
