import { afterAll, onTestFinished } from 'vitest';
import { anthropicMessages } from './anthropic/anthropic-messages.ts';
import { gemini } from './gemini/gemini.ts';
import { openaiChat } from './openai/openai-chat.ts';
import { openaiResponses } from './openai/openai-responses.ts';
import { serveVendor, type VendorServer } from './serve-vendor.ts';
import type { Question, Script, Reply as ScriptReply } from './wire/script.ts';

export type { Question };

/** What the stand-in's model says to one request; `breakOff` is half an answer, then the connection is gone. */
export type Reply = ScriptReply | { breakOff: true };

export type FakeApi = Pick<VendorServer, 'url' | 'requests'> & {
  /** Environment of a run against it. */
  env: Record<string, string>;
};

/**
 * Four APIs on one port that take whatever they are sent and count 100 tokens in and 10 out, with a scripted model
 * behind them: for what a harness does with an answer. `startVendor` is for what a vendor does with a request.
 */
export async function fakeApi(
  model: (asked: Question) => Reply | Promise<Reply>,
  { warmUp }: { warmUp?: Script } = {},
): Promise<FakeApi> {
  const speak = async (asked: Question): Promise<ScriptReply> => {
    const reply = await model(asked);
    return 'breakOff' in reply ? { transport: 'cut' } : reply;
  };
  const { url, requests, stop } = await serveVendor(
    [anthropicMessages, openaiChat, openaiResponses, gemini],
    speak,
    { key: '', models: null, maxBytes: Number.POSITIVE_INFINITY, strict: false, warmUp },
  );
  try {
    onTestFinished(stop);
  } catch {
    afterAll(stop);
  }
  const env = {
    OPENCHROME_BENCH_REAL: '1',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-stand-in-0123456789',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: 'sk-stand-in-0123456789abcdef',
  };
  return { url, requests, env };
}
