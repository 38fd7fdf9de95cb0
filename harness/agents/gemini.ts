import { gemini as generateContent } from './models/conversations/gemini.ts';
import { modelAdapter } from './models/model-adapter.ts';
import { google } from './models/vendors/google.ts';

export const gemini = modelAdapter({
  id: 'gemini',
  summary: "a model of Google's Gemini API decides (costs money)",
  vendor: google,
  defaultModel: 'gemini-3.8-flash',
  conversationOf: () => generateContent,
});
