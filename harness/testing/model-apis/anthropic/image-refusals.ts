import { pictureOf, pngOf } from '../wire/image.ts';
import { firstFound, type Refusal } from '../wire/refusal.ts';
import { imagesOf, type MessagesBody } from './request.ts';

const bad = { status: 400, type: 'invalid_request_error' } as const;
const issue = 'https://github.com/anthropics/claude-code/issues';

const inAnswer = (body: MessagesBody, data: string, media_type = 'image/png', times = 1) => {
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type, data } };
  body.messages.push({ role: 'user', content: Array.from({ length: times }, () => image) });
};
const over = (limit: number) => (body: MessagesBody) => {
  const large = imagesOf(body).filter(({ source }) => {
    const picture = source.type === 'base64' ? pictureOf(source.data) : null;
    return picture && Math.max(picture.width, picture.height) > limit;
  });
  return large[0] ? { named: large[0].named, paths: large.map(({ path }) => path) } : null;
};
const sizes = (limit: number) => ({
  extra: {
    details: { error_code: 'image_dimensions_too_large', max_side_length_pixels: limit, paths: '{paths}' },
  },
});

export const imageRefusals: readonly Refusal<MessagesBody>[] = [
  {
    rule: 'image-side',
    refuses: 'an image with a side of more than 8000 pixels',
    ...bad,
    words:
      '{named}.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    ...sizes(8000),
    source: `${issue}/4778`,
    found: over(8000),
    breaks: ({ body }) => inAnswer(body, pngOf(8001, 4)),
  },
  {
    rule: 'image-side-of-many',
    refuses: 'an image with a side of more than 2000 pixels among more than 20',
    ...bad,
    words:
      '{named}.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ...sizes(2000),
    source: 'https://platform.claude.com/docs/en/build-with-claude/vision#request-limits',
    found: (body) => (imagesOf(body).length > 20 ? over(2000)(body) : null),
    breaks: ({ body }) => inAnswer(body, pngOf(2001, 4), 'image/png', 21),
  },
  {
    rule: 'image-empty',
    refuses: 'an image without data',
    ...bad,
    words: '{named}.source.base64: image cannot be empty',
    source: `${issue}/12750`,
    found: (body) =>
      firstFound(imagesOf(body), ({ named, source }) =>
        source.type === 'base64' && source.data === '' ? { named } : null,
      ),
    breaks: ({ body }) => inAnswer(body, ''),
  },
  {
    rule: 'image-type',
    refuses: 'an image of another type than it is said to be',
    ...bad,
    words:
      '{named}.source.base64: The image was specified using the {said} media type, but the image appears to be a {is} image',
    source: 'https://github.com/home-assistant/core/issues/167208',
    found: (body) =>
      firstFound(imagesOf(body), ({ named, source }) => {
        const is = source.type === 'base64' ? pictureOf(source.data)?.type : undefined;
        const said = source.type === 'base64' ? source.media_type : is;
        return is === undefined || is === said ? null : { named, said, is };
      }),
    breaks: ({ body }) => inAnswer(body, pngOf(8, 8), 'image/jpeg'),
  },
  {
    rule: 'image-unreadable',
    refuses: 'data that is no image',
    ...bad,
    words: 'Could not process image',
    source: `${issue}/60920`,
    found: (body) =>
      imagesOf(body).some(({ source }) => source.type === 'base64' && !pictureOf(source.data)) ? {} : null,
    breaks: ({ body }) => inAnswer(body, Buffer.from('not a picture').toString('base64')),
  },
];
