/** Samples of each dialect: a request, its answer whole and in the events of a stream, all of 70 + 30 in and 20 out. */
const samples: Record<string, { path: string; body: object; whole: object; events: object[] }> = {
  messages: {
    path: '/v1/messages',
    body: { model: 'm', max_tokens: 100, messages: [] },
    whole: {
      model: 'm-1',
      usage: { input_tokens: 70, cache_read_input_tokens: 30, output_tokens: 20 },
    },
    events: [
      {
        type: 'message_start',
        message: { model: 'm-1', usage: { input_tokens: 70, cache_read_input_tokens: 30, output_tokens: 1 } },
      },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello.' } },
      { type: 'message_delta', usage: { output_tokens: 20 } },
    ],
  },
  chat: {
    path: '/v1/chat/completions',
    body: { model: 'm', messages: [] },
    whole: {
      model: 'm-1',
      usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 30 } },
    },
    events: [
      { model: 'm-1', choices: [{ delta: { content: 'Hello.' } }] },
      {
        model: 'm-1',
        choices: [],
        usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 30 } },
      },
    ],
  },
  responses: {
    path: '/v1/responses',
    body: { model: 'm', input: [] },
    whole: {
      model: 'm-1',
      usage: { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 30 } },
    },
    events: [
      { type: 'response.output_text.delta', delta: 'Hello.' },
      {
        type: 'response.completed',
        response: {
          model: 'm-1',
          usage: { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 30 } },
        },
      },
    ],
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    body: { contents: [] },
    whole: {
      modelVersion: 'm-1',
      usageMetadata: {
        promptTokenCount: 100,
        cachedContentTokenCount: 30,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 15,
        totalTokenCount: 120,
      },
    },
    events: [
      { modelVersion: 'm-1', usageMetadata: { promptTokenCount: 100, totalTokenCount: 101 } },
      {
        modelVersion: 'm-1',
        usageMetadata: {
          promptTokenCount: 100,
          cachedContentTokenCount: 30,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 15,
        },
      },
    ],
  },
};

export const sampleOf = (id: string) => {
  const sample = samples[id];
  if (!sample) throw new Error(`no sample of ${id}`);
  return sample;
};
