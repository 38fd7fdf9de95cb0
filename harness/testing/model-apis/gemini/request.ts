import { z } from 'zod';
import { anything } from '../wire/anything.ts';

/** The 22 fields of `Schema` at https://generativelanguage.googleapis.com/$discovery/rest?version=v1beta. */
export type Schema = {
  type?: string | undefined;
  properties?: Record<string, Schema> | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  [field: string]: unknown;
};
const Schema: z.ZodType<Schema> = z.strictObject({
  ...anything([
    'default',
    'description',
    'enum',
    'example',
    'format',
    'maxItems',
    'maxLength',
    'maxProperties',
  ]),
  ...anything(['maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern']),
  ...anything(['propertyOrdering', 'required', 'title']),
  type: z.string().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
});

const Part = z.strictObject({
  ...anything(['fileData', 'videoMetadata', 'executableCode', 'codeExecutionResult', 'mediaResolution']),
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: z
    .strictObject({ mimeType: z.string(), data: z.string(), displayName: z.string().optional() })
    .optional(),
  functionCall: z
    .strictObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  functionResponse: z
    .strictObject({
      ...anything(['parts', 'scheduling', 'willContinue']),
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
const Content = z.strictObject({ role: z.string().optional(), parts: z.array(Part) });

export const GeminiBody = z.strictObject({
  ...anything(['toolConfig', 'safetySettings', 'cachedContent', 'labels', 'serviceTier', 'store']),
  contents: z.array(Content),
  systemInstruction: Content.optional(),
  tools: z
    .array(
      z.strictObject({
        ...anything([
          'googleSearch',
          'codeExecution',
          'urlContext',
          'googleMaps',
          'computerUse',
          'fileSearch',
        ]),
        functionDeclarations: z
          .array(
            z.strictObject({
              ...anything(['behavior', 'parametersJsonSchema', 'response', 'responseJsonSchema']),
              name: z.string(),
              description: z.string().optional(),
              parameters: Schema.optional(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.number().optional(),
      thinkingConfig: z.looseObject({ includeThoughts: z.boolean().optional() }).optional(),
    })
    .optional(),
});
export type GeminiBody = z.infer<typeof GeminiBody>;
export type Content = z.infer<typeof Content>;

export function declarationsOf({ tools = [] }: GeminiBody) {
  return tools.flatMap(({ functionDeclarations: declared = [] }, tool) =>
    declared.map((declaration, index) => ({
      declaration,
      path: `tools[${tool}].function_declarations[${index}]`,
    })),
  );
}

export function callsOf({ parts }: Content = { parts: [] }) {
  return parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
}

export function responsesOf({ parts }: Content = { parts: [] }) {
  return parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
}

/** The vendor writes fields as its protocol has them, and the properties of a schema by their place. */
export function protoPath(path: readonly (string | number)[], body: unknown): string {
  let value: unknown = body;
  return path
    .map((step, index) => {
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
      if (typeof step === 'number') return `[${step}]`;
      if (path[index - 1] === 'properties') return `[${keys.indexOf(step)}].value`;
      return `.${step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    })
    .join('')
    .slice(1);
}

/** Every schema below one, with its path as the validator writes it. */
export function schemasOf(schema: Schema, path: string): { schema: Schema; path: string }[] {
  const deeper = [
    ...Object.entries(schema.properties ?? {}).map(
      ([name, each]) => [each, `${path}.properties[${name}]`] as const,
    ),
    ...(schema.items ? [[schema.items, `${path}.items`] as const] : []),
    ...(schema.anyOf ?? []).map((each, index) => [each, `${path}.any_of[${index}]`] as const),
  ];
  return [{ schema, path }, ...deeper.flatMap(([each, at]) => schemasOf(each, at))];
}
