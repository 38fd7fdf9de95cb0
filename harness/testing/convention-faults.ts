import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { thisProject } from '../cli/this-project.ts';

const Attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
type Attributes = z.infer<typeof Attributes>;

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: Attributes,
  events: z
    .array(z.object({ timeUnixNano: z.string(), name: z.string(), attributes: Attributes }))
    .default([]),
});
type Span = z.infer<typeof Span>;

const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

const Has = z.object({ required: z.array(z.string()), may: z.array(z.string()) });
type Has = z.infer<typeof Has>;

const Conventions = z.object({
  attributes: z.record(z.string(), z.enum(['string', 'int', 'double', 'string[]', 'any'])),
  resource: Has,
  spans: z.record(z.string(), Has.extend({ name: z.string(), kind: z.number() })),
  events: z.record(z.string(), Has),
});

const file = path.join(thisProject.root, 'harness/publish/exports/schemas/otel-genai.json');
const conventions = Conventions.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What is wrong with OTLP traces by the conventions of GenAI, and by the rules that no schema can hold. */
export function conventionFaults(content: unknown): string[] {
  return Traces.parse(content).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const spans = scopeSpans.flatMap(({ spans }) => spans);
    return [
      ...attributeFaults('resource', resource.attributes, conventions.resource),
      ...spans.flatMap((span) => spanFaults(span, spans)),
      ...(new Set(spans.map(({ spanId }) => spanId)).size === spans.length ? [] : ['two spans have one id']),
    ];
  });
}

function spanFaults(span: Span, spans: readonly Span[]): string[] {
  const { name, kind, attributes, events, parentSpanId } = span;
  const shape = conventions.spans[name.split(' ')[0] ?? ''];
  if (!shape) return [`${name}: no span of the conventions`];
  const named = shape.name.replaceAll(/\{([^}]+)\}/g, (_, key: string) => textOf(attributes, key)).trim();
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  const begins = BigInt(span.startTimeUnixNano);
  const ends = BigInt(span.endTimeUnixNano);
  return [
    ...(named === name ? [] : [`${name}: must be named ${named}`]),
    ...(kind === shape.kind ? [] : [`${name}: is of kind ${kind}`]),
    ...attributeFaults(name, attributes, shape),
    ...(begins <= ends ? [] : [`${name}: ends before it begins`]),
    ...(parentSpanId === undefined || parent?.traceId === span.traceId
      ? []
      : [`${name}: has no such parent`]),
    ...(parent && (begins < BigInt(parent.startTimeUnixNano) || ends > BigInt(parent.endTimeUnixNano))
      ? [`${name}: is not within its parent`]
      : []),
    ...events.flatMap((event) => {
      const of = conventions.events[event.name];
      const at = BigInt(event.timeUnixNano);
      return [
        ...(of ? attributeFaults(event.name, event.attributes, of) : [`${event.name}: no such event`]),
        ...(at >= begins && at <= ends ? [] : [`${event.name}: is not within its span`]),
      ];
    }),
  ];
}

function attributeFaults(place: string, attributes: Attributes, { required, may }: Has): string[] {
  const keys = attributes.map(({ key }) => key);
  return [
    ...required.filter((key) => !keys.includes(key)).map((key) => `${place}: has no ${key}`),
    ...(new Set(keys).size === keys.length ? [] : [`${place}: has an attribute twice`]),
    ...attributes.flatMap(({ key, value }) => {
      if (key.startsWith('contract_bench.')) return [];
      const type = conventions.attributes[key];
      if (!type || ![...required, ...may].includes(key)) return [`${place}: ${key} is no attribute of it`];
      return isOf(type, value) ? [] : [`${place}: ${key} must be ${type}`];
    }),
  ];
}

function isOf(type: string, value: Record<string, unknown>): boolean {
  if (type === 'any') return true;
  if (type !== 'string[]') return `${type}Value` in value;
  const list = z.object({ values: z.array(z.object({ stringValue: z.string() })) });
  return list.safeParse(value.arrayValue).success;
}

function textOf(attributes: Attributes, key: string): string {
  return String(attributes.find((attribute) => attribute.key === key)?.value.stringValue ?? '');
}
