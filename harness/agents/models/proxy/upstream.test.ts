import { expect, test } from 'vitest';
import { passedOn, quirkOf, refusalKind, SameRefusal } from './upstream.ts';

test.each([
  [
    500,
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    'refused',
  ],
  [500, 'Failed to parse messages: Unsupported content part type: \\"image_url\\"; messages = [', 'refused'],
  [500, 'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101]', 'refused'],
  [500, 'Jinja Exception: Conversation roles must alternate user/assistant', 'refused'],
  [500, 'Context size has been exceeded.', 'context'],
  [400, 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', 'context'],
  [500, 'Internal server error', 'wait'],
  [500, '{"error":{"message":"unknown error while the messages were read"}}', 'wait'],
  [502, '<html>Bad gateway</html>', 'wait'],
  [503, '{"error":{"message":"Loading model"}}', 'wait'],
  [529, 'Overloaded', 'wait'],
  [429, 'Request too large on tokens per min (TPM): too many tokens', 'wait'],
  [404, 'model not found', 'ends_run'],
  [400, 'registry.ollama.ai/library/gemma3:4b does not support tools', 'ends_run'],
  [500, 'tools param requires --jinja flag', 'ends_run'],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 'ends_run'],
])('%d "%s" is %s', (status, body, kind) => {
  expect(refusalKind(status, body)).toBe(kind);
});

test("a model without image input is recognised by each host's error", () => {
  for (const words of ['image input is not supported', 'Unsupported content part type: \\"image_url\\"'])
    expect(quirkOf(words)).toBe('no_images');
});

test.each([
  ["('messages.1' : property 'reasoning_content' is unsupported)", 'bare_messages'],
  ["property 'reasoning' is unsupported", 'bare_messages'],
  ['{"detail":[{"loc":["body","messages",2],"msg":"Extra inputs are not permitted"}]}', 'bare_messages'],
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'new_limit_name',
  ],
  ["'max_tokens' or 'max_completion_tokens' is too large: 16384.", null],
  ['invalid message content type: <nil>', 'text_beside_calls'],
  ["Invalid 'content': 'content' field must be a string or an array of objects.", 'text_beside_calls'],
  ["Invalid 'tools[8].function.description': string too long.", 'short_descriptions'],
  ['The `reasoning_content` in the thinking mode must be passed back to the API.', null],
  ["Invalid 'messages[2].tool_calls': empty array.", null],
])('the deviation of a host is read from "%s": %s', (words, quirk) => {
  expect(quirkOf(words)).toBe(quirk);
});

test.each([
  [500, 'broken', 0, 5],
  [502, '<html>', 0, 5],
  [500, 'broken', 1000, null],
  [503, 'Loading model', 0, null],
  [429, 'slow down', 0, null],
  [529, 'Overloaded', 0, null],
])(
  '%d with the same text and a wait of %s: %s ms announced, permanent after %s tries',
  (status, body, announced, tries) => {
    const same = new SameRefusal();
    const seen = Array.from({ length: 20 }, () => same.isForGood(status, body, announced));
    expect(seen.indexOf(true)).toBe(tries === null ? -1 : tries - 1);
  },
);

test('another text restarts the count', () => {
  const same = new SameRefusal();
  const said = ['a', 'a', 'a', 'a', 'b', 'a', 'a', 'a', 'a'].map((words) => same.isForGood(500, words, 0));
  expect(said).not.toContain(true);
});

test('headers that could change a request are not forwarded', () => {
  const passed = {
    accept: 'a',
    'anthropic-beta': 'b',
    'user-agent': 'c',
    'x-stainless-os': 'd',
    'x-codex-window-id': 'e',
  };
  const dropped = {
    ...{ 'x-goog-fieldmask': 'a', 'x-http-method-override': 'DELETE', 'x-goog-user-project': 'p', host: 'h' },
    ...{
      cookie: 'c',
      authorization: 'x',
      'openai-organization': 'o',
      'x-original-url': '/',
      range: 'bytes=0-1',
    },
  };
  expect(passedOn({ ...passed, ...dropped })).toEqual({ ...passed, 'accept-encoding': 'identity' });
});
