import { expect, test } from 'vitest';
import { attestedSha256, publishingWorkflow, whyNotAttested } from './attested.ts';
import { sigstoreAuthority } from './sigstore-authority.ts';

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

test('what is no bundle attests nothing', () => {
  for (const text of ['', '{}', '[]', '{"dsseEnvelope":{}}', bundleOf(btoa('no certificate'))])
    expect(whyNotAttested(text, attestedSha256({}), signer)).toMatch(/^it cannot be read: /);
});

test('an authority signs no statements itself', () => {
  for (const certificate of [issuer, root])
    expect(whyNotAttested(bundleOf(certificate), attestedSha256({}), signer)).toBe(
      'its certificate is not from the authority',
    );
});
