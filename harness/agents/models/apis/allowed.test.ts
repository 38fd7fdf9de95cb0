import { expect, test } from 'vitest';
import { readBody } from './allowed.ts';
import type { Json } from './api.ts';
import { apis } from './index.ts';

function read(id: string, body: Json) {
  const api = apis.find((each) => each.id === id);
  if (!api) throw new Error(`no API ${id}`);
  return readBody(body, api.allowed);
}

const png = 'data:image/png;base64,aGk=';
const search = { type: 'web_search_20250305', name: 'web_search' };
const url = 'https://elsewhere.test/';

/** Parts that would run or be fetched at the vendor, in each spelling. */
const atVendor: [string, Json][] = [
  ['messages', { tools: [search] }],
  ['messages', { tools: [{ type: 'Web_Search_20250305', name: 'web_search' }] }],
  ['messages', { tools: [{ type: 'code_execution_20260521', name: 'run' }] }],
  ['messages', { tools: [{ type: 'mcp_toolset', mcp_server_name: 'x' }] }],
  ['messages', { tools: [{ type: ['web_search_20250305'], name: 'web_search' }] }],
  ['messages', { tools: [{ type: 'memory', name: 'memory' }] }],
  ['messages', { mcp_servers: [{ name: 'elsewhere', url }] }],
  ['messages', { container: { skills: [{ type: 'anthropic', skill_id: 'pptx' }] } }],
  ['messages', { thread: { type: 'continue', id: 'x' } }],
  ['messages', { fallbacks: { models: ['m2'] } }],
  [
    'messages',
    {
      messages: [
        {
          role: 'system',
          content: [{ type: 'tool_addition', tool: { type: 'tool_definition', definition: search } }],
        },
      ],
    },
  ],
  ...[
    { type: 'image', source: { type: 'url', url } },
    { type: 'document', source: { type: 'url', url } },
    { type: 'document', source: { type: 'file', file_id: 'f' } },
    { type: 'container_upload', file_id: 'f' },
    { type: 'web_search_tool_result', tool_use_id: 't', content: [] },
    {
      type: 'document',
      source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url } }] },
    },
    { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: { type: 'url', url } }] },
  ].map((block): [string, Json] => ['messages', { messages: [{ role: 'user', content: [block] }] }]),
  ...[
    { web_search_options: {} },
    { search_parameters: { mode: 'on' } },
    { enable_search: true },
    { plugins: [{ id: 'web' }] },
    { models: ['a', 'b'] },
    { model: 'm:online' },
    { model: 'm:ONLINE' },
    { compound_custom: { tools: { enabled_tools: ['code_interpreter'] } }, search_settings: {} },
    { tools: [{ type: 'web_search' }] },
    { tools: [{ google_search: {} }] },
    { tools: [{ type: 'function', function: { name: 'f' }, web_search: { enable: true } }] },
    { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
    { tools: [{ type: 'function', function: { name: '$web_search' } }] },
    { tools: [{ type: 'mcp', server_url: url }] },
    { tool_choice: { type: 'web_search' } },
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] },
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: url }] }] },
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] },
    { messages: [{ role: 'user', content: [{ type: 'video_url', video_url: { url } }] }] },
  ].map((body): [string, Json] => ['chat', body]),
  ...[
    { tools: [{ type: 'web_search' }, { type: 'function', name: 'f' }] },
    { tools: [{ type: 'web_search_preview_2025_03_11' }] },
    { tools: [{ type: 'mcp', server_url: url }] },
    { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    { tools: [{ type: 'image_generation' }] },
    { tools: [{ type: 'file_search', vector_store_ids: ['v'] }] },
    { tools: [{ type: 'programmatic_tool_calling' }] },
    { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
    { tools: [{ type: 'shell', environment: { container_id: 'c' } }] },
    { tools: [{ type: 'shell', environment: 'container_auto' }] },
    { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'web_search' }] }] },
    { input: [{ type: 'additional_tools', tools: [{ type: 'web_search' }] }] },
    { input: [{ type: 'mcp_approval_response', approve: true }] },
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] },
    { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
    { input: [{ role: 'user', content: [{ type: 'input_file', file_url: url }] }] },
    {
      input: [
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: url }] },
      ],
    },
    { prompt: { id: 'pmpt_1' } },
    { background: true },
    { conversation: 'conv_1' },
    { tool_choice: { type: 'mcp', server_label: 'x' } },
  ].map((body): [string, Json] => ['responses', body]),
  ...[
    { tools: [{ googleSearch: {} }] },
    { tools: [{ google_search: {} }] },
    { tools: [{ googleSearchRetrieval: {} }] },
    { tools: [{ urlContext: {} }, { functionDeclarations: [] }] },
    { tools: [{ functionDeclarations: [{ name: 'f' }], code_execution: {} }] },
    { tools: [{ fileSearch: {} }] },
    { tools: [{ googleMaps: {} }] },
    { tools: [{ mcpServers: [{ name: 'x' }] }] },
    { cachedContent: 'cachedContents/1' },
    { cached_content: 'cachedContents/1' },
    { contents: [{ parts: [{ fileData: { fileUri: url } }] }] },
    { contents: [{ parts: [{ file_data: { file_uri: url } }] }] },
    { contents: [{ parts: [{ functionResponse: { name: 'f', parts: [{ fileData: { fileUri: url } }] } }] }] },
    { system_instruction: { parts: [{ file_data: { file_uri: url } }] } },
    { generateContentRequest: { tools: [{ googleSearch: {} }] } },
  ].map((body): [string, Json] => ['gemini', body]),
];

test.each(atVendor.map(([id, body]) => [id, JSON.stringify(body), body] as const))(
  '%s: %s would run or be fetched at the vendor',
  (id, _, body) => {
    expect(read(id, body).faults.serverTools).not.toEqual([]);
  },
);

test.each([
  ['messages', { tools: {} }, 'tools: got another value; expected a list'],
  ['messages', { tools: ['x'] }, 'tools[0]: got another value; expected an object'],
  ['messages', { tools: [{ name: 'f' }] }, 'tools[0]: got a tool without a type; expected an input_schema'],
  ['messages', { speed: 'fast' }, 'speed: got "fast"; expected standard'],
  ['messages', { service_tier: 'priority' }, 'service_tier: got "priority"; expected the standard tier'],
  ['chat', { service_tier: 'flex' }, 'service_tier: got "flex"; expected the standard tier'],
  ['chat', { modalities: ['text', 'audio'] }, 'modalities: got "audio"; expected text'],
  [
    'chat',
    { no_such_field: 5 },
    expect.stringMatching(/^no_such_field: got a field .*; expected model, messages/),
  ],
  ['chat', { provider: { order: ['x'] } }, expect.stringMatching(/^provider: got a field/)],
  [
    'responses',
    { prompt_cache_options: { ttl: '12h' } },
    'prompt_cache_options.ttl: got "12h"; expected 30m',
  ],
  ['gemini', { serviceTier: 'flex' }, 'service_tier: got "flex"; expected the standard tier'],
  [
    'gemini',
    { service_tier: 'SERVICE_TIER_PRIORITY' },
    expect.stringContaining('expected the standard tier'),
  ],
  ['gemini', { tools: {} }, 'tools: got another value; expected a list'],
  [
    'gemini',
    { generationConfig: {}, generation_config: {} },
    'generationConfig: got it twice, also as generation_config; expected it once',
  ],
  [
    'gemini',
    { generationConfig: { responseModalities: ['AUDIO'] } },
    'responseModalities: got "AUDIO"; expected TEXT',
  ],
  [
    'gemini',
    { contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav', data: '' } }] }] },
    'contents[0].parts[0].inlineData.mimeType: got "audio/wav"; expected a picture or a text',
  ],
])('%s: %o is refused with a reason', (id, body, why) => {
  expect(read(id, body).faults.others).toContainEqual(why);
});

/** Observed request formats of agents and SDKs. */
const honest: [string, Json][] = [
  [
    'messages',
    {
      ...{
        model: 'm',
        max_tokens: 9,
        stream: true,
        metadata: { user_id: 'u' },
        output_config: { effort: 'medium' },
      },
      thinking: { type: 'adaptive', display: 'omitted' },
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      system: [{ type: 'text', text: 'Drive.', cache_control: { type: 'ephemeral' } }],
      tools: [
        { name: 'open', description: 'Opens.', input_schema: { type: 'object' }, defer_loading: true },
        { type: 'custom', name: 'f', input_schema: { type: 'object' } },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'computer_toolset_20260801' },
      ],
      tool_choice: { type: 'tool', name: 'open' },
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'system', content: 'Mind.', output_config: { effort: 'low' } },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'tool_use', id: 't', name: 'open', input: { source: { type: 'url', url }, tools: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [
                { type: 'text', text: url },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    'chat',
    {
      ...{
        model: 'org/m:free',
        max_tokens: 9,
        stream: true,
        stream_options: { include_usage: true },
        seed: 1,
      },
      ...{
        temperature: 0,
        response_format: { type: 'json_schema' },
        tool_choice: 'auto',
        service_tier: 'auto',
      },
      tools: [{ type: 'function', function: { name: 'open', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Drive.', cache_control: { type: 'ephemeral' } }] },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'hm',
          tool_calls: [{ id: 't', type: 'function', function: { name: 'open', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 't', content: url },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: png, detail: 'high' } }] },
      ],
    },
  ],
  [
    'responses',
    {
      ...{
        model: 'm',
        stream: true,
        store: false,
        include: ['reasoning.encrypted_content'],
        tool_choice: 'auto',
      },
      ...{
        parallel_tool_calls: true,
        reasoning: { summary: 'auto' },
        prompt_cache_key: 'k',
        client_metadata: { a: 'b' },
      },
      tools: [
        { type: 'function', name: 'f', strict: false, parameters: {} },
        { type: 'namespace', name: 'browser', description: '', tools: [{ type: 'function', name: 'open' }] },
        { type: 'shell', environment: { type: 'local' } },
      ],
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Drive.' }] },
        { role: 'user', content: 'Go.' },
        { type: 'reasoning', id: 'r', summary: [], content: null, encrypted_content: 'sealed' },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'I go.', annotations: [] }],
        },
        { type: 'function_call', id: 'c', name: 'open', namespace: 'browser', arguments: '{}', call_id: 'c' },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: png }] },
        { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'g' }] },
      ],
    },
  ],
  [
    'gemini',
    {
      systemInstruction: { role: 'user', parts: [{ text: 'Drive.' }] },
      tools: [{ functionDeclarations: [{ name: 'open', parametersJsonSchema: { type: 'object' } }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
      contents: [
        { role: 'user', parts: [{ text: 'Go.' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
        {
          role: 'model',
          parts: [{ functionCall: { id: 'c', name: 'open', args: { url } }, thoughtSignature: 's' }],
        },
        { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'open', response: { output: url } } }] },
      ],
    },
  ],
];

test.each(honest)('%s: requests of agents and SDKs pass unchanged', (id, body) => {
  expect(read(id, body)).toEqual({ body, faults: { serverTools: [], others: [] } });
});

test('an unknown field without effect is left out', () => {
  const nothing = { background: false, conversation: null, plugins: [], prompt: '', tools: null };
  for (const id of ['chat', 'responses', 'messages'])
    expect(read(id, { model: 'm', ...nothing })).toEqual({
      body: { model: 'm' },
      faults: { serverTools: [], others: [] },
    });
});
