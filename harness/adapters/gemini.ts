import { gemini as generateContent } from '../model/conversations/gemini.ts';
import { modelAdapter } from '../model/model-adapter.ts';

export const gemini = modelAdapter({
  id: 'gemini',
  summary: "a model of Google's Gemini API decides (costs money)",
  keyVariable: 'GEMINI_API_KEY',
  baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
  baseUrl: generateContent.dialect.baseUrl,
  defaultModel: 'gemini-3.8-flash',
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  conversationOf: () => generateContent,
});
