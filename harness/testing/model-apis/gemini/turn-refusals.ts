import { pictureOf } from '../wire/image.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { type Content, callsOf, type GeminiBody, responsesOf } from './request.ts';

const bad = { status: 400, type: 'INVALID_ARGUMENT' } as const;

/** How the turns of a conversation must follow, and come back; and what they may hold. */
export const geminiTurns: readonly Refusal<GeminiBody>[] = [
  {
    rule: 'thoughts-left-out',
    refuses: 'the first call of a message of this turn without the signature of its thoughts',
    ...bad,
    words:
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    source: 'https://github.com/askimo-ai/askimo/issues/543',
    found: ({ contents }, { model }) => {
      const turn = contents.findLastIndex(
        ({ role, parts }) => role !== 'model' && parts.some(({ text }) => text),
      );
      if (!model.reasons) return null;
      return firstFound(contents, ({ role, parts }, index) => {
        const call = parts.find(({ functionCall }) => functionCall);
        if (role !== 'model' || index < turn || !call || call.thoughtSignature) return null;
        return { name: call.functionCall?.name, position: index + 1 };
      });
    },
    breaks: ({ body }) => {
      for (const { parts } of body.contents) for (const part of parts) delete part.thoughtSignature;
    },
  },
  {
    rule: 'answers-missing',
    refuses: 'fewer or more answers than there were calls',
    ...bad,
    words:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/16984',
    found: ({ contents }) => {
      const isUneven = (content: Content, index: number) => {
        const next = contents[index + 1];
        return (
          callsOf(content).length > 0 && responsesOf(next ?? { parts: [] }).length !== callsOf(content).length
        );
      };
      return contents.some(isUneven) ? {} : null;
    },
    breaks: ({ body }) => body.contents.splice(-1, 1, { role: 'user', parts: [{ text: 'Go on.' }] }),
  },
  {
    rule: 'answer-without-call',
    refuses: 'an answer that does not follow a call',
    ...bad,
    words: 'Please ensure that function response turn comes immediately after a function call turn.',
    source: 'https://github.com/GoogleCloudPlatform/generative-ai/pull/368',
    found: ({ contents }) =>
      contents.some(
        (content, index) =>
          responsesOf(content).length > 0 && callsOf(contents[index - 1] ?? { parts: [] }).length === 0,
      )
        ? {}
        : null,
    breaks: ({ body }) => {
      const late = { functionResponse: { name: 'open', response: { output: 'late' } } };
      body.contents.push({ role: 'model', parts: [{ text: 'I see.' }] }, { role: 'user', parts: [late] });
    },
  },
  {
    rule: 'call-order',
    refuses: 'a call that follows neither the user nor an answer',
    ...bad,
    words:
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/11814',
    found: ({ contents }) =>
      contents.some(
        (content, index) => callsOf(content).length > 0 && (contents[index - 1]?.role ?? 'model') === 'model',
      )
        ? {}
        : null,
    breaks: ({ body }) => body.contents.splice(1, 0, { role: 'model', parts: [{ text: 'I go.' }] }),
  },
  {
    rule: 'image-type',
    refuses: 'an image that is no PNG, JPEG, WebP, HEIC or HEIF by its name',
    ...bad,
    words: 'Unsupported MIME type: {type}',
    source: 'https://github.com/google-gemini/gemini-cli/issues/3054',
    found: (body) =>
      firstFound(picturesOf(body), ({ mimeType }) =>
        /^image\/(png|jpeg|webp|heic|heif)$/.test(mimeType) ? null : { type: mimeType },
      ),
    breaks: ({ body }) => addPicture(body, 'image/svg+xml', 'PHN2Zy8+'),
  },
  {
    rule: 'image-unreadable',
    refuses: 'data that is no image, or none at all',
    ...bad,
    words:
      'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    source: 'https://github.com/pollinations/pollinations/issues/4157',
    found: (body) => (picturesOf(body).some(({ data }) => !pictureOf(data)) ? {} : null),
    breaks: ({ body }) => addPicture(body, 'image/png', ''),
  },
];

function picturesOf({ contents }: GeminiBody) {
  return contents.flatMap(({ parts }) => parts.flatMap(({ inlineData }) => (inlineData ? [inlineData] : [])));
}

function addPicture({ contents }: GeminiBody, mimeType: string, data: string): void {
  contents.push({ role: 'user', parts: [{ inlineData: { mimeType, data } }] });
}
