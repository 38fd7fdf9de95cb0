import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { thisProject } from '../cli/this-project.ts';

const Container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  args: z.tuple([z.string()]),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  resources: z.object({
    requests: z.record(z.string(), z.string()),
    limits: z.record(z.string(), z.string()),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const Volume = z.object({
  name: z.string(),
  emptyDir: z.object({ medium: z.string(), sizeLimit: z.string() }).optional(),
  persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
});
const Job = z.object({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    completionMode: z.string().optional(),
    completions: z.number().optional(),
    parallelism: z.number().optional(),
    suspend: z.boolean().optional(),
    template: z.object({
      spec: z.object({
        restartPolicy: z.enum(['Never', 'OnFailure']),
        containers: z.tuple([Container]),
        volumes: z.array(Volume),
      }),
    }),
  }),
});
const Claim = z.object({
  apiVersion: z.literal('v1'),
  kind: z.literal('PersistentVolumeClaim'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ accessModes: z.array(z.string()) }),
});

export type ManifestJob = z.infer<typeof Job>;

/** What docs/examples/scale/indexed-job.yaml says, as far as a test asks. Throws on invalid YAML. */
export async function scaleManifest() {
  const file = path.join(thisProject.root, 'docs', 'examples', 'scale', 'indexed-job.yaml');
  const documents = parseAllDocuments(await readFile(file, 'utf8'), { strict: true });
  const values = documents.map((document) => {
    for (const fault of [...document.errors, ...document.warnings]) throw fault;
    return document.toJS();
  });
  const [claim, shards, merge] = z.tuple([Claim, Job, Job]).parse(values);
  return { claim, shards, merge };
}
