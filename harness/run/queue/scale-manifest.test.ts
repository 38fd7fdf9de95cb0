import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ManifestJob, scaleManifest } from '../../testing/scale-manifest.ts';

const { claim, shards, merge } = await scaleManifest();

function podOf({ spec }: ManifestJob) {
  const { containers, volumes } = spec.template.spec;
  const [container] = containers;
  return { container, volumes, script: container.args[0] };
}

test('there are as many completions as --shard has parts, and each index plays one of them', () => {
  const { script } = podOf(shards);
  const [, index, count] = /--shard "(\$\w+)\/(\d+)"/.exec(script) ?? [];
  expect(shards.spec).toMatchObject({ completionMode: 'Indexed', completions: Number(count) });
  expect(shards.spec.parallelism).toBeLessThanOrEqual(Number(count));
  expect(index).toBe('$index');
  expect(script).toMatch(/^index=\$\(\(JOB_COMPLETION_INDEX \+ 1\)\)$/m);
});

test('both Jobs play one commit with one image, and the merge waits to be told', () => {
  const [play, join] = [podOf(shards).container, podOf(merge).container];
  expect(join.image).toBe(play.image);
  const shaOf = ({ env }: typeof play) => env.find(({ name }) => name === 'SHA')?.value;
  expect(shaOf(play)).toMatch(/^[0-9a-f]{40}$/);
  expect(shaOf(join)).toBe(shaOf(play));
  expect([shards.spec.suspend, merge.spec.suspend]).toEqual([undefined, true]);
});

test('every mount has its volume, every volume its use; /dev/shm is memory and /out the claim that both share', () => {
  for (const { container, volumes } of [shards, merge].map(podOf)) {
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
      volumes.map(({ name }) => name).sort(),
    );
    const mounted = (at: string) => {
      const mount = container.volumeMounts.find(({ mountPath }) => mountPath === at);
      return volumes.find(({ name }) => name === mount?.name);
    };
    expect(mounted('/out')?.persistentVolumeClaim).toEqual({ claimName: claim.metadata.name });
    if (container.name === 'play') expect(mounted('/dev/shm')?.emptyDir?.medium).toBe('Memory');
    expect(container.resources.requests).toEqual(container.resources.limits);
  }
  expect(claim.spec.accessModes).toEqual(['ReadWriteMany']);
});

test('docs/scale.md waits for the Jobs that there are', async () => {
  const docs = await readFile('docs/scale.md', 'utf8');
  const named = new Set([...docs.matchAll(/\bjob\/([\w-]+)/g)].map(([, name]) => name));
  expect(named).toEqual(new Set([shards.metadata.name, merge.metadata.name]));
});
