import { gemini as generateContent } from '../model/conversations/gemini.ts';
import { modelAdapter } from '../model/model-adapter.ts';
import { google } from '../model/vendors/google.ts';

export const gemini = modelAdapter({
  id: 'gemini',
  summary: "a model of Google's Gemini API decides (costs money)",
  vendor: google,
  defaultModel: 'gemini-3.8-flash',
  conversationOf: () => generateContent,
});
