import { describe, expect, test } from 'vitest';
import { authorityOf } from '../../testing/remotes/authority-of.ts';
import { attestedSha256, publishingWorkflow, sigstoreAuthority, whyNotAttested } from './attested.ts';

const signer = { workflow: publishingWorkflow('https://github.com/o/r') };
const [issuer = '', root = ''] = sigstoreAuthority;
const bundleOf = (rawBytes: string) =>
  JSON.stringify({
    dsseEnvelope: {
      payload: btoa('{"subject":[]}'),
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ sig: btoa('none') }],
    },
    verificationMaterial: { certificate: { rawBytes } },
  });

test('an invalid bundle attests nothing', () => {
  for (const text of ['', '{}', '[]', '{"dsseEnvelope":{}}', bundleOf(btoa('no certificate'))])
    expect(whyNotAttested(text, attestedSha256({}), signer)).toMatch(/^it cannot be read: /);
});

test('an authority signs no statements itself', () => {
  for (const certificate of [issuer, root])
    expect(whyNotAttested(bundleOf(certificate), attestedSha256({}), signer)).toBe(
      'its certificate is not from the authority',
    );
});

describe('a bundle of a trusted authority', () => {
  const issuer = { from: new Date('2026-01-01'), to: new Date('2027-01-01') };
  const issued = new Date('2026-06-01');
  const run = { runId: 'a run', episodes: [] };
  const { authority, bundle } = authorityOf(issuer);
  const trusted = { ...signer, authority };
  const genuine = bundle(attestedSha256(run), { ...signer, from: issued });

  test('attests its own run', () => {
    expect(whyNotAttested(genuine, attestedSha256(run), trusted)).toBeNull();
    const { verificationMaterial: of, ...rest } = JSON.parse(genuine);
    const asChain = { x509CertificateChain: { certificates: [of.certificate] } };
    const older = JSON.stringify({ ...rest, verificationMaterial: asChain });
    expect(whyNotAttested(older, attestedSha256(run), trusted)).toBeNull();
  });

  test('does not attest another run, or its own run after a change', () => {
    const changed = attestedSha256({ ...run, episodes: [1] });
    expect(whyNotAttested(genuine, changed, trusted)).toBe('it belongs to another run');
  });

  test('attests nothing if its statement was changed after signing', () => {
    const parsed = JSON.parse(genuine);
    const other = JSON.stringify({ subject: [{ name: 'run', digest: { sha256: attestedSha256({}) } }] });
    parsed.dsseEnvelope.payload = btoa(other);
    expect(whyNotAttested(JSON.stringify(parsed), attestedSha256({}), trusted)).toBe(
      'its signature is invalid',
    );
  });

  test('attests nothing if another workflow, branch or repository signed it', () => {
    for (const workflow of [
      signer.workflow.replace('bench.yml', 'ci.yml'),
      signer.workflow.replace('heads/main', 'heads/main2'),
      signer.workflow.replace('heads/main', 'pull/1/merge'),
      signer.workflow.replace('/o/', '/someone/'),
      `${signer.workflow}, URI:${signer.workflow}`,
    ]) {
      const other = bundle(attestedSha256(run), { workflow, from: issued });
      expect(whyNotAttested(other, attestedSha256(run), trusted), workflow).toMatch(/^it is signed by URI:/);
    }
  });

  test('attests nothing if the authority was not valid when the certificate was issued', () => {
    for (const from of [new Date(issuer.to.getTime() + 1000), new Date(issuer.from.getTime() - 1000)]) {
      const late = bundle(attestedSha256(run), { ...signer, from });
      expect(whyNotAttested(late, attestedSha256(run), trusted)).toBe(
        'its certificate was issued while a certificate of the authority was not valid',
      );
    }
  });

  test('attests nothing if another authority of the same names is trusted', () => {
    for (const other of [signer, { ...signer, authority: authorityOf(issuer).authority }])
      expect(whyNotAttested(genuine, attestedSha256(run), other)).toBe(
        'its certificate is not from the authority',
      );
  });
});
